"""Apply techniques to a stored table and keep the result as another one, beside it.

effects = rewrite(table, parse_steps(["income:round=1000"]), None, Path("changed.parquet"))
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.statements import copy, select
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.engines.stored.published_sql import INCOMING, ROW_NUMBER, ROWS
from incrowd.engines.stored.storage import ROW, describe, notes_path
from incrowd.engines.stored.table import StoredTable
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.table import Profile
from incrowd.techniques.cells import Cells
from incrowd.techniques.effect import Effect, compare
from incrowd.techniques.profiling import profile_cells
from incrowd.techniques.step import Step, check_column

STEP = "Changing values"


def check_steps(
    steps: Sequence[Step], profiles: Sequence[Profile], person: str | None = None
) -> None:
    """Refuse columns that are not there, the person key, and what a technique cannot change."""
    known = {profile.name: profile for profile in profiles}
    for step in steps:
        if step.column is None:
            continue
        if step.column not in known:
            raise UnknownAttribute.among(step.column, known)
        if step.column == person:
            raise InvalidParameter(
                say("'{name}' says whose row it is, so its values stay.", name=person),
                say("Choose another column."),
            )
        check_column(step, known[step.column])


def rewrite(
    source: StoredTable,
    steps: Sequence[Step],
    person: str | None,
    target: Path,
    progress: Progress = silent,
) -> tuple[Effect, ...]:
    """Write the table as the techniques leave it, one after the other, and say what each did.

    A sample is one of people where there is a person key. Rows stay in their order.
    """
    check_steps(steps, source.profiles(), person)
    changing = _Changing(source, np.ones(source.rows, np.bool_))
    effects = []
    for place, step in enumerate(steps):
        progress(STEP, place / max(len(steps), 1))
        effects.append(changing.take(step, place, person))
    progress(STEP, 1.0)
    with translate_errors(source.name):
        _write(source, changing, target)
    return tuple(effects)


@dataclass(eq=False)
class _Changing:
    """A table half-way: the columns that were looked at, and the rows that are left."""

    source: StoredTable
    kept: NDArray[np.bool_]
    columns: dict[str, Cells] = field(default_factory=dict)

    def take(self, step: Step, place: int, person: str | None) -> Effect:
        """Take one step with the rows that are left."""
        chosen, rows = step.technique, int(self.kept.sum())
        if chosen.choose is not None:
            stays = chosen.choose(self._owners(person), step.setting, step.random(place))
            self.kept[np.flatnonzero(self.kept)[~stays]] = False
            return Effect(step, rows, int(stays.sum()))
        if chosen.change is None or step.column is None:  # parsing refuses that
            raise ValueError(step)
        old = self._cells(step.column)
        there = old.with_codes(old.codes[self.kept])
        new = chosen.change(there, step.setting, step.random(place))
        codes = np.full(len(old.codes), -1, np.int32)
        codes[self.kept] = new.codes
        self.columns[step.column] = replace(new, codes=codes)
        return compare(step, there, new)

    def _owners(self, person: str | None) -> NDArray[np.int64]:
        """The number of the person of each row; a row without a key is a person of its own."""
        if person is None:
            return np.arange(int(self.kept.sum()), dtype=np.int64)
        cells = self._cells(person)
        codes = cells.codes[self.kept].astype(np.int64)
        nobody = np.array([*map(_names_nobody, cells.values), True], np.bool_)[codes]
        codes[nobody] = len(cells.values) + np.arange(int(nobody.sum()))
        owners: NDArray[np.int64] = np.unique(codes, return_inverse=True)[1].astype(np.int64)
        return owners

    def _cells(self, name: str) -> Cells:
        if name not in self.columns:
            self.columns[name] = read_cells(self.source, name)
        return self.columns[name]


def _names_nobody(key: str) -> bool:
    """Whether a person key is blank."""
    return not key.strip()


def read_cells(source: StoredTable, name: str) -> Cells:
    """The cells of a column, in the order of the rows."""
    names = [profile.name for profile in source.profiles()]
    place = names.index(name)
    query = select([f"d.c{place}"], ROWS, f"ORDER BY {ROW_NUMBER}")
    with source.cursor() as cursor:
        texts = cursor.execute(query).to_arrow_table().column(0)
    return Cells.of(source.profiles()[place], texts)


def _write(source: StoredTable, changing: _Changing, target: Path) -> None:
    """Write all columns, those that were changed from here, as `store` writes them."""
    profiles = source.profiles()
    names = [profile.name for profile in profiles]
    changed = {names.index(name): cells for name, cells in changing.columns.items()}
    kept = np.flatnonzero(changing.kept)
    incoming = {f"c{place}": cells.texts().take(pa.array(kept)) for place, cells in changed.items()}
    incoming[ROW] = pa.array(_row_numbers(source)[kept])
    texts = [f"{'n' if place in changed else 'd'}.c{place}" for place in range(len(names))]
    number = f"row_number() OVER (ORDER BY {ROW_NUMBER}) AS {ROW}"
    join = f"JOIN {INCOMING} AS n ON n.{ROW} = {ROW_NUMBER}"
    named = [f"{text} AS {text[2:]}" for text in texts]
    query = select([*named, number], ROWS, join)
    with (
        source.cursor() as cursor,
        write_atomically(target) as part,
        write_atomically(notes_path(target)) as notes,
    ):
        cursor.register(INCOMING, pa.table(incoming))
        cursor.execute(copy(query, str(part.absolute()), format="parquet", compression="zstd"))
        cursor.unregister(INCOMING)
        after = [
            _profile_after(source, profile, changed.get(place), changing.kept)
            for place, profile in enumerate(profiles)
        ]
        described = describe(source.name, len(kept), after, source.style)
        notes.write_text(json.dumps(described), "utf-8")


def _row_numbers(source: StoredTable) -> NDArray[np.int64]:
    with source.cursor() as cursor:
        numbers = cursor.execute(select([ROW_NUMBER], ROWS, f"ORDER BY {ROW_NUMBER}"))
        return np.asarray(numbers.to_arrow_table().column(0), np.int64)


def _profile_after(
    source: StoredTable, profile: Profile, cells: Cells | None, kept: NDArray[np.bool_]
) -> Profile:
    """A column that nothing was done to is looked at again only where rows are left out."""
    if cells is None:
        if kept.all():
            return profile
        cells = read_cells(source, profile.name)
    return profile_cells(cells.with_codes(cells.codes[kept]))
