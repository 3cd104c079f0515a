"""Bring the distinct combinations of sources into one database, each with its number of rows.

Texts are told by codes there; the columns that are joined on have numbers that are the same in all
sources, too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS, Source
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import create, select
from incrowd.engines.joins.join import Range
from incrowd.engines.joins.persons import FoldedPersons, count_people, fold_persons
from incrowd.engines.stored.table import StoredTable
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import Message, say
from incrowd.progress import Progress

_INCOMING = "incoming"
_KIND = "u"


@dataclass(frozen=True)
class CountedTable:
    """The combinations of some columns of a source: `name(d0, d1, …, c0, …, n)`."""

    name: str
    columns: tuple[str, ...]
    texts: tuple[pa.Array, ...]
    """What the codes of each column stand for."""
    counts: NDArray[np.int64]
    """The rows of each combination."""
    as_texts: bool = False
    """Whether the columns that are joined on are texts, not numbers of them."""
    kinds: NDArray[np.int32] | None = None
    """The kind of person of each combination; None where rows are counted."""
    people: NDArray[np.int64] | None = None
    """How many people there are of each kind."""

    def key(self, column: str) -> str:
        """A column that is joined on, in SQL."""
        return f"c{self.columns.index(column)}"

    def code(self, column: str) -> str:
        """The code of a column, in SQL."""
        return f"d{self.columns.index(column)}"

    def decode(self, column: str, codes: pa.ChunkedArray) -> pa.ChunkedArray:
        """The texts that codes of a column stand for."""
        texts = self.texts[self.columns.index(column)]
        chunks = [pa.DictionaryArray.from_arrays(chunk, texts) for chunk in codes.chunks]
        return pa.chunked_array(chunks, pa.dictionary(pa.int32(), pa.string()))


class CountedSources:
    """Sources whose combinations are counted when they are needed, and then kept."""

    def __init__(
        self,
        session: Session,
        sources: Sequence[Source],
        ranges: Sequence[Range],
        persons: Mapping[int, str] | None = None,
    ) -> None:
        self.session = session
        self.sources = sources
        self.persons = persons or {}
        """By source, the column that says whose row it is."""
        self._ranges = {(range_.source, range_.name): range_ for range_ in ranges}
        self.vocabulary = Vocabulary()
        self._tables: dict[object, CountedTable] = {}

    def range(self, source: int, column: str) -> Range | None:
        """The range of that name, if it is one."""
        return self._ranges.get((source, column))

    def values(self, source: int, column: str) -> list[str | None]:
        """The distinct values of a column or range, missing last."""
        texts = self._tally(source, [column], coded=False).column(column).to_pylist()
        return sorted(set(texts), key=lambda text: (text is None, text or ""))

    def table(
        self,
        source: int,
        columns: Iterable[str],
        joined_on: Iterable[str] = (),
        progress: Progress | None = None,
        *,
        as_texts: bool = False,
        by_person: bool = False,
    ) -> CountedTable:
        """The combinations of these columns or ranges of a source, also by kind of person.

        The columns joined on come as numbers, or as the texts that they stand for.
        """
        shown, keys = frozenset(columns), frozenset(joined_on)
        person = self.persons.get(source) if by_person else None
        key = (source, shown, keys, as_texts, person)
        if key not in self._tables:
            encode = _unchanged if as_texts else self.vocabulary.codes
            loaded = self._load(source, shown, keys, encode, progress, person)
            self._tables[key] = replace(loaded, as_texts=as_texts)
        return self._tables[key]

    def _load(
        self,
        source: int,
        shown: frozenset[str],
        keys: frozenset[str],
        encode: Callable[[pa.ChunkedArray], pa.ChunkedArray],
        progress: Progress | None,
        person: str | None,
    ) -> CountedTable:
        columns = tuple(sorted(shown | keys))
        folded = None if person is None else self._fold(source, columns, person)
        result = self._tally(source, columns, coded=bool(shown)) if folded is None else folded.table
        kept: dict[str, pa.Array | pa.ChunkedArray] = {}
        texts = []
        for place, name in enumerate(columns):
            column = result.column(name)
            codes, meant = (
                _split_codes(column) if name in shown else (None, pa.array([], pa.string()))
            )
            texts.append(meant)
            if codes is not None:
                kept[f"d{place}"] = codes
            if name in keys:
                kept[f"c{place}"] = encode(column)
        if folded is not None:
            kept[_KIND] = pa.array(folded.kinds)
        counts = result.column(ROWS)
        # a number of its own for every set of columns, never a name from outside
        name = f"s{source}_{len(self._tables)}"
        self.session.connection.register(_INCOMING, pa.table({**kept, "n": counts}))
        try:
            query = create("TABLE", name, select(["*"], _INCOMING))
            self.session.run(query, "bringing sources together", progress)
        finally:
            self.session.connection.unregister(_INCOMING)
        counted = CountedTable(name, columns, tuple(texts), self._numbered(name, "n"))
        if folded is None:
            return counted
        kinds = self._numbered(name, _KIND).astype(np.int32)
        return replace(counted, kinds=kinds, people=folded.people)

    def _fold(self, source: int, columns: Sequence[str], person: str) -> FoldedPersons:
        """Count combinations by kind of person."""
        tally = self._tally(source, list(dict.fromkeys([*columns, person])), coded=True)
        return fold_persons(tally, person, columns)

    def people(self, source: int) -> int | None:
        """How many people a source is about; None where only its rows are known."""
        person = self.persons.get(source)
        if person is None:
            return None
        return count_people(self._tally(source, [person], coded=True), person)

    def _numbered(self, name: str, column: str) -> NDArray[np.int64]:
        """A figure of each combination by its number; large tables come in in any order."""
        result = self.session.table(
            select([column], name, "ORDER BY rowid"), "bringing sources together", coded=False
        )
        counts: NDArray[np.int64] = result.column(column).to_numpy()
        return counts

    def _tally(self, source: int, columns: Sequence[str], *, coded: bool) -> pa.Table:
        """Count combinations, ranges made of their two ends."""
        if not 0 <= source < len(self.sources):
            raise InvalidParameter(
                say("There is no source {source}.", source=source + 1),
                say("There are {sources} sources.", sources=len(self.sources)),
            )
        ranges = {name: self.range(source, name) for name in columns}
        parts = [part for name in columns for part in _range_ends(name, ranges[name])]
        result = self._counted(source, list(dict.fromkeys(parts)), coded=coded)
        made = {
            name: result.column(name) if ends is None else join_range_ends(result, ends)
            for name, ends in ranges.items()
        }
        return pa.table({**made, ROWS: result.column(ROWS)})

    def _counted(self, source: int, columns: list[str], *, coded: bool) -> pa.Table:
        """Let a source count; texts that are only joined on need no codes."""
        known = self.sources[source]
        try:
            if isinstance(known, StoredTable):
                known = known.original
            if isinstance(known, DuckDBSource):
                return known.tally(columns, coded=coded)
            return known.tally(columns)
        except UnknownAttribute as error:
            if not isinstance(error.message, Message):
                raise
            message = say(
                "Source {number}, '{source}', has no column '{name}'.",
                number=source + 1,
                source=known.name,
                name=error.message.values["name"],
            )
            raise UnknownAttribute(message, error.hint) from None


def _unchanged(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column


def _range_ends(name: str, made: Range | None) -> tuple[str, ...]:
    return (name,) if made is None else (made.low, made.high)


def _split_codes(column: pa.ChunkedArray) -> tuple[pa.ChunkedArray, pa.Array]:
    """The code of each value, and the texts that codes stand for."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    chunks = column.chunks
    if len({chunk.dictionary.buffers()[-1].address for chunk in chunks}) > 1:
        chunks = column.unify_dictionaries().chunks
    codes = pa.chunked_array([chunk.indices.cast(pa.int32()) for chunk in chunks], pa.int32())
    return codes, chunks[0].dictionary if chunks else pa.array([], pa.string())


def join_range_ends(found: pa.Table, made: Range) -> pa.ChunkedArray:
    """The two ends of a range as one text: `20-30`, `>=65`, `<=17`."""
    low, high = (found.column(name).cast(pa.string()) for name in (made.low, made.high))
    both = pc.binary_join_element_wise(low, high, "-")
    above = pc.binary_join_element_wise(">=", low, "")
    below = pc.binary_join_element_wise("<=", high, "")
    return pc.coalesce(both, above, below)


class Vocabulary:
    """All texts of the columns that are joined on, each with its number."""

    def __init__(self) -> None:
        self._known: pa.Array = pa.array([], pa.string())

    def codes(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        """The number of each text, new ones noted; missing stays missing."""
        if not pa.types.is_dictionary(column.type):
            column = column.cast(pa.string()).dictionary_encode()
        chunks = column.unify_dictionaries().chunks
        numbers = self._noted(chunks[0].dictionary) if chunks else None
        taken = [] if numbers is None else [numbers.take(chunk.indices) for chunk in chunks]
        return pa.chunked_array(taken, pa.int32())

    def pairs(self, texts: pa.Table) -> pa.Table:
        """Pairs of texts as pairs of numbers, without those that stand in no column."""
        sides = [texts.column(name).cast(pa.string()) for name in ("left", "right")]
        codes = [pc.index_in(side, self._known, skip_nulls=True) for side in sides]
        return pa.table(codes, ["left", "right"]).drop_null()

    def text(self, code: int | None) -> str | None:
        """Return the value of a number."""
        return None if code is None else str(self._known[code].as_py())

    def _noted(self, texts: pa.Array) -> pa.Array:
        """The numbers of different texts."""
        texts = texts.cast(pa.string())
        result = pc.index_in(texts, self._known)
        new = texts.filter(result.is_null())
        before = len(self._known)
        self._known = pa.concat_arrays([self._known, new]) if len(new) else self._known
        fresh = pa.array(range(before, len(self._known)), pa.int32())
        return pc.replace_with_mask(result, result.is_null(), fresh)
