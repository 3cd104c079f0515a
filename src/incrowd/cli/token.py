"""`incrowd token ana`: let another person use the server, with their own data sets."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.workspace.paths import WORKSPACE


def run(
    user: Annotated[str, typer.Argument(metavar="USER", help="Who gets the token.")],
    datasets: Annotated[
        list[str] | None,
        typer.Option(
            "--datasets",
            metavar="ID[:RIGHT],…",
            help="Share data sets, or 'all', to view, work or own. The default is to view.",
        ),
    ] = None,
    renew: Annotated[
        bool, typer.Option("--renew", help="Replace the person's token with a new one.")
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Revoke the person's tokens.")] = False,
    workspace: options.Workspace = WORKSPACE,
    json: options.Json = False,
) -> None:
    """Give a person a token. It is shown only once, and works at once on a running server.

    People own what they open. You can let them view what you share, work on it (change, anonymise,
    export), or own it (delete it, too).
    """
    from incrowd.cli import printing
    from incrowd.workspace.tokens import Tokens
    from incrowd.workspace.users import check_known, read_rights

    folder = workspace.expanduser()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if revoke:
        Tokens(folder).revoke(user)
        return
    rights = read_rights(options.names(datasets) or [])
    check_known(folder, rights)
    token = Tokens(folder).issue(user, rights, renew=renew)
    if json:
        printing.print_json({"user": user, "token": token})
    else:
        typer.echo(token)
