"""What a page inside another platform may ask: about its own data set, and nothing else."""

from typing import Final

from incrowd.errors import NotAllowed
from incrowd.language import say
from incrowd.workspace.users import User

_READ: Final = frozenset({"/api/v1/status", "/api/v1/catalogue", "/api/v1/presets"})
_BELOW: Final = ("/api/v1/jobs/", "/api/v1/exports/")
"""Where each job and each file is checked by itself."""


def check_frame(user: User, method: str, path: str) -> None:
    """Refuse what lies beyond the data set of a framed page; people may ask for everything."""
    if user.frame is None:
        return
    own = f"/api/v1/datasets/{user.frame}"
    inside = path == own or (path.startswith(f"{own}/") and path != f"{own}/link")
    if inside or path.startswith(_BELOW) or (method == "GET" and path in _READ):
        return
    raise NotAllowed(
        say("This page shows one data set, and reaches nothing else."),
        say("Ask for it with a token of your own."),
    )
