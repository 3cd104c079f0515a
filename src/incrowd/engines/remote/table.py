"""A table that stays in its engine: counted, shown page by page and published there.

table = RemoteTable(connection, connection.find("public.people"))
table.page(PageRequest(limit=50, sort="age"))

A database has no order of rows: rows are numbered as they are shown.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.contract import MOST_TUPLES, ROWS, Connection, EngineColumn, TableName
from incrowd.engines.remote.counted import CountedTable, coded
from incrowd.engines.remote.paging import (
    Cells,
    PageQuery,
    RowQuery,
    ShownRow,
    find_tuples,
    locate,
    restrict,
    shown_cells,
)
from incrowd.engines.remote.published import PublishedRows
from incrowd.engines.remote.publishing import stage_release
from incrowd.engines.remote.states import minimal
from incrowd.engines.remote.states.sizes import count_classes, list_classes
from incrowd.engines.states.minimal import (
    ClassList,
    MinimalClass,
    MinimalCount,
    MinimalQuestion,
)
from incrowd.engines.states.question import ClassQuestion, ClassSizes, ListedClass, SmallClasses
from incrowd.engines.stored.page import (
    KeptTuples,
    Page,
    PageRequest,
    PageRow,
    Recoding,
    RiskyRow,
)
from incrowd.errors import EngineError, InvalidParameter, NotFound
from incrowd.language import Message, say
from incrowd.progress import Progress, silent

if TYPE_CHECKING:
    from sqlglot import exp

_REMEMBERED: Final = 20_000
"""Rows that were shown and can be asked for by their number."""
NO_RISK_ORDER: Final = say(
    "The engine would have to be sent the size of every class. Ask for a range of risk instead."
)
_MOST_RISKY: Final = 100_000
"""Rows of small classes that are fetched at once."""


class RemoteTable(CountedTable):
    """A table of an engine that speaks SQL, whose rows can be shown, too."""

    def __init__(
        self,
        connection: Connection,
        place: TableName,
        progress: Progress = silent,
        *,
        most_tuples: int = MOST_TUPLES,
        columns: Sequence[EngineColumn] | None = None,
        raised: exp.Select | None = None,
    ) -> None:
        super().__init__(
            connection, place, progress, most_tuples=most_tuples, columns=columns, raised=raised
        )
        self._seen: OrderedDict[tuple[Cells, int], int] = OrderedDict()
        self._last_number = 0

    def page(self, request: PageRequest) -> Page:
        """Some rows as they are in a state, sorted and filtered."""
        if request.by_risk:
            raise EngineError(
                say("{title} cannot sort rows by their risk.", title=self._title), NO_RISK_ORDER
            )
        if request.sizes is not None and request.kept is not None:
            few = request.sizes.restrict(request.kept)
            request = replace(request, kept=few, sizes=None, include_suppressed=False)
        query = self.page_query(request)
        if request.filters:
            total = query.count()
        elif request.include_suppressed:
            total = self.rows
        else:
            total = self.count_published(request.recodings, request.kept)
        return Page(total, self._number(query.fetch(), request) if request.limit else [])

    def page_query(self, request: PageRequest, *, only: bool = False) -> RowQuery:
        """The rows that a request asks for; `only` those of combinations that it knows."""
        return PageQuery(self, request, only)

    def _number(self, rows: Sequence[ShownRow], request: PageRequest) -> list[PageRow]:
        changed = {
            place for place, column in enumerate(self.columns) if column.name in request.recodings
        }
        sizes: Sequence[int | None] = [None] * len(rows)
        if request.kept is not None:
            sizes = _sizes(request.kept, locate(self, request.kept, rows))
        result = []
        for row, size, number in zip(rows, sizes, self._numbers(rows), strict=True):
            cells = shown_cells(row, changed)
            pairs = zip(row.shown, row.original, strict=True)
            flags = tuple(shown != original for shown, original in pairs)
            result.append(PageRow(number, row.suppressed, size, cells, flags))
        return result

    def _numbers(self, rows: Sequence[ShownRow]) -> list[int]:
        """A number for each row, the same whenever it is shown again."""
        times: dict[Cells, int] = {}
        numbers = []
        with self._lock:
            for row in rows:
                again = times[row.original] = times.get(row.original, 0) + 1
                key = (row.original, again)
                if key not in self._seen:
                    self._last_number += 1
                    self._seen[key] = self._last_number
                self._seen.move_to_end(key)
                numbers.append(self._seen[key])
            while len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        return numbers

    def risky(self, limit: int, kept: KeptTuples) -> list[RiskyRow]:
        """The published rows of the smallest classes first, as they are in the data."""
        if limit < 0:
            raise InvalidParameter(
                say("{limit} rows cannot be shown.", limit=limit), say("Give a limit of 0 or more.")
            )
        few = restrict(kept, _smallest(kept, limit))
        if not limit or not few.table.num_rows:
            return []
        # rows of one class may be many: the smallest classes come first, the rest is cut off
        rows = self.page_query(PageRequest(limit=_MOST_RISKY, kept=few), only=True).fetch()
        sizes = _sizes(few, locate(self, few, rows))
        order = sorted(range(len(rows)), key=lambda place: (sizes[place] or 0, place))[:limit]
        numbers = self._numbers([rows[place] for place in order])
        return [
            RiskyRow(number, sizes[place] or 0, rows[place].original)
            for number, place in zip(numbers, order, strict=True)
        ]

    def look_up(self, numbers: Sequence[int], kept: KeptTuples) -> list[PageRow]:
        """Some rows by the numbers under which they were shown, as they are published."""
        with self._lock:
            known = {number: cells for (cells, _), number in self._seen.items()}
        for number in numbers:
            if number not in known:
                raise NotFound(
                    say("Row {number:,} is no longer shown.", number=number),
                    say("Load the rows again: a database has no order in which to count them."),
                )
        wanted = [known[number] for number in numbers]
        places = [self.place_of(name) for name in kept.columns]
        values = [[cells[place] for cells in wanted] for place in places]
        tuples = [place for place in find_tuples(self, kept, values) if place is not None]
        few = restrict(kept, tuples)
        request = PageRequest(limit=_MOST_RISKY, kept=few)
        rows = {row.original: row for row in self.page_query(request, only=True).fetch()}
        shown = self._number([rows[cells] for cells in wanted], request)
        return [row._replace(row=number) for row, number in zip(shown, numbers, strict=True)]

    def counts_rows(self, name: str) -> bool:
        """A database has no order of rows that a column could count."""
        self.column(name)
        return False

    def is_sorted(self, name: str) -> bool:
        """A database has no order of rows that a column could give back."""
        return self.counts_rows(name)

    def count_texts(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> dict[str, tuple[tuple[str, int], ...]]:
        """The different texts of some columns in the published rows, each with its rows."""
        result = {}
        for name in columns:
            table = self.count_published_tuples([name], recodings, kept)
            texts, counts = (column.to_pylist() for column in table.columns)
            pairs = [pair for pair in zip(texts, counts, strict=True) if pair[0] is not None]
            result[name] = tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))
        return result

    def count_published(self, recodings: Mapping[str, Recoding], kept: KeptTuples | None) -> int:
        """How many rows are published, counted in the engine."""
        if kept is None:
            return self.rows
        return int(self.count_published_tuples([], recodings, kept).column(0)[0].as_py())

    def count_published_tuples(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> pa.Table:
        """Count the published rows of each distinct combination of texts, as `tally` does."""
        query = self.published_grouping(columns, recodings, kept)
        table = coded(self.connection.fetch(query, "counting what is published"))
        table = table.rename_columns([*columns, ROWS])
        plain = [name for name in columns if self.as_it_is(name, recodings, kept)]
        return self.respell(table, plain)

    def published_grouping(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> exp.Select:
        """The query that counts the published rows of each combination of texts c0, c1, …."""
        from sqlglot import exp

        exact, readable = self.connection.exact, self.connection.readable
        inner = PublishedRows(self, recodings, kept).select(columns).subquery("published")
        texts = [exp.column(f"c{place}") for place in range(len(columns))]
        counted = exp.alias_(exp.Count(this=exp.Star()), "n")
        keys = [exp.alias_(exact(text), f"k{place}") for place, text in enumerate(texts)]
        query = exp.select(*keys, counted).from_(inner)
        if texts:
            query = query.group_by(*(exact(text.copy()) for text in texts))
            outer = [
                exp.alias_(readable(exp.column(f"k{place}")), f"c{place}")
                for place in range(len(texts))
            ]
            query = exp.select(*outer, exp.column("n")).from_(query.subquery("grouped"))
        return query

    def published_batches(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> Iterator[pa.RecordBatch]:
        """The published rows of some columns as texts: a release that was asked for as a file."""
        query = PublishedRows(self, recodings, kept).select(columns)
        plain = [name for name in columns if self.as_it_is(name, recodings, kept)]
        for batch in self.connection.batches(query, "fetching the release"):
            table = pa.Table.from_batches([batch]).rename_columns(list(columns))
            texts = self.respell_rows(table, plain)
            yield from texts.combine_chunks().to_batches()

    def raised(self, recodings: Mapping[str, Recoding]) -> RemoteTable:
        """The same table with some columns generalised in the engine, before it is counted."""
        unable = say("{title} cannot generalise before it counts.", title=self._title)
        self._check_gap("coarsen", unable)
        names = [column.name for column in self.columns]
        query = PublishedRows(self, recodings, None).select_raised(names)
        columns = tuple(
            EngineColumn(column.name, "text") if column.name in recodings else column
            for column in self.columns
        )
        raised = RemoteTable(
            self.connection,
            self.place,
            self.progress,
            most_tuples=self.most_tuples,
            columns=columns,
            raised=query,
        )
        raised.learn_from(self, except_for=recodings)
        return raised

    def count_classes(self, question: ClassQuestion) -> list[ClassSizes]:
        """How many classes of each size every set of columns has, counted in the engine."""
        self._check_gap("push_down", say("{title} cannot count single states.", title=self._title))
        return count_classes(self, question)

    def list_classes(self, asked: SmallClasses) -> list[ListedClass]:
        """The smallest classes that are too small, or have too few different values."""
        self._check_gap("push_down", say("{title} cannot count single states.", title=self._title))
        return list_classes(self, asked)

    def list_minimal(self, question: MinimalQuestion) -> list[MinimalClass]:
        """The classes that are too small while no part of their columns makes them so."""
        self._check_gap("push_down", say("{title} cannot count single states.", title=self._title))
        return minimal.list_minimal(self, question)

    def count_minimal(self, question: MinimalQuestion) -> list[MinimalCount]:
        """How many such classes each set of columns has, and their rows."""
        self._check_gap("push_down", say("{title} cannot count single states.", title=self._title))
        return minimal.count_minimal(self, question)

    def tally_within(self, columns: Sequence[str], lists: Sequence[ClassList]) -> list[pa.Table]:
        """Tallies of the rows in some of the classes listed, of all rows where no list is given."""
        self._check_gap("push_down", say("{title} cannot count single states.", title=self._title))
        return minimal.tally_within(self, columns, lists)

    @property
    def gaps(self) -> Mapping[str, Message]:
        """What the engine cannot do, by feature, and why."""
        return self.connection.engine.gaps

    @property
    def _title(self) -> str:
        return self.connection.engine.title

    def _check_gap(self, feature: str, unable: Message) -> None:
        if feature in self.gaps:
            raise EngineError(unable, self.gaps[feature])

    def target(self, part: str) -> TableName:
        """The table that a release is to become: in the schema of this one unless another is named.

        >>> TableName(("public",), "people").sibling("release").shown
        'public.release'
        """
        return self.place.sibling(part)

    def staged(
        self,
        target: TableName,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
        seed: str,
    ) -> AbstractContextManager[RemoteTable]:
        """Write a release into the engine; it gets its name only if the block is left in peace."""

        def write(place: TableName) -> RemoteTable:
            rows = PublishedRows(self, recodings, kept)
            query = rows.select_typed(columns, sha256(seed.encode()).hexdigest())
            self.connection.create(place, query, "writing the release")
            return RemoteTable(self.connection, place, self.progress, most_tuples=self.most_tuples)

        return stage_release(self.connection, target, write)

    @staticmethod
    def as_it_is(name: str, recodings: Mapping[str, Recoding], kept: KeptTuples | None) -> bool:
        """Whether a column is published as it is in the data."""
        local = kept.parts.labels if kept is not None and kept.parts is not None else {}
        return name not in recodings and name not in local


def _smallest(kept: KeptTuples, limit: int) -> list[int]:
    """The combinations of the smallest classes, enough of them for so many rows."""
    if kept.parts is None:
        everything = pa.array(range(kept.table.num_rows), pa.int64())
        order = pa.table({"kept": kept.kept, "size": kept.sizes, "place": everything})
    else:
        table = kept.parts.table
        order = pa.table({"kept": table["kept"], "size": table["size"], "place": table["tuple"]})
    published = order.filter(order.column("kept"))
    ranked = published.sort_by([("size", "ascending"), ("place", "ascending")])
    places: list[int] = ranked.column("place").slice(0, limit).to_pylist()
    return places


def _sizes(kept: KeptTuples, places: Sequence[int | None]) -> list[int | None]:
    """The size of the class of each combination or part."""
    sizes = kept.sizes if kept.parts is None else kept.parts.table.column("size")
    return [None if place is None else sizes[place].as_py() for place in places]
