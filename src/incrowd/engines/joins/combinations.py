"""Make the combinations of a join and tell for how many rows each of them stands.

A table `j(…, n)` tells of each joined combination either the codes of the columns that are asked
for, or, to look rows up, the numbers of the combinations of each source; where an outer join found
no partner these are missing. The numbers may be told beside the codes, too: they tell who has a
partner, whatever the codes are. Sources come in one after the other. Inner partners are found
first, so that those who have none are known, too, when texts go together by a table of pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.statements import create, select
from incrowd.engines.joins.distinct_counts import CountedSources, CountedTable
from incrowd.engines.joins.join import Column, Join, JoinedTally, too_many_combinations
from incrowd.engines.joins.pages import JoinedPages
from incrowd.engines.joins.pairs import KeyPair, join_by_pairs
from incrowd.progress import Progress

_TABLE_NUMBERS: Final = count()
"""Tables are numbered, so that two joins never meet in one name."""


@dataclass(frozen=True)
class JoinPlan:
    """What is to be joined, and how much of it is made at most."""

    counted: CountedSources
    joins: tuple[Join, ...]
    most: int
    progress: Progress | None = None


@dataclass(frozen=True)
class JoinedCombinations:
    """The joined combinations, kept in the database."""

    counted: CountedSources
    name: str
    tables: tuple[CountedTable, ...]
    joins: tuple[Join, ...]
    """Kept alive, since they are known by their identity."""
    codes: Mapping[Column, str]
    """What the columns that were asked for are called in the table."""

    @cached_property
    def pages(self) -> JoinedPages:
        """The joined rows one by one."""
        return JoinedPages(self.counted, self.name, self.tables)

    def rows(self) -> int:
        """The number of joined rows."""
        total = select(["coalesce(sum(n), 0)"], self.name)
        return int(self.counted.session.rows(total)[0][0])

    def tally(self, columns: Sequence[Column], labels: Sequence[str]) -> pa.Table:
        """Count the joined rows of each combination of columns."""
        return self._tallied(columns, labels, {})

    def tally_with_partners(
        self, columns: Sequence[Column], labels: Sequence[str], sources: Sequence[int], marks: bool
    ) -> JoinedTally:
        """Count them, and tell the numbers of some sources, or only whether there is one."""
        numbers = {
            f"#{source}": f"CASE WHEN i{source} IS NULL THEN -1 ELSE 0 END"
            if marks
            else f"CAST(coalesce(i{source}, -1) AS INTEGER)"
            for source in sources
        }
        result = self._tallied(columns, labels, numbers)
        combination = {
            source: result.column(f"#{source}").to_numpy().astype(np.int32) for source in sources
        }
        for source in () if marks else sources:
            combination[source] = _kinds_of(self.tables[source], combination[source])
        rows = () if marks else tuple(map(_units, self.tables))
        by_person = [] if marks else [table.kinds is not None for table in self.tables]
        return JoinedTally(
            result.select([*labels, ROWS]),
            combination,
            rows,
            tuple(source for source, yes in enumerate(by_person) if yes),
        )

    def _tallied(
        self, columns: Sequence[Column], labels: Sequence[str], numbers: Mapping[str, str]
    ) -> pa.Table:
        counting = self._counting(columns, list(numbers.values()))
        result = self.counted.session.table(counting, "counting combinations")
        texts = [
            self.tables[column.source].decode(column.name, codes)
            for column, codes in zip(columns, result.columns[: len(columns)], strict=True)
        ]
        others = result.columns[len(columns) :]
        return pa.table([*texts, *others], [*labels, *numbers, ROWS])

    def _counting(self, columns: Sequence[Column], numbers: Sequence[str] = ()) -> str:
        codes = [self.codes[column] for column in columns]
        total = "CAST(coalesce(sum(n), 0) AS BIGINT) AS n"
        grouped = "GROUP BY ALL" if columns or numbers else ""
        return select([*codes, *numbers, total], self.name, grouped)

    def drop(self) -> None:
        """Forget them."""
        self.counted.session.rows(f"DROP TABLE IF EXISTS {self.name}")


def _kinds_of(table: CountedTable, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """The kind of person of each combination, where people are counted."""
    if table.kinds is None:
        return numbers
    return np.append(table.kinds, np.int32(-1))[numbers]


def _units(table: CountedTable) -> NDArray[np.int64]:
    return table.counts if table.people is None else table.people


def combine(
    wanted: JoinPlan,
    columns: Sequence[Column],
    numbered: Sequence[int] = (),
    *,
    by_person: bool = False,
) -> JoinedCombinations:
    """Join the distinct combinations of the columns and of those that are joined on.

    Of the numbered sources the numbers of their combinations are kept beside the columns. By
    person, combinations are told apart by the kind of person who has them, too.
    """
    # numbering texts pays where pairs of them are looked up, not where they only have to be equal
    equal = all(on.pairs is None for join in wanted.joins for on in join.on)
    joined_on = _joined_on(wanted.joins)
    tables = tuple(
        wanted.counted.table(
            source,
            _names_of(source, columns),
            _names_of(source, joined_on),
            wanted.progress,
            as_texts=equal,
            by_person=by_person,
        )
        for source in range(len(wanted.counted.sources))
    )
    codes = {column: f"x{place}" for place, column in enumerate(columns)}
    made = _JoinBuilder(wanted, tables, codes, numbered)
    try:
        made.start()
        for new, join in enumerate(wanted.joins, 1):
            made.join(new, join)
    except BaseException:
        made.drop()
        raise
    return JoinedCombinations(wanted.counted, made.name, tables, wanted.joins, codes)


def _joined_on(joins: Sequence[Join]) -> list[Column]:
    return [column for join in joins for on in join.on for column in (on.left, on.right)]


def _names_of(source: int, columns: Sequence[Column]) -> set[str]:
    return {column.name for column in columns if column.source == source}


@dataclass(frozen=True)
class _CarriedColumn:
    """Something of a source that is carried along."""

    source: int
    name: str
    own: str
    """What it is called in the table of its source."""


class _JoinBuilder:
    """Sources that come in one by one; a table holds what there is so far."""

    def __init__(
        self,
        wanted: JoinPlan,
        tables: Sequence[CountedTable],
        codes: Mapping[Column, str],
        numbered: Sequence[int],
    ) -> None:
        self._wanted = wanted
        self._tables = tables
        self._codes = codes
        self._numbered = numbered if codes else range(len(tables))
        self._run = wanted.counted.session.run
        self.name = ""

    def start(self) -> None:
        """Begin with the first source."""
        cells = [f"t.{cell.own} AS {cell.name}" for cell in self._cells(0)]
        first = select([*cells, "t.n"], f"{self._tables[0].name} AS t")
        self.name = self._keep(first, limited=False)

    def join(self, new: int, join: Join) -> None:
        """Bring in source `new`."""
        before, inner = self.name, self._inner(new, join)
        parts = [select([f"i.{name}" for name in self._names(new)], f"{inner} AS i")]
        if join.kind in ("left", "full"):
            parts.append(self._without_partner(new, before, inner))
        if join.kind in ("right", "full"):
            parts.append(self._newcomers(new, inner))
        if len(parts) == 1:
            self.name = inner
        else:
            try:
                self.name = self._keep(" UNION ALL ".join(parts))
            finally:
                self._drop(inner)
        self._drop(before)

    def drop(self) -> None:
        """Forget what there is so far."""
        if self.name:
            self._drop(self.name)

    def _inner(self, new: int, join: Join) -> str:
        """Those that have a partner; `p` and `q` tell which ones these are, if need be."""
        right = self._tables[new]
        session, progress = self._wanted.counted.session, self._wanted.progress
        numbered = self._wanted.counted.vocabulary.pairs
        on = [
            KeyPair(
                self._key(on.left),
                right.key(on.right.name),
                None if on.pairs is None else numbered(on.pairs),
            )
            for on in join.on
        ]
        with join_by_pairs(session, self.name, right.name, on, progress) as source:
            left_numbers = ["l.rowid AS p"] if join.kind in ("left", "full") else []
            right_numbers = ["r.rowid AS q"] if join.kind in ("right", "full") else []
            cells = [
                f"r.{cell.own} AS {cell.name}" if cell.source == new else f"l.{cell.name}"
                for cell in self._cells(new)
            ]
            rows = [*left_numbers, *right_numbers, *cells, "l.n * r.n AS n"]
            return self._keep(select(rows, source))

    def _without_partner(self, new: int, before: str, inner: str) -> str:
        """Earlier ones beside nobody."""
        cells = ["NULL" if cell.source == new else f"l.{cell.name}" for cell in self._cells(new)]
        source = f"{before} AS l ANTI JOIN {inner} AS i ON i.p = l.rowid"
        return select([*cells, "l.n"], source)

    def _newcomers(self, new: int, inner: str) -> str:
        """Those of the new source beside nobody."""
        cells = [f"r.{cell.own}" if cell.source == new else "NULL" for cell in self._cells(new)]
        source = f"{self._tables[new].name} AS r ANTI JOIN {inner} AS i ON i.q = r.rowid"
        return select([*cells, "r.n"], source)

    def _cells(self, done: int) -> list[_CarriedColumn]:
        """What is carried along of the sources up to `done`: what is asked for, later keys."""
        shown = [
            _CarriedColumn(column.source, name, self._tables[column.source].code(column.name))
            for column, name in self._codes.items()
        ]
        numbers = [_CarriedColumn(source, f"i{source}", "rowid") for source in self._numbered]
        needed = self._needed(done)
        keys = [_CarriedColumn(key.source, self._key(key), self._own_key(key)) for key in needed]
        return [cell for cell in (*shown, *numbers, *keys) if cell.source <= done]

    def _names(self, done: int) -> list[str]:
        return [*(cell.name for cell in self._cells(done)), "n"]

    def _needed(self, done: int) -> list[Column]:
        """The columns of the sources up to `done` on which later ones are joined."""
        later = [on.left for join in self._wanted.joins[done:] for on in join.on]
        return [column for column in dict.fromkeys(later) if column.source <= done]

    def _own_key(self, column: Column) -> str:
        return self._tables[column.source].key(column.name)

    def _key(self, column: Column) -> str:
        return f"k{column.source}{self._own_key(column)}"

    def _keep(self, query: str, *, limited: bool = True) -> str:
        """A table of what is asked for, or an error if it is too much."""
        name, most = f"j{next(_TABLE_NUMBERS)}", self._wanted.most
        bounded = f"{query} LIMIT {most + 1}" if limited else query
        ((rows,),) = self._run(create("TABLE", name, bounded), "joining", self._wanted.progress)
        if limited and rows > most:
            self._drop(name)
            raise too_many_combinations(most)
        return name

    def _drop(self, *names: str) -> None:
        for name in names:
            self._run(f"DROP TABLE {name}", "joining", None)
