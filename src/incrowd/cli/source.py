"""`incrowd source add clinic postgresql://ann@host/clinic`: databases, kept by name and address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from incrowd.cli import options
from incrowd.workspace.paths import WORKSPACE

if TYPE_CHECKING:
    from pathlib import Path

    from incrowd.service.sources import NamedSources

app = typer.Typer(
    help="Save databases by name. Every command then takes `source://NAME#TABLE` as data.",
    no_args_is_help=True,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the source.")]
Schema = Annotated[
    str | None, typer.Option("--schema", metavar="S", help="Only the tables of this schema.")
]


@app.command("add")
def add(
    name: Name,
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL",
            help="postgresql://user@host:port/database, mysql://…, or the path of a file. "
            "Never with a password.",
        ),
    ],
    password_env: Annotated[
        str | None,
        typer.Option(
            "--password-env", metavar="VARIABLE", help="Environment variable with the password."
        ),
    ] = None,
    workspace: options.Workspace = WORKSPACE,
    json: options.Json = False,
) -> None:
    """Save the address of a database or a file under a name."""
    from incrowd.cli import printing

    added = _kept(workspace).add(name, url, password_env)
    if json:
        printing.print_json(added.to_dict())
    else:
        typer.echo(f"{added.name}: {added.url}. Try it: incrowd source test {added.name}")


@app.command("list")
def show(workspace: options.Workspace = WORKSPACE, json: options.Json = False) -> None:
    """List the saved sources, those of sources.toml first."""
    from incrowd.cli import printing

    sources = _kept(workspace).listed()
    if json:
        printing.print_json({"sources": [source.to_dict() for source in sources]})
        return
    for source in sources:
        where = " (sources.toml)" if source.configured else ""
        typer.echo(f"{source.name}\t{source.url}{where}")
    if not sources:
        typer.echo("No source is kept. Add one: incrowd source add NAME URL")


@app.command("test")
def connect(
    name: Name, workspace: options.Workspace = WORKSPACE, json: options.Json = False
) -> None:
    """Connect to a source and show what can be read."""
    from incrowd.cli import printing

    result = _kept(workspace).test(name)
    if json:
        printing.print_json(result)
    else:
        typer.echo(
            f"{name} answers (schemas: {len(result['schemas']):,}, tables: {result['tables']:,})."
        )


@app.command("tables")
def tables(
    name: Name,
    schema: Schema = None,
    workspace: options.Workspace = WORKSPACE,
    json: options.Json = False,
) -> None:
    """List the tables of a source, with the address that commands take."""
    from incrowd.cli import printing

    source_tables = _kept(workspace).tables(name, schema)
    if json:
        printing.print_json({"tables": [table.to_dict() for table in source_tables]})
        return
    for table in source_tables:
        typer.echo(table.address)


@app.command("columns")
def columns(
    name: Name,
    table: Annotated[str, typer.Argument(metavar="[SCHEMA.]TABLE", help="Name of the table.")],
    workspace: options.Workspace = WORKSPACE,
    json: options.Json = False,
) -> None:
    """List the columns of a table and their types."""
    from incrowd.cli import printing

    table_columns = _kept(workspace).columns(name, table)
    if json:
        printing.print_json(
            {"columns": [{"name": column.name, "type": column.type} for column in table_columns]}
        )
        return
    for column in table_columns:
        typer.echo(f"{column.name}\t{column.type}")


@app.command("remove")
def remove(
    name: Name, workspace: options.Workspace = WORKSPACE, json: options.Json = False
) -> None:
    """Remove a source. Data sets that were read from it stay."""
    from incrowd.cli import printing

    _kept(workspace).remove(name)
    if json:
        printing.print_json({"removed": name})
    else:
        typer.echo(f"{name} is forgotten.")


def _kept(workspace: Path) -> NamedSources:
    from incrowd.service.sources import NamedSources

    return NamedSources(workspace.expanduser().absolute())
