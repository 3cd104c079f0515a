"""Options that several commands share, and how they are read."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import click
import typer

from incrowd.cli.progress import ProgressBar
from incrowd.cli.technique_options import Seed, Techniques
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.workspace.paths import VARIABLE

if TYPE_CHECKING:
    from incrowd.dataset.estimating import RiskEstimate
    from incrowd.service.datasets.dataset import Dataset

Open = Callable[..., Any]
"""Opens the data of the command line: `open_data(bar)`."""

Levels = Annotated[
    str,
    typer.Option("--state", metavar='"A=2,B=1"', help="Levels to use instead of the exact values."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Purpose = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="PRESET|FILE.toml",
        help="Who gets the data: {presets}, a preset saved in the workspace, or a TOML file.",
    ),
]
OutputDelimiter = Annotated[
    str | None,
    typer.Option("--output-delimiter", help="Delimiter of the CSV file. By default, that of DATA."),
]
OutputEncoding = Annotated[
    str | None,
    typer.Option("--output-encoding", help="Encoding of the CSV file. By default, that of DATA."),
]
Typed = Annotated[
    str | None,
    typer.Option(
        "--typed",
        metavar="ranges|midpoints",
        help="Write ranges of numbers and dates as two columns, such as age_from and age_to, or as "
        "midpoints. By default, ranges are text.",
    ),
]
KeepOrder = Annotated[
    bool,
    typer.Option(
        "--keep-order",
        help="Keep the rows in their order instead of shuffling them. Somebody who knows the order "
        "can find people by their place in it.",
    ),
]
Workspace = Annotated[
    Path,
    typer.Option("--workspace", envvar=VARIABLE, help="Folder for data sets and sources."),
]

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file ({input_formats}; text also as .gz or .zst), or a URL such as "
        "duckdb:///file.db#table, postgresql://user@host/database#table, or source://name#table "
        "for a source saved with 'incrowd source add'.",
        show_default=False,
    ),
]
Quasi = Annotated[
    list[str] | None,
    typer.Option("--qi", metavar="A,B", help="Quasi-identifiers: columns that others may know."),
]
Sensitive = Annotated[
    list[str] | None,
    typer.Option("--sensitive", metavar="C", help="Sensitive columns: nobody should learn them."),
]
Identifier = Annotated[
    list[str] | None,
    typer.Option("--identifier", metavar="D", help="Columns that point to one person."),
]
Person = Annotated[
    list[str] | None,
    typer.Option(
        "--person",
        metavar="KEY",
        help="The person key: rows with the same value are about the same person. People are then "
        "counted, not rows.",
    ),
]
Insensitive = Annotated[
    list[str] | None,
    typer.Option("--insensitive", metavar="E", help="Harmless columns."),
]
Hierarchies = Annotated[
    str | None,
    typer.Option(
        "--hierarchies",
        metavar="DIR",
        help="A folder with one CSV file per attribute (value;level1;…;*). Each file name ends "
        "with the name of its attribute.",
    ),
]
Promises = Annotated[
    list[str] | None,
    typer.Option(
        "--promise",
        metavar="[ATTRIBUTE:]NAME=VALUE",
        help="What the release must hold. For sensitive columns: l=3, diagnosis:l=3, income:t=0.3, "
        "or diagnosis:none. For the whole release: average_risk=0.05, or k_subsets=5:3 for k = 5 "
        "of any 3 facts. Names: {promises}. Can be repeated.",
    ),
]
AttackGain = Annotated[
    float | None,
    typer.Option(
        "--attack-gain",
        metavar="G",
        help="What somebody gains who finds a person, for profit_prosecutor and "
        "profit_journalist. 300 by default.",
    ),
]
AttackCost = Annotated[
    float | None,
    typer.Option(
        "--attack-cost",
        metavar="C",
        help="What an attempt to find a person costs, for profit_prosecutor and "
        "profit_journalist. 4 by default.",
    ),
]
Ranges = Annotated[
    list[str] | None,
    typer.Option("--range", metavar="NAME=LOW:HIGH", help="Combine two columns into a range."),
]
Explain = Annotated[
    bool,
    typer.Option("--explain", help="Print each statement sent to a database, and what comes back."),
]
MostCombinations = Annotated[
    int | None,
    typer.Option(
        "--most-combinations",
        metavar="N",
        help="How many different combinations may be loaded from a database into memory.",
    ),
]
Coarsen = Annotated[
    str | None,
    typer.Option(
        "--coarsen",
        metavar='auto|"A=2"',
        help="Let the database make columns coarser before it counts: to these levels, or just "
        "enough for the combinations to fit into memory.",
    ),
]
PushDown = Annotated[
    bool,
    typer.Option(
        "--push-down",
        help="Let the database count each choice of levels, for data with too many combinations "
        "to fit into memory.",
    ),
]
Preview = Annotated[
    bool | None,
    typer.Option(
        "--preview/--no-preview",
        help="Show an estimate on the error stream before counting. In a terminal, large tables "
        "get one by default.",
        show_default=False,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", help="Encoding of a text file. By default, it is detected."),
]
Delimiter = Annotated[
    str | None,
    typer.Option("--delimiter", help="Delimiter of a text file. By default, it is detected."),
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first line of a text file or sheet names the columns. By default, "
        "this is detected.",
        show_default=False,
    ),
]
Quote = Annotated[
    str | None, typer.Option("--quote", help="Quote character of a text file; '' for none.")
]


def open_data(
    data: Data,
    qi: Quasi = None,
    sensitive: Sensitive = None,
    identifier: Identifier = None,
    insensitive: Insensitive = None,
    person: Person = None,
    hierarchies: Hierarchies = None,
    promise: Promises = None,
    attack_gain: AttackGain = None,
    attack_cost: AttackCost = None,
    technique: Techniques = None,
    seed: Seed = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    quote: Quote = None,
    header: Header = None,
    explain: Explain = False,
    most_combinations: MostCombinations = None,
    coarsen: Coarsen = None,
    push_down: PushDown = False,
    preview: Preview = None,
    *,
    bar: ProgressBar,
    **more: Any,
) -> Dataset:
    """Open the data with the roles, hierarchies and format of the command line."""
    from incrowd.service.datasets.opening import open_table

    del explain  # heeded around the whole command
    if most_combinations is not None:
        more["most_combinations"] = most_combinations
    if coarsen is not None:
        more["coarsen"] = "auto" if coarsen == "auto" else levels(coarsen)
    if push_down:
        more["push_down"] = True
    more.update(attack_gain=attack_gain, attack_cost=attack_cost)
    reading = {"encoding": encoding, "delimiter": delimiter, "quote": quote}
    reading["header"] = None if header is None else ("no", "yes")[header]
    more.update({name: value for name, value in reading.items() if value is not None})

    def show(rows: int, estimate: Callable[[], RiskEstimate | None]) -> None:
        if _wants_estimate(rows, preview):
            _show_estimate(estimate(), bar)

    return open_table(
        data,
        quasi=names(qi),
        sensitive=names(sensitive),
        identifier=names(identifier) or (),
        insensitive=names(insensitive) or (),
        person=names(person) or (),
        hierarchies=hierarchies,
        promises=names(promise) or (),
        techniques=technique or (),
        seed=seed,
        progress=bar.tell,
        preview=show,
        **more,
    )


def _wants_estimate(rows: int, asked: bool | None) -> bool:
    """Whether it is asked for, or somebody waits for a large table."""
    from incrowd.dataset.estimating import MANY_ROWS

    return sys.stderr.isatty() and rows >= MANY_ROWS if asked is None else asked


def _show_estimate(estimate: RiskEstimate | None, bar: ProgressBar) -> None:
    if estimate is None:
        bar.write(say("This data is counted without an estimate first."))
    else:
        bar.write(" ".join(map(str, estimate.explanation)))


def opening(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `open_data`, and `open_data` with what the user chose."""
    own = _parameters(command)[1:]
    taken = {parameter.name for parameter in own}
    shared = [each for each in _parameters(open_data) if each.name not in taken]

    def run(**chosen: Any) -> None:
        mine = {parameter.name: chosen.pop(parameter.name) for parameter in own}
        datasets: list[Dataset] = []

        def opened(bar: ProgressBar, **more: Any) -> Dataset:
            datasets.append(open_data(**chosen, bar=bar, **more))
            return datasets[-1]

        try:
            with explaining(chosen["explain"]):
                command(opened, **mine)
        finally:
            for dataset in datasets:
                _print_notes(dataset)
                if dataset.person_warning is not None:
                    click.echo(f"Warning: {dataset.person_warning}", err=True)

    run.__doc__ = command.__doc__
    empty = inspect.Parameter.empty
    required = [parameter for parameter in (*shared, *own) if parameter.default is empty]
    optional = [parameter for parameter in (*own, *shared) if parameter.default is not empty]
    run.__dict__["__signature__"] = inspect.Signature([*required, *optional])
    run.__annotations__ = {
        parameter.name: parameter.annotation for parameter in (*required, *optional)
    }
    return run


def explaining(wanted: bool) -> AbstractContextManager[None]:
    """Print every statement on the error stream once it is done, if that is wanted."""
    if not wanted:
        return nullcontext()
    from incrowd.service.sources import Statement, watch_statements

    def show(done: Statement) -> None:
        facts = [f"{done.seconds:.2f} s"]
        if done.rows is not None:
            facts.append(f"{done.rows:,} rows, {done.bytes or 0:,} bytes")
        click.echo(f"-- {done.engine}: {done.step} ({'; '.join(facts)})\n{done.shown}", err=True)

    return watch_statements(show)


def _print_notes(dataset: Dataset) -> None:
    """Say on the error stream what was noticed in hierarchies, and what was generalised first."""
    for sentence in (*dataset.technique_notes, *dataset.beginnings):
        click.echo(f"Note: {sentence}", err=True)
    for attribute, notes in dataset.hierarchy_notes.items():
        for note in notes:
            click.echo(f"Note on the hierarchy of '{attribute}': {note}", err=True)


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(function, globalns=None, localns=_NAMES, include_extras=True)
    return [
        parameter.replace(annotation=hints[parameter.name])
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]


_NAMES = {"Dataset": Any}
"""What annotations name that is imported for type checking only."""


def names(given: Iterable[str] | None) -> list[str] | None:
    """Split lists of columns: `--qi a,b --qi c` -> a, b, c.

    >>> names(["a,b", " c "]), names(None)
    (['a', 'b', 'c'], None)
    """
    if given is None:
        return None
    return [name.strip() for part in given for name in part.split(",") if name.strip()]


def weights(text: str) -> dict[str, float]:
    """Read weights of attributes.

    >>> weights("age=2, sex=0.5")
    {'age': 2.0, 'sex': 0.5}
    """
    chosen: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, weight = part.rpartition("=")
        try:
            chosen[name.strip()] = float(weight)
        except ValueError:
            raise InvalidParameter(
                say("'{part}' is not a weight of an attribute.", part=part),
                say('Write it as in --weights "age=2,sex=1".'),
            ) from None
    return chosen


def functions(given: Iterable[str] | None) -> list[tuple[str, str]]:
    """Read which number of each group a column shows.

    >>> functions(["age=mean", "income = median"])
    [('age', 'mean'), ('income', 'median')]
    """
    chosen = []
    for part in given or ():
        name, equals, function = part.rpartition("=")
        if not equals or not name.strip():
            raise InvalidParameter(
                say("'{part}' does not say which number a column shows.", part=part),
                say("Write it as in --aggregate income=mean."),
            )
        chosen.append((name.strip(), function.strip()))
    return chosen


def levels(text: str) -> dict[str, int]:
    """Read a state.

    >>> levels("age=2, sex=1")
    {'age': 2, 'sex': 1}
    """
    chosen: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, level = part.rpartition("=")
        if not equals or not level.strip().isdecimal():
            raise InvalidParameter(
                say("'{part}' is not a level of an attribute.", part=part),
                say('Write it as in --state "age=2,sex=1".'),
            )
        chosen[name.strip()] = int(level)
    return chosen
