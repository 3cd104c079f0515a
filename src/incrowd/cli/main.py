"""The `incrowd` command: one sub-command per use case.

Sub-commands import the service only when they run, so that help is instant.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Annotated, Final, NoReturn, cast

import typer

from incrowd import __version__
from incrowd.cli import (
    anonymize,
    apply,
    attack,
    check,
    demo,
    generate,
    link,
    propose,
    recommend,
    risk,
    serve,
    source,
    standouts,
    subsets,
    token,
    transform,
)
from incrowd.cli.registry_help import RegistryCommand
from incrowd.disk_errors import explain_system
from incrowd.errors import IncrowdError
from incrowd.language import say

_CTRL_C: Final = 130
"""The exit code that Typer, too, gives to a command that was stopped by hand."""

app = typer.Typer(
    name="incrowd",
    help="See who stands out in your data, and hide them in the crowd.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.run)
app.command("risk", cls=RegistryCommand)(risk.run)
app.command("recommend", cls=RegistryCommand)(recommend.run)
app.command("standouts", cls=RegistryCommand)(standouts.run)
app.command("subsets", cls=RegistryCommand)(subsets.run)
app.command("check", cls=RegistryCommand)(check.run)
app.command("anonymize", cls=RegistryCommand)(anonymize.run)
app.command("propose", cls=RegistryCommand)(propose.run)
app.command("transform", cls=RegistryCommand)(transform.run)
app.command("apply", cls=RegistryCommand)(apply.run)
app.command("link", cls=link.ScanCommand)(link.run)
app.command("attack")(attack.run)
app.command("generate")(generate.run)
app.command("demo")(demo.run)
app.command("token")(token.run)
app.add_typer(source.app, name="source")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """See who stands out in your data, and hide them in the crowd."""


def run() -> None:
    """Run the command line; errors become a message and a hint, never a traceback."""
    # Numba would load SciPy wherever it is installed, half a second for functions not used here
    sys.modules.setdefault("scipy", cast(ModuleType, None))
    try:
        with _asking():
            app()
    except IncrowdError as error:
        _fail(error)
    except SystemExit as ended:
        if ended.code == _CTRL_C:
            sys.stderr.write("Stopped.\n")
        raise
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(_CTRL_C)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("INCROWD_DEBUG"):
            raise
        _fail(explain_system(error) or _unexpected(error))


@contextmanager
def _asking() -> Iterator[None]:
    """Ask for the password of a database, if one is named and somebody sits at the terminal."""
    named = any("://" in argument or argument == "source" for argument in sys.argv)
    if not named or not sys.stdin.isatty():
        yield
        return
    from getpass import getpass

    from incrowd.workspace.passwords import asking_for_passwords

    with asking_for_passwords(lambda url: getpass(f"Password for {url}: ")):
        yield


def _unexpected(error: Exception) -> IncrowdError:
    first_line = str(error).splitlines()[0][:300] if str(error) else ""
    return IncrowdError(
        say(
            "Something went wrong inside incrowd: {kind}: {error}",
            kind=type(error).__name__,
            error=first_line,
        ),
        say(
            "This is a bug in incrowd, not a problem with your data. Set INCROWD_DEBUG=1 to "
            "see where it is."
        ),
    )


def _fail(error: IncrowdError) -> NoReturn:
    """Print message and hint, with --json also the error as JSON, and exit with 2."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    console.print(f"Error: {error.message}", style="bold red")
    for detail in error.errors:
        console.print(f"  {detail}")
    if error.hint:
        console.print(f"Hint: {error.hint}")
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps(error.to_dict(), ensure_ascii=False) + "\n")
    sys.exit(2)
