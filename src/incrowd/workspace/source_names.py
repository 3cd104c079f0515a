"""Data by the name of a source that the workspace keeps: `source://clinic#public.people`.

The address and the password of the source are looked up; any other data stays as it is.
"""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

from incrowd.engines import connect
from incrowd.engines.contract import Source
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.workspace.paths import workspace_folder

SCHEME: Final = "source://"


def open_named(data: object, progress: Progress = silent) -> Source:
    """Open a file, a URL, a frame, or a table of a source by its name."""
    place, options = located(data)
    return connect(place, progress, **options)


def located(
    data: object, options: Mapping[str, str] | None = None
) -> tuple[object, dict[str, Any]]:
    """Where data lies that may be named by its source, and how it is read."""
    given: dict[str, Any] = dict(options or {})
    if not isinstance(data, str) or not data.lower().startswith(SCHEME):
        return data, given
    from incrowd.workspace.sources import Sources
    from incrowd.workspace.users import owner

    name, _, part = data[len(SCHEME) :].partition("#")
    sources = Sources(workspace_folder())
    source = sources.named(owner(), unquote(name.rstrip("/")))
    password = sources.password(owner(), source.id)
    if part and "table" in given:
        raise InvalidParameter(say("The table is named twice."), say("Name it only after the #."))
    secret = {} if password is None else {"password": password}
    return sources.place(source, unquote(part)), {**secret, **given}
