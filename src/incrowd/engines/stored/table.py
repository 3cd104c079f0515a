"""A table that was stored: counted like any source, and shown page by page in any state.

    table = open_stored(Path("data.parquet"))
    table.page(PageRequest(limit=50, sort="age"))

Several threads may ask at the same time; each question has a connection of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

import pyarrow as pa

from incrowd.engines.address import check_file
from incrowd.engines.contract import ROWS
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import FileStyle, Relation, create_view
from incrowd.engines.duckdb.session import Session, fetch_coded, watch
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import call, create, literal, select, subquery
from incrowd.engines.stored import published_sql
from incrowd.engines.stored.page import (
    KeptTuples,
    Page,
    PageRequest,
    PageRow,
    Parts,
    Recoding,
    RiskyRow,
)
from incrowd.engines.stored.page_query import read_page, read_risky, read_risky_among, read_rows
from incrowd.engines.stored.sorted_columns import is_sorted
from incrowd.engines.stored.storage import read_notes
from incrowd.engines.stored.text_counts import count_texts
from incrowd.engines.stored.tuple_marks import MANY_ROWS, TupleMarks
from incrowd.errors import InvalidParameter, SourceNotReadable, UnknownAttribute
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.table import Profile, as_written

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from incrowd.engines.states.minimal import (
        ClassList,
        MinimalClass,
        MinimalCount,
        MinimalQuestion,
    )
    from incrowd.engines.states.question import (
        ClassQuestion,
        ClassSizes,
        ListedClass,
        SmallClasses,
    )


Key = TypeVar("Key", bound=Hashable)


class Closable(Protocol):
    """What must stay as long as a table is open, such as the folder where its file lies."""

    def close(self) -> None:
        """Let it go."""


@dataclass
class _Entry:
    name: str
    users: int = 0


class TableCache(Generic[Key]):
    """Makes a table once for each thing; drops the longest unused ones when there are too many."""

    def __init__(
        self,
        prefix: str,
        make: Callable[[Key, str], None],
        drop: Callable[[str], None],
        most: int,
    ) -> None:
        self._prefix, self._make, self._drop, self._most = prefix, make, drop, most
        self._places: OrderedDict[Key, _Entry] = OrderedDict()
        self._made = 0
        self._lock = Lock()

    @contextmanager
    def table(self, thing: Key) -> Iterator[str]:
        """The name of the table of a thing, which stays at least as long as the block."""
        place = self._take(thing)
        try:
            yield place.name
        finally:
            self._give_back(place)

    def _take(self, thing: Key) -> _Entry:
        # made under the lock: what several ask for at the same time is made once
        with self._lock:
            if thing not in self._places:
                name = f"{self._prefix}_{self._made}"
                self._make(thing, name)
                self._made += 1
                self._places[thing] = _Entry(name)
            self._places.move_to_end(thing)
            self._places[thing].users += 1
            return self._places[thing]

    def _give_back(self, place: _Entry) -> None:
        with self._lock:
            place.users -= 1
            unused = [thing for thing, other in self._places.items() if not other.users]
            for thing in unused[: max(len(self._places) - self._most, 0)]:
                self._drop(self._places.pop(thing).name)


_RECODINGS: Final = 64
_STATES: Final = 4
"""How many recodings and states stay at hand."""
_BATCH: Final = 61_440
_FEW: Final = 5
"""Fewer rows are in order by chance."""


def open_stored(
    target: Path,
    progress: Progress = silent,
    name: str | None = None,
    *,
    behind: Closable | None = None,
) -> StoredTable:
    """Open what `store` has stored; it has the name of what was read, or another one.

    What is `behind` it, such as a table that it was made from, is closed with it.
    """
    check_file(target)
    notes = read_notes(target)
    profiles, name = notes.profiles, notes.name if name is None else name
    session = Session(progress, on_disk=any(each.rows > MANY_ROWS for each in profiles[:1]))
    try:
        with translate_errors(target.name):
            relation = _relation(session, target, name, profiles)
            return StoredTable(session, replace(relation, style=notes.style), profiles, behind)
    except BaseException:
        session.close()
        raise


def _relation(session: Session, target: Path, name: str, profiles: Sequence[Profile]) -> Relation:
    path = literal(str(session.plain_path(target)))
    rows = call("read_parquet", path, hive_partitioning="false")
    session.run(create("VIEW", published_sql.STORED, select(["*"], rows)), f"opening {name}")
    texts = [f"c{position}" for position in range(len(profiles))]
    names = [profile.name for profile in profiles]
    relation = create_view(session, name, subquery(select(texts, published_sql.STORED)), names)
    if {relation.rows} != {profile.rows for profile in profiles}:
        raise SourceNotReadable(
            say(
                "'{name}' and the stored information about it do not belong together.",
                name=target.name,
            ),
            say("Import the data again."),
        )
    return relation


class StoredTable:
    """A source whose rows can be shown, too."""

    stops_counting = DuckDBSource.stops_counting

    def __init__(
        self,
        session: Session,
        relation: Relation,
        profiles: tuple[Profile, ...],
        behind: Closable | None = None,
    ) -> None:
        self.name = relation.name
        self._behind = behind
        self._source = DuckDBSource(session, relation)
        self._profiles = profiles
        self._positions = {profile.name: place for place, profile in enumerate(profiles)}
        self._marker = published_sql.SuppressionMarker(relation.rows)
        self._recodings: TableCache[tuple[int, Recoding]] = TableCache(
            "recoding", self._recode, self._drop, _RECODINGS
        )
        self._marks: TableCache[KeptTuples] = TableCache("marks", self._mark, self._drop, _STATES)
        self._tuples: TableCache[KeptTuples] = TableCache(
            "combinations", self._load_tuples, self._drop, _STATES
        )
        self._published: WeakKeyDictionary[KeptTuples, int] = WeakKeyDictionary()
        self._parts: TableCache[Parts] = TableCache("parts", self._publish, self._drop, _STATES)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._source.rows

    @property
    def session(self) -> Session:
        """The database, as long as it is open."""
        return self._source.session

    @property
    def style(self) -> FileStyle | None:
        """How the file was written that the table came from."""
        return self._source.relation.style

    @property
    def original(self) -> DuckDBSource:
        """The rows as they were read."""
        return self._source

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column; it was found when the table was stored."""
        return self._profiles

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY."""
        return self._source.tally(columns)

    @property
    def most_tuples(self) -> int:
        """How many combinations are brought into memory."""
        return self._source.most_tuples

    def estimate_tuples(self, names: Sequence[str]) -> int:
        """About how many combinations of some columns there are."""
        return self._source.estimate_tuples(names)

    def raised(self, recodings: Mapping[str, Recoding]) -> DuckDBSource:
        """The same table with some columns generalised, to be counted; rows: `open_raised`."""
        return self._source.raised(recodings)

    def check_crowd(self, names: Sequence[str]) -> None:
        """Refuse columns that have more combinations than fit into memory."""
        self._source.check_crowd(names)

    def count_classes(self, question: ClassQuestion) -> list[ClassSizes]:
        """How many classes of each size every set of columns has."""
        return self._source.count_classes(question)

    def list_classes(self, asked: SmallClasses) -> list[ListedClass]:
        """The smallest classes that are too small, or have too few different values."""
        return self._source.list_classes(asked)

    def list_minimal(self, question: MinimalQuestion) -> list[MinimalClass]:
        """The classes that are too small while no part of their columns makes them so."""
        return self._source.list_minimal(question)

    def count_minimal(self, question: MinimalQuestion) -> list[MinimalCount]:
        """How many such classes each set of columns has, and their rows."""
        return self._source.count_minimal(question)

    def tally_within(self, columns: Sequence[str], lists: Sequence[ClassList]) -> list[pa.Table]:
        """Tallies of the rows in some of the classes listed, of all rows where no list is given."""
        return self._source.tally_within(columns, lists)

    def sample_class_sizes(
        self, columns: Sequence[str], share: float, salt: str = ""
    ) -> dict[int, int]:
        """The sizes of some classes, drawn by chance: how many have which size."""
        return self._source.sample_class_sizes(columns, share, salt)

    def page(self, request: PageRequest) -> Page:
        """Some rows as they are in a state, sorted and filtered."""
        with self.display(request.recodings, request.kept) as shown, self.cursor() as cursor:
            return read_page(cursor, shown, request)

    def risky(self, limit: int, kept: KeptTuples) -> list[RiskyRow]:
        """The published rows of the smallest classes first, as they are in the data."""
        if limit < 0:
            raise InvalidParameter(
                say("{limit} rows cannot be shown.", limit=limit), say("Give a limit of 0 or more.")
            )
        if kept.some:
            with self._tuples.table(kept) as table, self.cursor() as cursor:
                return read_risky_among(
                    cursor, len(self._profiles), self._tuple_marks(kept, table), limit
                )
        with self.display({}, kept) as shown, self.cursor() as cursor:
            return read_risky(cursor, shown, limit)

    def look_up(self, numbers: Sequence[int], kept: KeptTuples) -> list[PageRow]:
        """Some rows by their numbers, from 1, as they are published."""
        with self.display({}, kept) as shown, self.cursor() as cursor:
            return read_rows(cursor, shown, list(numbers))

    def counts_rows(self, name: str) -> bool:
        """Whether a column numbers the rows: no value occurs twice, and all rise or all fall."""
        profile = self._profiles[self._position(name)]
        if not profile.unique or profile.rows - profile.missing < _FEW:
            return False
        return self.is_sorted(name, nearly=False)

    def is_sorted(self, name: str, *, nearly: bool = True) -> bool:
        """Whether the values of a column rise or fall with the rows, or nearly so."""
        position = self._position(name)
        column = published_sql.StoredColumn(position, self._profiles[position])
        with self.cursor() as cursor:
            return is_sorted(cursor, column, nearly=nearly)

    def count_texts(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> dict[str, tuple[tuple[str, int], ...]]:
        """The different texts of some columns in the published rows, each with its rows."""
        with self.published(recodings, kept) as view, self.cursor() as cursor:
            return count_texts(cursor, view, columns)

    def count_published(self, recodings: Mapping[str, Recoding], kept: KeptTuples | None) -> int:
        """How many rows are published."""
        with self.published(recodings, kept) as view:
            return view.published

    def count_published_tuples(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> pa.Table:
        """Count the published rows of each distinct combination of texts, as `tally` does."""
        with self.published(recodings, kept) as view, self.cursor() as cursor:
            counting = view.count_published([view.column(name) for name in columns])
            return fetch_coded(cursor.execute(counting)).rename_columns([*columns, ROWS])

    def published_batches(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> Iterator[pa.RecordBatch]:
        """The published rows of some columns as texts, in the order of the data."""
        with self.published(recodings, kept) as view, self.cursor() as cursor:
            query = view.read_published([view.column(name) for name in columns])
            yield from cursor.execute(query).to_arrow_reader(_BATCH)

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._source.close()
        if self._behind is not None:
            self._behind.close()

    @contextmanager
    def cursor(self) -> Iterator[DuckDBPyConnection]:
        """A connection for one question."""
        with translate_errors(self.name), self.session.connection.cursor() as cursor:
            yield cursor

    @contextmanager
    def published(
        self, recodings: Mapping[str, Recoding], kept: KeptTuples | None
    ) -> Iterator[published_sql.TableView]:
        """The table in a state, to be read as a whole: of very many rows none gets a mark."""
        if kept is None or kept.parts is not None or self.rows <= MANY_ROWS:
            with self.display(recodings, kept) as view:
                yield view
            return
        with ExitStack() as leases:
            columns = self._shown(leases, recodings)
            marks = self._tuple_marks(kept, leases.enter_context(self._tuples.table(kept)))
            yield published_sql.TableView(columns, self.rows, self._published[kept], tuples=marks)

    @contextmanager
    def display(
        self, recodings: Mapping[str, Recoding], kept: KeptTuples | None
    ) -> Iterator[published_sql.TableView]:
        """The table in a state; what the state needs stays in the database during the block."""
        with ExitStack() as leases:
            parts = kept.parts if kept is not None else None
            columns = self._shown(leases, recodings, parts)
            if kept is None:
                yield published_sql.TableView(columns, self.rows, self.rows)
                return
            marks = leases.enter_context(self._marks.table(kept))
            labels = leases.enter_context(self._parts.table(parts)) if parts is not None else None
            with self.cursor() as cursor:
                published = cursor.execute(select(["max(place)"], marks)).fetchall()[0][0]
            yield published_sql.TableView(columns, self.rows, published, marks, labels)

    def _shown(
        self, leases: ExitStack, recodings: Mapping[str, Recoding], parts: Parts | None = None
    ) -> tuple[published_sql.StoredColumn, ...]:
        """The columns, with tables of labels that stay in the database as long as the leases."""
        wanted = {self._position(name): recoding for name, recoding in recodings.items()}
        tables = {
            place: leases.enter_context(self._recodings.table((place, recoding)))
            for place, recoding in wanted.items()
        }
        local = parts.labels if parts is not None else {}
        return tuple(
            published_sql.StoredColumn(
                place, profile, wanted.get(place), tables.get(place, ""), local.get(profile.name)
            )
            for place, profile in enumerate(self._profiles)
        )

    def _tuple_marks(self, kept: KeptTuples, table: str) -> TupleMarks:
        return TupleMarks(table, tuple(self._position(name) for name in kept.columns))

    def _load_tuples(self, kept: KeptTuples, table: str) -> None:
        marks = self._tuple_marks(kept, table)
        with self.cursor() as cursor:
            marks.create(cursor, kept)
            if kept.some:
                return
            published = watch(
                cursor,
                lambda: marks.count_published(cursor, published_sql.ROWS, self.rows),
                "looking for the rows that are published",
                self.session.progress,
            )
        self._published[kept] = published

    def _position(self, name: str) -> int:
        if name not in self._positions:
            raise UnknownAttribute.among(name, self._positions)
        return self._positions[name]

    def _mark(self, kept: KeptTuples, table: str) -> None:
        positions = [self._position(name) for name in kept.columns]
        with self.cursor() as cursor:
            self._marker.mark(cursor, kept, positions, table)

    def _publish(self, parts: Parts, table: str) -> None:
        positions = {name: self._position(name) for name in parts.labels}
        with self.cursor() as cursor:
            self._marker.publish(cursor, parts, positions, table)

    def _recode(self, recoded: tuple[int, Recoding], table: str) -> None:
        """Make the table of a column's labels, which must know every value of the column."""
        place, recoding = recoded
        ranks = [recoding.ranks[label] for label in recoding.labels]
        labels = pa.table(
            {
                "value": pa.array(recoding.values, pa.string()),
                "label": pa.array(recoding.labels, pa.string()),
                "written": pa.array(map(as_written, recoding.labels), pa.string()),
                "rank": pa.array(ranks, pa.int64()),
            }
        )
        column = published_sql.StoredColumn(
            place, self._profiles[place], recoding, published_sql.INCOMING
        )
        with self.cursor() as cursor:
            cursor.register(published_sql.INCOMING, labels)
            unknown = f"{column.join} WHERE {column.text} IS NULL LIMIT 1"
            strays = cursor.execute(
                select([column.original], published_sql.ROWS, unknown)
            ).fetchall()
            if strays:
                raise InvalidParameter(
                    say(
                        "'{value}', a value of '{name}', has no label.",
                        value=strays[0][0],
                        name=column.name,
                    ),
                    say("Give every value of the column a label."),
                )
            cursor.execute(create("TABLE", table, select(["*"], published_sql.INCOMING)))
            cursor.unregister(published_sql.INCOMING)

    def _drop(self, table: str) -> None:
        with self.cursor() as cursor:
            cursor.execute(f"DROP TABLE {table}")
