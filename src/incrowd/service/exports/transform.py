"""Write a table with sampling and noise applied, and prove on the file what was promised.

transform(table, parse_steps(["income:rank_swap=5"]), Path("swapped.csv")).output.rows

This is no release: all columns are written, and nobody is hidden in a crowd.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from incrowd.answers import Answer, Words, shape
from incrowd.dataset.changing import change_values, tell_steps
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import Source
from incrowd.engines.duckdb.relation import FileStyle
from incrowd.engines.files.atomic_write import folder_beside
from incrowd.engines.files.format import OutputFormat
from incrowd.engines.files.formats import output_format
from incrowd.engines.opening import open_file
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import write
from incrowd.errors import BrokenPromise, InvalidParameter, NothingToMeasure
from incrowd.language import say
from incrowd.release.output_place import check_place
from incrowd.release.recipe import Recipe
from incrowd.release.target import Target
from incrowd.service.datasets.technique_effects import StepEffect, TechniqueEffects, measure_effects
from incrowd.table import Profile
from incrowd.techniques.step import Step, parse_steps

__all__ = ["StepEffect", "TechniqueEffects", "Transformation", "prepare", "transform"]

METHOD = "transform"
"""The method of a recipe that changes values and generalises nothing."""


@dataclass(frozen=True)
class TransformedFile:
    """A file with changed values, compared cell by cell with what should stand in it."""

    path: str
    rows: int
    columns: int
    verified: bool
    warnings: tuple[Words, ...]


@dataclass(frozen=True)
class Transformation(Answer):
    """The effect of techniques, and the file where one was written."""

    effects: TechniqueEffects = field(metadata=shape(inline=True))
    output: TransformedFile | None = field(default=None, metadata=shape(optional=True))


def prepare(
    table: OpenTable,
    techniques: Sequence[str],
    seed: str | None,
    output: str | None,
    recipe: Path | None,
    style: Mapping[str, str | None],
) -> tuple[tuple[Step, ...], Target | None]:
    """Read what was typed, and refuse places where nothing may be written before any work."""
    steps = parse_steps(techniques, seed)
    others = [] if recipe is None else [recipe]
    if recipe is not None:
        check_place(recipe, table)
    if output is None:
        return steps, None
    return steps, Target.check(Path(output), table, others=others, **style)


def transform(
    table: OpenTable,
    steps: Sequence[Step],
    target: Target | None = None,
    recipe: Path | None = None,
) -> Transformation:
    """Tell what techniques do, and with a target write the table as they leave it."""
    if not steps:
        raise InvalidParameter(
            say("No technique is given."),
            say("Name one, as in {example}.", example="--technique sample=0.1"),
        )
    effects = measure_effects(table, steps)
    written = None if target is None else _write(table, steps, target)
    if recipe is not None:
        _to_recipe(table, steps).write(recipe)
    return Transformation(effects, written)


def _write(table: OpenTable, steps: Sequence[Step], target: Target) -> TransformedFile:
    changed, _ = change_values(table, steps, owning=False)
    source = changed.source
    with closing(source):
        if not isinstance(source, StoredTable):  # a changed table always is one
            raise NothingToMeasure(say("The rows are no longer available."))
        form = output_format(target.format, _style(source, target))
        columns = [profile.name for profile in source.profiles()]
        with folder_beside(target.path) as folder:
            path = folder / f"{secrets.token_hex(8)}.unverified.{target.format}"
            write(source, path, form, columns, {}, None, table.progress)
            _verify(path, form, source)
            path.replace(target.path)
        warnings = (
            *tell_steps(steps),
            say("This is no anonymous release: all columns are in the file."),
        )
        return TransformedFile(str(target.path), source.rows, len(columns), True, warnings)


def _style(source: StoredTable, target: Target) -> FileStyle:
    like = source.style
    style = like if like and like.format == target.format else FileStyle(target.format)
    return replace(
        style,
        delimiter=target.changes.get("delimiter", style.delimiter),
        encoding=target.changes.get("encoding", style.encoding),
    )


def _verify(path: Path, form: OutputFormat, source: StoredTable) -> None:
    """Read the file again: every column must hold each value as often as it should."""
    with closing(open_file(path, source.session.progress, form.options, trusted=True)) as read:
        names = [profile.name for profile in read.profiles()]
        meant = [form.name_as_read(profile.name) for profile in source.profiles()]
        same = read.rows == source.rows and names == meant
        wrong = [
            profile.name
            for name, profile in zip(names, source.profiles(), strict=False)
            if same and not _holds(_count(read, name), source, profile, form)
        ]
    if not same or wrong:
        raise BrokenPromise(
            say("What was written is not what should have been written."),
            say("The file was deleted. Choose another format."),
            wrong,
        )


def _holds(
    found: Mapping[str | None, int], source: StoredTable, profile: Profile, form: OutputFormat
) -> bool:
    """Whether a column was read as it should have been written, numbers in their plain form."""
    known = form.type_of(profile)
    meant: Counter[str | None] = Counter()
    for text, rows in _count(source, profile.name).items():
        if known is not None:
            meant[text and known.plain(text)] += rows
        else:
            meant[form.cells_as_read([text])[0]] += rows
    as_read: Counter[str | None] = Counter()
    for text, rows in found.items():
        as_read[text if text is None or known is None else known.plain_typed(text)] += rows
    return meant == as_read


def _count(source: Source, name: str) -> Mapping[str | None, int]:
    """How many rows each text of a column has."""
    texts, counts = source.tally([name]).columns
    return dict(zip(texts.to_pylist(), counts.to_pylist(), strict=True))


def _to_recipe(table: OpenTable, steps: Sequence[Step]) -> Recipe:
    """What repeats the techniques on other data; nothing is generalised or left out."""
    return Recipe(
        method=METHOD,
        roles=table.roles,
        hierarchies={},
        levels={},
        k=1,
        techniques=(*table.techniques, *steps),
    )
