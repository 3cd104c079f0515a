"""Make the combinations of a join, as numbers of the combinations of each source.

A table `j(i0, i1, …, n)` tells which combination of source 0 stands beside which one of source 1,
…, and for how many rows that is; where an outer join found no partner the number is missing.
Sources come in one after the other. Inner partners are found first, so that those who have none are
known, too, when texts go together by a table of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Final

from incrowd.engines.counted import CountedSources, CountedTable
from incrowd.engines.joined_pages import JoinedPages
from incrowd.engines.joins import Column, Join
from incrowd.engines.pairing import Pairing, paired
from incrowd.engines.source import ROWS, Progress
from incrowd.engines.statements import create, select
from incrowd.errors import InvalidParameter

if TYPE_CHECKING:
    import pyarrow as pa

_NUMBERS: Final = count()
"""Tables are numbered, so that two joins never meet in one name."""


@dataclass(frozen=True)
class Combination:
    """What is to be joined, and how much of it is made at most."""

    counted: CountedSources
    joins: tuple[Join, ...]
    most: int
    progress: Progress | None = None


@dataclass(frozen=True)
class Combinations:
    """The joined combinations, kept in the database."""

    counted: CountedSources
    name: str
    tables: tuple[CountedTable, ...]
    joins: tuple[Join, ...]
    """Kept alive, since they are known by their identity."""

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
        import pyarrow as pa

        found = self.counted.session.table(self._counting(columns), "counting combinations")
        texts = [
            self.tables[column.source].decode(column.name, codes)
            for column, codes in zip(columns, found.columns[:-1], strict=True)
        ]
        return pa.table([*texts, found.columns[-1]], [*labels, ROWS])

    def _counting(self, columns: Sequence[Column]) -> str:
        used = sorted({column.source for column in columns})
        beside = [
            f"LEFT JOIN {self.tables[each].name} AS t{each} ON t{each}.rowid = j.i{each}"
            for each in used
        ]
        codes = [
            f"t{column.source}.{self.tables[column.source].code(column.name)} AS x{place}"
            for place, column in enumerate(columns)
        ]
        total = "CAST(coalesce(sum(j.n), 0) AS BIGINT) AS n"
        grouped = "GROUP BY ALL" if columns else ""
        return select([*codes, total], " ".join([f"{self.name} AS j", *beside]), grouped)

    def drop(self) -> None:
        """Forget them."""
        self.counted.session.rows(f"DROP TABLE IF EXISTS {self.name}")


def combine(wanted: Combination, columns: Sequence[Column]) -> Combinations:
    """Join the distinct combinations of the columns and of those that are joined on."""
    tables = tuple(
        wanted.counted.table(
            source, _of(source, columns), _of(source, _joined_on(wanted.joins)), wanted.progress
        )
        for source in range(len(wanted.counted.sources))
    )
    made = _Joining(wanted, tables)
    for new, join in enumerate(wanted.joins, 1):
        made.join(new, join)
    return Combinations(wanted.counted, made.name, tables, wanted.joins)


def _joined_on(joins: Sequence[Join]) -> list[Column]:
    return [column for join in joins for on in join.on for column in (on.left, on.right)]


def _of(source: int, columns: Sequence[Column]) -> set[str]:
    return {column.name for column in columns if column.source == source}


class _Joining:
    """Sources that come in one by one; a table holds what there is so far."""

    def __init__(self, wanted: Combination, tables: Sequence[CountedTable]) -> None:
        self._wanted = wanted
        self._tables = tables
        self._run = wanted.counted.session.run
        keys = [f"t.{self._own(key)} AS {self._name(key)}" for key in self._needed(0)]
        first = select(["t.rowid AS i0", *keys, "t.n"], f"{tables[0].name} AS t")
        self.name = self._keep(first, limited=False)

    def join(self, new: int, join: Join) -> None:
        """Bring in source `new`."""
        before, inner = self.name, self._inner(new, join)
        parts = [select(self._columns(new), f"{inner} AS i")]
        if join.kind in ("left", "full"):
            parts.append(self._without_partner(new, before, inner))
        if join.kind in ("right", "full"):
            parts.append(self._newcomers(new, inner))
        self.name = self._keep(" UNION ALL ".join(parts)) if len(parts) > 1 else inner
        self._drop(before, *([inner] if len(parts) > 1 else []))

    def _inner(self, new: int, join: Join) -> str:
        """Those that have a partner; `p` tells which of the earlier ones it is, if need be."""
        right = self._tables[new]
        on = [Pairing(self._name(on.left), right.text(on.right.name), on.pairs) for on in join.on]
        with paired(self._wanted.counted.session, self.name, right.name, on) as source:
            keys = [
                f"r.{self._own(key)} AS {self._name(key)}" if key.source == new else self._name(key)
                for key in self._needed(new)
            ]
            ids = [f"l.i{each}" for each in range(new)]
            outer = ["l.rowid AS p"] if join.kind in ("left", "full") else []
            rows = [*outer, *ids, f"r.rowid AS i{new}", *keys, "l.n * r.n AS n"]
            return self._keep(select(rows, source))

    def _without_partner(self, new: int, before: str, inner: str) -> str:
        """Earlier ones beside nobody."""
        keys = [
            "NULL" if key.source == new else f"l.{self._name(key)}" for key in self._needed(new)
        ]
        ids = [f"l.i{each}" for each in range(new)]
        source = f"{before} AS l ANTI JOIN {inner} AS i ON i.p = l.rowid"
        return select([*ids, "NULL", *keys, "l.n"], source)

    def _newcomers(self, new: int, inner: str) -> str:
        """Those of the new source beside nobody."""
        keys = [f"r.{self._own(key)}" if key.source == new else "NULL" for key in self._needed(new)]
        source = f"{self._tables[new].name} AS r ANTI JOIN {inner} AS i ON i.i{new} = r.rowid"
        return select([*["NULL"] * new, "r.rowid", *keys, "r.n"], source)

    def _columns(self, new: int) -> list[str]:
        keys = [self._name(key) for key in self._needed(new)]
        return [f"i.{name}" for name in [*(f"i{each}" for each in range(new + 1)), *keys, "n"]]

    def _needed(self, done: int) -> list[Column]:
        """The columns of the sources up to `done` on which later ones are joined."""
        later = [on.left for join in self._wanted.joins[done:] for on in join.on]
        return [column for column in dict.fromkeys(later) if column.source <= done]

    def _own(self, column: Column) -> str:
        return self._tables[column.source].text(column.name)

    def _name(self, column: Column) -> str:
        return f"k{column.source}{self._own(column)}"

    def _keep(self, query: str, *, limited: bool = True) -> str:
        """A table of what is asked for, or an error if it is too much."""
        name, most = f"j{next(_NUMBERS)}", self._wanted.most
        bounded = f"{query} LIMIT {most + 1}" if limited else query
        ((rows,),) = self._run(create("TABLE", name, bounded), "joining", self._wanted.progress)
        if limited and rows > most:
            self._drop(name)
            raise _too_many(most)
        return name

    def _drop(self, *names: str) -> None:
        for name in names:
            self._run(f"DROP TABLE {name}", "joining", None)


def _too_many(most: int) -> InvalidParameter:
    return InvalidParameter(
        f"The join gives more than {most:,} different combinations.",
        "Join on more columns, leave out columns that are hardly ever equal, or filter first.",
    )
