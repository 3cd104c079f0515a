"""Ask whoever sits at the terminal for the password of a database."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from incrowd.engines.servers.passwords import password_prompt


def asking_for_passwords(ask: Callable[[str], str | None]) -> AbstractContextManager[None]:
    """Within the block `ask` is called with the address whose password is missing or wrong."""
    return password_prompt(ask)
