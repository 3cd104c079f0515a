"""Anonymise a table: `anonymize_table(dataset, AnonymizationRequest(k=5), Path("safe.csv"))`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from incrowd.anonymization.anonymize import anonymize
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
from incrowd.release.target import Released, Target

__all__ = [
    "DEFAULT_LIMIT",
    "AnonymizationRequest",
    "Anonymized",
    "DiversityName",
    "MethodName",
    "ObjectiveName",
    "Outcome",
    "Released",
    "StrengthName",
    "anonymize_table",
    "parse_request",
]


def anonymize_table(
    table: OpenTable,
    request: AnonymizationRequest,
    output: Path | None = None,
    recipe: Path | None = None,
    *,
    keep_order: bool = False,
    style: Mapping[str, str | None] | None = None,
    progress: Progress = silent,
) -> tuple[Outcome, Released | None]:
    """Find the best way to publish a table, and write the file and the recipe that are asked for.

    A file that cannot be written is refused before the search begins. `style` has the delimiter and
    the encoding of a text where these are not to be those of the data, and in `typed` how ranges
    are written.
    """
    target = None
    if output is not None:
        target = Target.check(output, table, **(style or {}))
    outcome = anonymize(table, request, progress)
    released = None
    if target is not None:
        released = outcome.write(target, keep_order=keep_order, progress=progress)
    if recipe is not None:
        outcome.recipe(recipe, released)
    return outcome, released
