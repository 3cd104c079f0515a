"""`incrowd check DATA -k 5`, or `--for public`: exit 0 if it holds, 1 if not; for pipelines."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say


@options.opening
def run(
    open_data: options.Open,
    k: Annotated[int | None, typer.Option("-k", help="Rows that every class must have.")] = None,
    l: Annotated[
        int | None, typer.Option("-l", help="Distinct sensitive values in every class.")
    ] = None,
    t: Annotated[
        float | None, typer.Option("-t", help="Largest distance to the whole table, 0 to 1.")
    ] = None,
    purpose: options.Purpose = None,
    original: Annotated[
        str | None,
        typer.Option(
            "--original", metavar="DATA", help="What DATA was made from, to compare the row order."
        ),
    ] = None,
    state: options.Levels = "",
    json: options.Json = False,
) -> None:
    """Check that DATA holds k, l and t, or all that a purpose asks: exit 0 if so, 1 if not."""
    from incrowd.cli import printing
    from incrowd.service.datasets.verdict import check_for

    _check_request(k, l, t, purpose, original)
    levels = options.levels(state)
    if purpose is not None:
        with ProgressBar() as bar, open_data(bar, ordered=original is not None) as dataset:
            verdict = check_for(dataset, purpose, levels, original)
        if json:
            printing.print_json(verdict.to_dict())
        else:
            printing.print_verdict(dataset.table, verdict.verdict)
        holds = verdict.holds
    else:
        with ProgressBar() as bar, open_data(bar) as dataset:
            check = dataset.check(k or 0, l, t, levels)
        if json:
            printing.print_json(check.to_dict())
        else:
            printing.print_check(dataset.table, check, dataset.safeguards)
        holds = check.holds
    if not holds:
        raise typer.Exit(1)


def _check_request(
    k: int | None, l: int | None, t: float | None, purpose: str | None, original: str | None
) -> None:
    if purpose is None and k is None:
        raise InvalidParameter(
            say("Nothing is asked of the data."),
            say("Give -k with the rows that every class must have, or --for with a purpose."),
        )
    if purpose is not None and (k, l, t) != (None, None, None):
        raise InvalidParameter(
            say("k, l and t come with the purpose."), say("Give -k, -l and -t, or --for.")
        )
    if purpose is None and original is not None:
        raise InvalidParameter(
            say("The original is looked at for a purpose only."), say("Give --for as well.")
        )
