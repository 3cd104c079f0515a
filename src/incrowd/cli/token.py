"""`incrowd token ana`: let another person use the server, with their own data sets."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.workspace.paths import WORKSPACE


def run(
    user: Annotated[str, typer.Argument(metavar="USER", help="Whom the token is for.")],
    datasets: Annotated[
        list[str] | None,
        typer.Option("--datasets", metavar="ID,ID", help="Shared with them, or 'all'."),
    ] = None,
    workspace: options.Workspace = WORKSPACE,
    json: options.Json = False,
) -> None:
    """Give a person a token; it is shown only now, and works at once on a running server."""
    from incrowd.cli import printing
    from incrowd.workspace.tokens import Tokens

    folder = workspace.expanduser()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    shared = options.names(datasets) or []
    token = Tokens(folder).issue(user, None if shared == ["all"] else shared)
    if json:
        printing.print_json({"user": user, "token": token})
    else:
        typer.echo(token)
