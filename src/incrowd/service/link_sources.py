"""Sources that are open to be linked: their columns, what is joined, and what joining gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from incrowd.engines.joining import JoinedSources
from incrowd.engines.joins import KINDS, Column, Join, On, Range
from incrowd.engines.source import ROWS, Progress, Source, silent
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.hierarchies import from_csv, load_folder
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.linking.joined import Joined, SourceRows
from incrowd.linking.pairing import pairs_of
from incrowd.linking.proposing import Offered, propose
from incrowd.roles import guess
from incrowd.service.link_columns import (
    Columns,
    Given,
    Pair,
    pairs_asked_for,
    ranges_asked_for,
)
from incrowd.service.link_results import Linkable
from incrowd.table import Attribute, Role


@dataclass(frozen=True)
class LinkRequest:
    """How releases are linked; names as people write them."""

    sensitive: Sequence[str] = ()
    on: Given | None = None
    """None: proposed."""
    ranges: Given = ()
    different: bool = False
    join: str | None = None
    """None: inner, or every row with every row where nothing is joined on."""
    hierarchies: str | Path | Mapping[str, Hierarchy] | None = None
    known: Sequence[str] | None = None
    """Columns that an attacker may know; None: all but identifiers and what is sensitive."""


class LinkedSources:
    """Releases that are open to be linked; what is needed of them is found when it is asked for."""

    def __init__(
        self, sources: Sequence[Source], request: LinkRequest, progress: Progress = silent
    ) -> None:
        if len(sources) < 2:
            raise InvalidParameter("Linking needs two sources at least.", "Name another one.")
        self.sources = tuple(sources)
        self.request = request
        self.progress = progress
        self._kept: tuple[frozenset[Column], Joined] | None = None

    def close(self) -> None:
        """Let go of what was joined; the sources belong to the caller."""
        if "_engine" in self.__dict__:
            self._engine.close()

    @cached_property
    def attributes(self) -> tuple[tuple[Attribute, ...], ...]:
        """The columns of every source with their guessed roles."""
        return tuple(tuple(guess(source.profiles())) for source in self.sources)

    @cached_property
    def ranges(self) -> list[Range]:
        """Columns that are made of two."""
        names = [[one.name for one in each] for each in self.attributes]
        return ranges_asked_for(names, self.request.ranges)

    @cached_property
    def columns(self) -> Columns:
        """All columns by name, ranges included."""
        return Columns(
            tuple(
                (
                    *(one.name for one in each),
                    *(made.name for made in self.ranges if made.source == source),
                )
                for source, each in enumerate(self.attributes)
            )
        )

    @cached_property
    def linkables(self) -> tuple[Linkable, ...]:
        """The sources by number."""
        return tuple(
            Linkable(number, source.name, source.rows)
            for number, source in enumerate(self.sources, 1)
        )

    @cached_property
    def hierarchies(self) -> dict[str, Hierarchy]:
        """What labels stand for, by the name of the column."""
        given = self.request.hierarchies
        if given is None:
            return {}
        names = {one.name: one for each in self.attributes for one in each}
        if isinstance(given, Mapping):
            for name in given:
                self.columns.wanted(name)
            return dict(given)
        nothing = np.zeros(0, np.int64)
        return {
            name: from_csv(path, Domain(names[name], (), nothing))
            for name, path in load_folder(Path(given), list(names)).items()
        }

    @cached_property
    def _engine(self) -> JoinedSources:
        return JoinedSources(self.sources, self.ranges, self.progress)

    def values(self, column: Column) -> list[str | None]:
        """The distinct texts of a column."""
        return self._engine.values(column)

    # what is sensitive, and what is joined

    @cached_property
    def sensitive(self) -> list[Column]:
        """The sensitive columns: one, or one of each source."""
        if not self.request.sensitive:
            guessed = [
                self.columns.label(Column(source, one.name))
                for source, each in enumerate(self.attributes)
                for one in each
                if one.role is Role.SENSITIVE
            ]
            likely = f" Likely: {', '.join(guessed[:6])}." if guessed else ""
            raise InvalidParameter(
                "No sensitive column is chosen: what must nobody learn?",
                f"Name it: --sensitive {guessed[0] if guessed else 'disease'}.{likely}",
            )
        found = [one for name in self.request.sensitive for one in self.columns.wanted(name)]
        found = list(dict.fromkeys(found))
        by_source = {one.source: one for one in found}
        if len(by_source) < len(found):
            raise InvalidParameter(
                "Only one column of each source can be the sensitive one.",
                "Ask again for another one.",
            )
        return sorted(found, key=lambda one: one.source)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The columns that are joined: asked for or proposed, the sensitive one among them."""
        if self.request.on is not None:
            pairs = pairs_asked_for(self.columns, self.request.on)
        else:
            pairs = [] if self._crossed else self.proposals
        return [*pairs, *self._sensitive_pairs(pairs)]

    def _sensitive_pairs(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Whoever looks for the same value in all sources joins on it, too."""
        if self.request.different or len(self.sensitive) < 2:
            return []
        first, *others = self.sensitive
        known = {(pair.left, pair.right) for pair in pairs}
        return [Pair(first, one) for one in others if (first, one) not in known]

    @property
    def _crossed(self) -> bool:
        """Whether every row is joined with every row: nothing is said, values have to differ."""
        nothing = self.request.on is None and self.request.join is None
        return self.request.join == "cross" or (self.request.different and nothing)

    @cached_property
    def proposals(self) -> list[Pair]:
        """Columns that seem to tell the same."""
        found: list[Pair] = []
        for later in range(1, len(self.sources)):
            for earlier in range(later):
                taken = {pair.right for pair in found}
                right = [
                    one for one in self._offered(later) if Column(later, one.name) not in taken
                ]
                found += [
                    Pair(
                        Column(earlier, one.left),
                        Column(later, one.right),
                        one.condition,
                        one.reason,
                    )
                    for one in propose(self._offered(earlier), right, self.hierarchies)
                ]
        return found

    def _offered(self, source: int) -> list[Offered]:
        """Columns that may be joined: neither identifiers nor sensitive, nor ends of ranges."""
        sensitive = self.sensitive if self.request.sensitive else ()
        ends = {
            end for made in self.ranges if made.source == source for end in (made.low, made.high)
        }
        kept = [
            one
            for one in self.attributes[source]
            if one.role is not Role.IDENTIFIER
            and Column(source, one.name) not in sensitive
            and one.name not in ends
        ]
        # values are read only of columns that are called or meant alike
        offered = [
            Offered(one.name, partial(self.values, Column(source, one.name)), one.meaning)
            for one in kept
        ]
        made = [one.name for one in self.ranges if one.source == source]
        return offered + [
            Offered(name, partial(self.values, Column(source, name))) for name in made
        ]

    @cached_property
    def kind(self) -> str:
        """How sources are joined."""
        kind = self.request.join or ("cross" if self._crossed else "inner")
        if kind not in KINDS:
            raise UnknownName.among("join", kind, KINDS)
        return kind

    @cached_property
    def joins(self) -> list[Join]:
        """How each source but the first comes in."""
        by_source: dict[int, list[Pair]] = {new: [] for new in range(1, len(self.sources))}
        for pair in self.pairs:
            by_source[pair.right.source].append(pair)
        return [self._join(new, pairs) for new, pairs in by_source.items()]

    def _join(self, new: int, pairs: Sequence[Pair]) -> Join:
        if self.kind == "cross" and not pairs:
            return Join("cross")
        if not pairs:
            name, before = self.sources[new].name, self.sources[0].name
            raise InvalidParameter(
                f"'{name}' and '{before}' have no columns that seem to tell the same.",
                "Say which columns belong together: --on zip=postcode, with :overlaps or :covers "
                "where values are generalised.",
            )
        kind = "inner" if self.kind == "cross" else self.kind
        return Join(kind, tuple(self._on(pair) for pair in pairs))  # type: ignore[arg-type]

    def _on(self, pair: Pair) -> On:
        left, right = self.values(pair.left), self.values(pair.right)
        hierarchy = self.hierarchies.get(pair.left.name) or self.hierarchies.get(pair.right.name)
        one, other = pairs_of(pair.condition, left, right, hierarchy)
        if not len(one) and pair.left not in self.sensitive:
            names = self.columns.label(pair.left), self.columns.label(pair.right)
            raise InvalidParameter(
                f"No value of '{names[0]}' goes with any value of '{names[1]}' ({pair.condition}).",
                "Join columns that tell the same; generalised values need :overlaps or :covers.",
            )
        if pair.condition == "equal":
            return On(pair.left, pair.right)
        texts = {
            "left": pa.array([left[place] for place in one.tolist()], pa.string()),
            "right": pa.array([right[place] for place in other.tolist()], pa.string()),
        }
        return On(pair.left, pair.right, pa.table(texts))

    # what was joined

    def joined(self, columns: Iterable[Column]) -> Joined:
        """The joined combinations of some columns; kept, and used again where they suffice."""
        wanted = frozenset(columns) | frozenset(self.sensitive)
        if self._kept is None or not wanted <= self._kept[0]:
            ordered = sorted(wanted, key=lambda one: (one.source, one.name))
            self._kept = wanted, Joined.of(self.tally(ordered))
        return self._kept[1]

    def tally(self, columns: Sequence[Column]) -> pa.Table:
        """The joined combinations of some columns as the engine counts them."""
        return self._engine.tally(self.joins, columns, self.progress)

    def page(self, columns: Sequence[Column], offset: int, limit: int) -> pa.Table:
        """Joined rows one by one."""
        return self._engine.page(self.joins, columns, offset, limit)

    @property
    def joined_rows(self) -> int:
        """The number of joined rows."""
        return self._engine.count(self.joins) if self._kept is None else self._kept[1].rows

    @cached_property
    def knowable(self) -> list[Column]:
        """The columns that an attacker may know."""
        if self.request.known is not None:
            return [one for name in self.request.known for one in self.columns.wanted(name)]
        ends = {Column(one.source, end) for one in self.ranges for end in (one.low, one.high)}
        plain = [
            Column(source, one.name)
            for source, each in enumerate(self.attributes)
            for one in each
            if one.role is not Role.IDENTIFIER
        ]
        made = [Column(one.source, one.name) for one in self.ranges]
        kept = [one for one in (*plain, *made) if one not in ends and one not in self.sensitive]
        return sorted(kept, key=lambda one: one.source)

    def tally_of(self, source: int, names: Sequence[str]) -> pa.Table:
        """The distinct combinations of columns and ranges of one source."""
        made = [
            Range(0, one.name, one.low, one.high) for one in self.ranges if one.source == source
        ]
        with closing(JoinedSources([self.sources[source]], made)) as alone:
            tally = alone.tally([], [Column(0, name) for name in names])
        return tally.rename_columns([*names, ROWS])

    def rows_of(self, joined: Joined) -> list[SourceRows]:
        """Which rows of every source stand in which joined combination."""
        found = []
        for number in range(len(self.sources)):
            own = [one.name for one in joined.columns if one.source == number]
            found.append(joined.rows_of(number, self.tally_of(number, own)))
        return found
