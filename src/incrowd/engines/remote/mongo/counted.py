"""A collection that stays in MongoDB and is counted there: one `$group` per question.

table = CountedCollection(connection, connection.find("people"))
table.tally(["age", "address.zip"])

Values are grouped as they are stored and become text here, since the server writes some otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import pyarrow as pa

from incrowd.engines.contract import CHECK_THE_TABLE, MOST_TUPLES, ROWS, EngineColumn, TableName
from incrowd.engines.duckdb.relation import check_rows
from incrowd.engines.remote.counting.profiling import MOST_VALUES, profile_figures, profile_values
from incrowd.engines.remote.mongo.connection import Connection
from incrowd.engines.remote.mongo.errors import gone
from incrowd.engines.remote.mongo.fields import FieldColumn, Stage
from incrowd.engines.remote.mongo.figures import figures_of, most_common
from incrowd.engines.remote.mongo.lookups import as_stored
from incrowd.engines.remote.mongo.values import Texts
from incrowd.engines.remote.table import RemoteTable
from incrowd.progress import Progress, silent
from incrowd.table import Profile


class CountedCollection(RemoteTable):
    """A collection of documents, seen as a table."""

    connection: Connection  # type: ignore[assignment]
    columns: tuple[FieldColumn, ...]

    def __init__(
        self,
        connection: Connection,
        place: TableName,
        progress: Progress = silent,
        *,
        most_tuples: int = MOST_TUPLES,
        columns: Sequence[EngineColumn] | None = None,
    ) -> None:
        super().__init__(
            connection,  # type: ignore[arg-type]
            place,
            progress,
            most_tuples=most_tuples,
            columns=columns,
        )
        self._natives: dict[str, dict[str | None, list[Any]]] = {}

    @cached_property
    def rows(self) -> int:
        """The number of documents."""
        counting: list[Stage] = [{"$group": {"_id": None, "n": {"$sum": 1}}}]
        counted = self.connection.documents(self.place, counting, "counting rows")
        rows = int(counted[0]["n"]) if counted else 0
        return check_rows(rows, self.place.shown, CHECK_THE_TABLE)

    def field(self, name: str) -> FieldColumn:
        """Find a field, or say which one was probably meant."""
        return self.columns[self.place_of(name)]

    def count_combinations(self, columns: Sequence[EngineColumn]) -> pa.Table:
        """Count the documents of each combination of values."""
        names = [column.name for column in columns]
        table, texts = self.count_groups(self._grouping_of(names), names, "counting combinations")
        self._remember(names, texts)
        if not table.num_rows or not table.column(ROWS)[0].as_py():
            raise gone(self.place.shown)
        return table

    def estimate_tuples(self, names: Sequence[str]) -> int:
        """Count the groups, but no further than one more than is wanted."""
        grouping = self._grouping_of(names)
        stages = [*grouping, {"$limit": self.most_tuples + 1}, {"$count": "n"}]
        step = "estimating the number of combinations"
        counted = self.connection.documents(self.place, stages, step)
        return int(counted[0]["n"]) if counted else 0

    def _grouping_of(self, names: Sequence[str]) -> list[Stage]:
        values = {f"x{place}": self.field(name).value for place, name in enumerate(names)}
        first: list[Stage] = [{"$project": {"_id": 0, **values}}] if names else []
        return [*first, group_by([f"$x{place}" for place in range(len(names))])]

    def count_groups(
        self, stages: Sequence[Stage], names: Sequence[str], step: str
    ) -> tuple[pa.Table, list[Texts]]:
        """The groups of a pipeline as texts, and the values behind these."""
        texts = [Texts() for _ in names]
        codes: list[list[int | None]] = [[] for _ in names]
        counts: list[int] = []
        for batch in self.connection.batches(self.place, stages, step, len(names) + 1):
            self.progress(step, None)
            counts += [int(document["n"]) for document in batch]
            keys = [document["_id"] or {} for document in batch]
            for place, each in enumerate(texts):
                codes[place] += each.encode([key.get(f"k{place}") for key in keys])
        if not names:
            counts = [sum(counts)]
        columns = [each.column(found) for each, found in zip(texts, codes, strict=True)]
        table = pa.table([*columns, pa.array(counts, pa.int64())], [*names, ROWS])
        return (_add_up(table) if any(each.merged for each in texts) else table), texts

    def _remember(self, names: Sequence[str], texts: Sequence[Texts]) -> None:
        """Know the values behind all texts of some columns; texts stand for themselves."""
        with self._lock:
            for name, each in zip(names, texts, strict=True):
                if self.field(name).type != "string":
                    self._natives[name] = each.natives

    def natives(self, name: str, value: str | None) -> list[Any]:
        """The values as they are stored that are written like this one."""
        column = self.field(name)
        if value is None or column.type == "string":
            return [value]
        written = self.spelling(name).of_engine(value)
        with self._lock:
            if name not in self._natives:
                self.tally([name])
            known = self._natives[name]
        return as_stored(column, [each for text in written for each in known.get(text, ())])

    def find_profile(self, column: EngineColumn) -> Profile:
        """Look at the values of a field."""
        name, step = column.name, f"looking at the values of '{column.name}'"
        grouping = self._grouping_of([name])
        bounded = [*grouping, {"$limit": MOST_VALUES + 1}]
        tally, texts = self.count_groups(bounded, [name], step)
        if tally.num_rows <= MOST_VALUES:
            self._remember([name], texts)
            tally = self.respell(tally, [name])
            return profile_values(self.session, column, tally, self.rows)
        stages = [*grouping, *figures_of(self.field(name))]
        (found,) = self.connection.documents(self.place, stages, step)
        common = self.count_groups([*grouping, *most_common()], [name], step)[0]
        common = self.respell(common, [name])
        values = [found.get(key) for key in ("missing", "known", "shortest", "longest")]
        ends = [{"end": found.get("low")}, {"end": found.get("high")}]
        (texts_of_ends,) = self.texts(ends, ["end"], [name])
        return profile_figures(column, self.rows, [*values, *texts_of_ends.to_pylist()], common)

    def texts(
        self,
        documents: Sequence[Mapping[str, Any]],
        fields: Sequence[str],
        names: Sequence[str],
        plain: Sequence[str] | None = None,
    ) -> list[pa.ChunkedArray]:
        """Some fields of documents as texts, written as every engine would write them."""
        columns = []
        for name in fields:
            texts = Texts()
            codes = texts.encode([document.get(name) for document in documents])
            columns.append(texts.column(codes))
        table = pa.table(columns, list(names))
        return list(self.respell_rows(table, names if plain is None else plain).columns)


def group_by(keys: Sequence[Any]) -> Stage:
    """Count the documents of each combination."""
    named = {f"k{place}": key for place, key in enumerate(keys)}
    return {"$group": {"_id": named or None, "n": {"$sum": 1}}}


def _add_up(table: pa.Table) -> pa.Table:
    """Add up combinations that became equal as texts."""
    names = table.column_names[:-1]
    summed = table.group_by(names).aggregate([(ROWS, "sum")])
    return summed.select([*names, f"{ROWS}_sum"]).rename_columns([*names, ROWS])
