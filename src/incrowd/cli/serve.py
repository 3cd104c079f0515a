"""`incrowd serve [DATA]`: the dashboard, on this machine, for whoever has the token."""

from __future__ import annotations

import os
import re
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Final

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.workspace.paths import WORKSPACE

if TYPE_CHECKING:
    import socket

    from incrowd.api.context import Context

_FORGETS: Final = "This is a trial: stop with Ctrl-C, and everything in it is deleted."
_UNITS: Final = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}

Host = Annotated[
    str,
    typer.Option("--host", help="Address to listen on. Others can connect unless it is loopback."),
]
Port = Annotated[
    int | None,
    typer.Option("--port", help="Port. By default 8765, or a free one if that is taken."),
]
MaxUpload = Annotated[
    str, typer.Option("--max-upload", metavar="SIZE", help="Largest upload allowed, such as 500M.")
]
AllowOrigin = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-origin",
        metavar="ORIGIN",
        help="A site whose pages may call the REST API with a token; repeatable.",
    ),
]
AllowFrame = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-frame",
        metavar="ORIGIN",
        help="A site that may show the embedded dashboard in a frame; repeatable.",
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")]


def run(
    data: Annotated[
        str | None,
        typer.Argument(metavar="[DATA]", help="A file or URL to open.", show_default=False),
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = None,
    workspace: options.Workspace = WORKSPACE,
    max_upload: MaxUpload = "2G",
    most_combinations: options.MostCombinations = None,
    allow_origin: AllowOrigin = None,
    allow_frame: AllowFrame = None,
    no_browser: NoBrowser = False,
    json: options.Json = False,
) -> None:
    """Start the dashboard. If DATA is given, open it there."""
    from incrowd.api.context import Context
    from incrowd.api.origins import NamedOrigins
    from incrowd.api.serving import listen

    size, token = read_size(max_upload), os.environ.get("INCROWD_TOKEN")
    named = NamedOrigins.parse(allow_origin or (), allow_frame or ())
    with (
        listen(host, port) as place,
        closing(Context.open(workspace, host, size, token, most_combinations, named)) as context,
    ):
        path = f"/datasets/{add(context, data)}" if data else "/"
        start(context, place, path, browser=not no_browser, json=json)


def add(context: Context, data: str) -> str:
    """Read data into the workspace and return its id."""
    from incrowd.workspace.source_names import located
    from incrowd.workspace.users import owner

    name = re.split(r"[/\\]", data.partition("#")[0])[-1]
    place, how = located(data)
    with ProgressBar() as bar:
        return context.sessions.add(owner(), str(place), name, bar.tell, **how).id


def start(
    context: Context,
    place: socket.socket,
    path: str,
    *,
    browser: bool,
    json: bool = False,
    lasting: bool = True,
) -> None:
    """Say the address and what Ctrl-C does to the data, and serve until stopped."""
    from incrowd.api.serving import address, serve
    from incrowd.cli import printing
    from incrowd.workspace.passwords import asking_for_passwords

    port, token = place.getsockname()[1], context.tokens.house_token
    url = address(context.host, port, token, path)
    folder = str(context.workspace.folder)
    if json:
        printing.print_json({"url": url, "port": port, "token": token, "workspace": folder})
    else:
        typer.echo(f"incrowd is ready: {url}")
        typer.echo(_farewell(folder) if lasting else _FORGETS, err=True)
    sys.stdout.flush()
    if browser and _has_screen():
        import webbrowser

        webbrowser.open(address(context.host, port, context.tokens.issue_ticket(), path))
    with asking_for_passwords(lambda url: None):  # whoever is at the page is asked there
        serve(context, place)


def _farewell(folder: str) -> str:
    return (
        f"Your data sets and everything you decide are saved in {folder}.\n"
        "Stop with Ctrl-C: they will be there next time."
    )


def read_size(text: str) -> int:
    """Read a number of bytes.

    >>> read_size("500M"), read_size("2 GiB"), read_size("1024")
    (524288000, 2147483648, 1024)
    """
    match = re.fullmatch(r"\s*([0-9]{1,15})\s*([kmgt]?)(?:i?b)?\s*", text.lower())
    if match is None:
        raise InvalidParameter(
            say("'{text}' is not a size.", text=text), say("Write it as in --max-upload 500M.")
        )
    return int(match[1]) << _UNITS[match[2]]


def _has_screen() -> bool:
    """Whether somebody sits in front: a browser in the terminal would be in the way."""
    screen = (
        sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(screen) and sys.stdout.isatty()
