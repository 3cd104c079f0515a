"""Find the password of a database: given, in the environment, in the keyring, or asked for.

A server that works for several people uses only what each of them gave: `GivenPasswordOnly("…")`.
Nothing here keeps, writes or prints a password.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from incrowd.engines.servers.address import Server

KEYRING: Final = "incrowd"
"""Under which service name the keyring is asked."""


@dataclass(frozen=True)
class GivenPasswordOnly:
    """What somebody gave, who must not get in by anything else that this computer knows or is."""

    text: str | None = field(default=None, repr=False)


Password = str | GivenPasswordOnly | None
"""A password; without one the environment and the keyring are looked at, if that is allowed."""

PasswordPrompt = Callable[[str], str | None]
_PROMPT: ContextVar[PasswordPrompt | None] = ContextVar("ask_for_password", default=None)


@contextmanager
def password_prompt(ask: PasswordPrompt) -> Iterator[None]:
    """Within the block somebody can be asked for the password of an address."""
    before = _PROMPT.set(ask)
    try:
        yield
    finally:
        _PROMPT.reset(before)


def known_password(server: Server) -> str | None:
    """What the environment or the keyring says, without asking anybody."""
    for name in (password_variable(server), server.kind.password):
        if name in os.environ:
            return os.environ[name]
    return _from_keyring(server)


def ask_password(server: Server) -> str | None:
    """Ask, if there is somebody to ask."""
    ask = _PROMPT.get()
    return None if ask is None else ask(server.url)


def password_variable(server: Server) -> str:
    """The environment variable that is looked at before the one of the server's own tools.

    >>> from incrowd.engines.servers.address import parse_server
    >>> password_variable(parse_server("mysql://ann@db-1.example/clinic")[0])
    'INCROWD_PASSWORD_ANN_DB_1_EXAMPLE_CLINIC'
    >>> password_variable(parse_server("mysql://ann@db-1.example:3307/clinic")[0])
    'INCROWD_PASSWORD_ANN_DB_1_EXAMPLE_3307_CLINIC'
    """
    port = "" if server.port == server.kind.port else str(server.port)
    parts = [server.user or "", server.host, port, server.database]
    result = "_".join(part for part in parts if part)
    return "INCROWD_PASSWORD_" + re.sub("[^A-Z0-9]+", "_", result.upper()).strip("_")


def _from_keyring(server: Server) -> str | None:
    """The keyring is a package that may be installed; a locked or broken one knows nothing."""
    try:
        import keyring
    except ImportError:
        return None
    try:
        password = keyring.get_password(KEYRING, server.url)
    except Exception:  # a keyring of any kind may fail in its own way
        return None
    return None if password is None else str(password)
