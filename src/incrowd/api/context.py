"""What every request has at hand: the workspace, who is who, and the limits of the server."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from incrowd.api.origins import NamedOrigins
from incrowd.errors import Unauthorized
from incrowd.language import say
from incrowd.service.attacks import Attacks
from incrowd.service.linked.sessions import LinkSessions
from incrowd.service.queries.queries import QuerySessions
from incrowd.workspace.folder import Workspace
from incrowd.workspace.jobs import Jobs, JobStarted, Work
from incrowd.workspace.own_presets import OwnPresets
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.sources import Sources
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import User

COOKIE: Final = "incrowd_token"
DEFAULT_MAX_UPLOAD: Final = 2 << 30
LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, eq=False)
class Context:
    """One server."""

    workspace: Workspace
    tokens: Tokens
    host: str = LOOPBACK
    max_upload: int = DEFAULT_MAX_UPLOAD
    most_combinations: int | None = None
    """Combinations of a data set that are brought into memory, if not as many as usual."""
    named_origins: NamedOrigins = field(default_factory=NamedOrigins)
    """Other sites that may call the server, or frame its pages."""
    jobs: Jobs = field(default_factory=Jobs)
    sessions: Sessions = field(init=False)
    links: LinkSessions = field(init=False)
    attacks: Attacks = field(init=False)
    sources: Sources = field(init=False)
    query_sessions: QuerySessions = field(init=False)
    presets: OwnPresets = field(init=False)

    def __post_init__(self) -> None:
        most = {} if self.most_combinations is None else {"most_tuples": self.most_combinations}
        object.__setattr__(self, "sessions", Sessions(self.workspace, **most))
        object.__setattr__(self, "links", LinkSessions(self.sessions))
        object.__setattr__(self, "attacks", Attacks(self.links))
        object.__setattr__(self, "sources", Sources(self.workspace.folder))
        self.sources.tidy()
        self.sessions.find_password = self.sources.password
        object.__setattr__(self, "presets", OwnPresets(self.workspace.folder))
        object.__setattr__(self, "query_sessions", QuerySessions(self.sessions, self.sources))

    @classmethod
    def open(
        cls,
        folder: Path,
        host: str = LOOPBACK,
        max_upload: int = DEFAULT_MAX_UPLOAD,
        token: str | None = None,
        most_combinations: int | None = None,
        named_origins: NamedOrigins | None = None,
    ) -> Context:
        """Take a folder as the workspace of a server."""
        workspace = Workspace(folder)
        tokens = Tokens(workspace.folder, token)
        named = named_origins or NamedOrigins()
        return cls(workspace, tokens, host, max_upload, most_combinations, named)

    def start(
        self, user: User, work: Work, upload: Path | None = None, about: object = None
    ) -> JobStarted:
        """Begin some work for somebody, which goes on after the request was answered.

        An uploaded file that the work reads is removed with its folder once the work has ended.
        """
        if upload is None:
            return JobStarted(self.jobs.start(user.name, work, about=about))
        remove = partial(shutil.rmtree, upload.parent, ignore_errors=True)
        return JobStarted(self.jobs.start(user.name, work, clean_up=remove))

    def close(self) -> None:
        """Stop all work and close the workspace."""
        self.jobs.close()
        self.links.close()
        self.query_sessions.close()
        self.sessions.close()
        self.workspace.close()


def context_of(request: Request) -> Context:
    """The server that a request came to."""
    context: Context = request.app.state.context
    return context


async def _context(request: Request) -> Context:
    """The same without a thread: whatever is no coroutine waits for a free one."""
    return context_of(request)


_bearer = HTTPBearer(auto_error=False, description="The token that `incrowd serve` prints")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by opening /?token=…")


async def given_token(
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> str:
    """The token of a request, or a ticket; empty without one."""
    return bearer.credentials if bearer is not None else cookie or ""


async def current_user(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> User:
    """Who sent a request."""
    token = await given_token(bearer, cookie)
    user = context_of(request).tokens.find(token) if token else None
    if user is None:
        raise unknown_sender()
    return user


def unknown_sender() -> Unauthorized:
    """The error for whoever has no valid token."""
    return Unauthorized(
        say("This server needs to know who you are."),
        say("Open the address with the token that 'incrowd serve' printed."),
    )


Server = Annotated[Context, Depends(_context)]
Asker = Annotated[User, Depends(current_user)]
GivenToken = Annotated[str, Depends(given_token)]
