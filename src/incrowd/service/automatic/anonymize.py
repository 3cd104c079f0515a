"""Anonymise a table: `anonymize_table(dataset, AnonymizationRequest(k=5), Output(path))`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.fitting import Fitness, RoleChange, make_fit
from incrowd.anonymization.outcome import Anonymized, Outcome
from incrowd.anonymization.request import (
    DEFAULT_LIMIT,
    AnonymizationRequest,
    DiversityName,
    MethodName,
    ObjectiveName,
    StrengthName,
    parse_request,
)
from incrowd.dataset.open_table import OpenTable
from incrowd.progress import Progress, silent
from incrowd.release.output_place import check_place
from incrowd.release.table_target import TableTarget, is_table_address
from incrowd.release.target import Released, Target

__all__ = [
    "DEFAULT_LIMIT",
    "AnonymizationRequest",
    "Anonymized",
    "DiversityName",
    "Fitness",
    "MethodName",
    "ObjectiveName",
    "Outcome",
    "Output",
    "Released",
    "RoleChange",
    "StrengthName",
    "anonymize_table",
    "parse_request",
]


@dataclass(frozen=True)
class Output:
    """A file to be written, and in what it differs from the one that was opened."""

    path: Path | str
    """A file, or the address of a table in the database of the data."""
    keep_order: bool = False
    delimiter: str | None = None
    encoding: str | None = None
    typed: str | None = None
    """How ranges are written, where not as text."""

    @classmethod
    def to(cls, path: str | None, keep_order: bool, *style: str | None) -> Output | None:
        """A file or a table in some style; nothing where no path is given."""
        return None if path is None else cls(path, keep_order, *style)


def anonymize_table(
    table: OpenTable,
    request: AnonymizationRequest,
    output: Output | None = None,
    recipe: Path | None = None,
    *,
    purpose: Preset | None = None,
    others: Iterable[Path] = (),
    progress: Progress = silent,
) -> tuple[Outcome, Released | None, Fitness | None]:
    """Find the best way to publish a table, and write the file and the recipe that are asked for.

    A file that cannot be written, or is one of the `others` in use, is refused before the search
    begins. With a purpose roles, protections and k follow from its preset, and every check passes.
    """
    target: Target | TableTarget | None = None
    if output is not None and is_table_address(output.path):
        target = TableTarget.check(str(output.path), table)
    elif output is not None:
        target = Target.check(
            Path(output.path),
            table,
            delimiter=output.delimiter,
            encoding=output.encoding,
            typed=output.typed,
        )
    if recipe is not None:
        written = [target.path] if isinstance(target, Target) else []
        check_place(recipe, table, [*written, *others])
    fitness = None
    if purpose is None:
        outcome = anonymize(table, request, progress)
    else:
        fit = make_fit(table, purpose, request, progress)
        outcome, fitness = fit.outcome, fit.fitness
    released = None
    if output is not None and target is not None:
        released = outcome.write(target, keep_order=output.keep_order, progress=progress)
    if recipe is not None:
        outcome.recipe(recipe, released)
    return outcome, released, fitness
