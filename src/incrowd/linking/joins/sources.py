"""Sources that are open to be linked: their columns, what is joined, and what joining gave."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from incrowd.engines.contract import ROWS, Source
from incrowd.engines.joins.join import JOIN_KINDS, Column, Join, JoinCondition, JoinedTally, Range
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.hierarchies import from_csv, load_folder
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.linking.joins.columns import (
    Assignments,
    Columns,
    Pair,
    joined_groups,
    parse_pairs,
    parse_ranges,
)
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.joins.persons import choose_person_keys, find_key, refuse_key
from incrowd.linking.joins.proposal import OfferedColumn, propose
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.taxonomy import Taxonomy, is_readable, together
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.table import DROPPED, Attribute, Role


@dataclass(frozen=True)
class SourceSummary:
    """A source that is linked."""

    number: int
    name: str
    rows: int
    person: str | None = None
    """Its person key, if people are counted."""
    people: int | None = None
    """How many people its rows are about, if it has a person key."""

    @property
    def units(self) -> int:
        """What is counted of it: people, or rows."""
        return self.rows if self.people is None else self.people


@dataclass(frozen=True)
class LinkRequest:
    """How releases are linked; names as people write them."""

    sensitive: Sequence[str] = ()
    on: Assignments | None = None
    """None: proposed."""
    ranges: Assignments = ()
    different: bool = False
    join: str | Sequence[str] | None = None
    """For all sources, or one for each but the first; None: inner, or every row with every row
    where nothing is joined on."""
    hierarchies: str | Path | Mapping[str, Hierarchy] | None = None
    """A folder of hierarchies, or hierarchies by the name of their column."""
    known: Sequence[str] | None = None
    """Columns that an attacker may know; None: all but identifiers and what is sensitive."""
    person: Sequence[str] | None = None
    """Person keys, as `patient_id` or `1.patient_id`; `none` for no key; None: as guessed."""


class LinkedSources:
    """Releases that are open to be linked; what is needed of them is found when it is asked for."""

    def __init__(
        self,
        sources: Sequence[Source],
        request: LinkRequest,
        progress: Progress = silent,
        *,
        attributes: tuple[tuple[Attribute, ...], ...] | None = None,
        hierarchies: tuple[Mapping[str, Hierarchy], ...] | None = None,
    ) -> None:
        """Link sources; attributes that are not given are guessed."""
        if len(sources) < 2:
            raise InvalidParameter(
                say("Linking needs at least two sources."), say("Name another one.")
            )
        self.sources = tuple(sources)
        self.request = request
        self.progress = progress
        self.own_hierarchies = hierarchies or tuple({} for _ in sources)
        """The hierarchies that every source comes with; a file comes without."""
        self._attributes = attributes
        self._kept: tuple[frozenset[Column], bool, JoinedRows] | None = None

    def close(self) -> None:
        """Close the engine that joins; the sources belong to the caller."""
        if "_engine" in self.__dict__:
            self._engine.close()

    @cached_property
    def attributes(self) -> tuple[tuple[Attribute, ...], ...]:
        """The columns of every source with their roles."""
        known = self._attributes
        if known is None:
            known = tuple(tuple(guess(source.profiles())) for source in self.sources)
        return choose_person_keys(known, self.request.person)

    @cached_property
    def persons(self) -> dict[int, str]:
        """By source, the column that says whose row it is, where people are counted."""
        keys = enumerate(map(find_key, self.attributes))
        return {source: key for source, key in keys if key is not None}

    @property
    def joined_by_person(self) -> bool:
        """Whether whoever stands in a joined row is one person: one key, or keys that are equal."""
        keys = {Column(source, key) for source, key in self.persons.items()}
        equal = [pair for pair in self.pairs if pair.condition == "equal"]
        groups = joined_groups(equal)
        return len(keys) < 2 or any(keys <= set(group) for group in groups)

    def check_no_key(self, columns: Iterable[Column]) -> None:
        """Refuse person keys among columns that somebody knows or learns."""
        for column in columns:
            if self.persons.get(column.source) == column.name:
                raise refuse_key(self.columns.label(column))

    @cached_property
    def ranges(self) -> list[Range]:
        """Columns that are made of two."""
        names = [[attribute.name for attribute in each] for each in self.attributes]
        return parse_ranges(names, self.request.ranges)

    @cached_property
    def columns(self) -> Columns:
        """All columns by name, ranges included."""
        return Columns(
            tuple(
                (
                    *(attribute.name for attribute in each),
                    *(made.name for made in self.ranges if made.source == source),
                )
                for source, each in enumerate(self.attributes)
            )
        )

    @cached_property
    def summaries(self) -> tuple[SourceSummary, ...]:
        """The sources by number."""
        return tuple(
            SourceSummary(
                number + 1,
                source.name,
                source.rows,
                self.persons.get(number),
                self._engine.people(number) if number in self.persons else None,
            )
            for number, source in enumerate(self.sources)
        )

    @cached_property
    def given_hierarchies(self) -> dict[Column, Hierarchy]:
        """The hierarchies that were named with the question."""
        given = self.request.hierarchies
        if given is None:
            return {}
        if isinstance(given, Mapping):
            named = dict(given)
        else:
            names = {attribute.name: attribute for each in self.attributes for attribute in each}
            nothing = np.zeros(0, np.int64)
            named = {
                name: from_csv(path, Domain(names[name], (), nothing))
                for name, path in load_folder(Path(given), list(names)).items()
            }
        return {
            column: hierarchy
            for name, hierarchy in named.items()
            for column in self.columns.require(name)
        }

    def hierarchy_of(self, column: Column) -> Hierarchy | None:
        """The hierarchy along which a column is published more coarsely, if one is known."""
        given = self.given_hierarchies.get(column)
        return given or self.own_hierarchies[column.source].get(column.name)

    @cached_property
    def words(self) -> dict[str, Taxonomy]:
        """What labels stand for, by the name of the column, as all hierarchies of it say."""
        known: dict[str, dict[Hierarchy, None]] = {}
        for column, given in self.given_hierarchies.items():
            known.setdefault(column.name, {})[given] = None
        for own in self.own_hierarchies:
            for name, hierarchy in own.items():
                if not is_readable(hierarchy):
                    known.setdefault(name, {})[hierarchy] = None
        return {name: Taxonomy.of(*each) for name, each in known.items()}

    @cached_property
    def hierarchies(self) -> dict[str, Taxonomy]:
        """What labels stand for; columns that are joined know what the others of them do."""
        taxonomies = dict(self.words)
        if not taxonomies:
            return taxonomies
        for group in joined_groups(self.pairs):
            names = dict.fromkeys(column.name for column in group)
            taxonomy = together(self.words.get(name) for name in names)
            if taxonomy is not None:
                taxonomies |= dict.fromkeys(names, taxonomy)
        return taxonomies

    @cached_property
    def _engine(self) -> JoinedSources:
        return JoinedSources(self.sources, self.ranges, self.progress, persons=self.persons)

    def values(self, column: Column) -> list[str | None]:
        """The distinct texts of a column."""
        return self._engine.values(column)

    # what is sensitive, and what is joined

    @cached_property
    def sensitive(self) -> list[Column]:
        """The sensitive columns: one, or one of each source."""
        if not self.request.sensitive:
            guessed = [
                self.columns.label(Column(source, attribute.name))
                for source, each in enumerate(self.attributes)
                for attribute in each
                if attribute.role is Role.SENSITIVE
            ]
            raise InvalidParameter(
                say("No sensitive column is chosen. What must nobody learn?"),
                say("Choose the sensitive column. Likely: {names}.", names=", ".join(guessed[:6]))
                if guessed
                else say("Choose the sensitive column, such as a diagnosis."),
            )
        columns = [
            column for name in self.request.sensitive for column in self.columns.require(name)
        ]
        columns = list(dict.fromkeys(columns))
        self.check_no_key(columns)
        by_source = {column.source: column for column in columns}
        if len(by_source) < len(columns):
            raise InvalidParameter(
                say("Only one column of each source can be the sensitive one."),
                say("Ask again for another one."),
            )
        return sorted(columns, key=lambda column: column.source)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The columns that are joined: asked for or proposed, the sensitive one among them."""
        if self.request.on is not None:
            pairs = parse_pairs(self.columns, self.request.on)
        else:
            pairs = [] if self._crossed else self.proposals
            pairs = [pair for pair in pairs if self.kinds[pair.right.source - 1] != "cross"]
        return [*pairs, *self._sensitive_pairs(pairs)]

    def _sensitive_pairs(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Whoever looks for the same value in all sources joins on it, too."""
        if self.request.different or len(self.sensitive) < 2:
            return []
        first, *others = self.sensitive
        known = {(pair.left, pair.right) for pair in pairs}
        return [Pair(first, column) for column in others if (first, column) not in known]

    @property
    def _crossed(self) -> bool:
        """Whether every row is joined with every row: nothing is said, values have to differ."""
        nothing = self.request.on is None and self.request.join is None
        kinds = self.request.join
        crossed = kinds == "cross" or (not isinstance(kinds, str) and {*(kinds or ())} == {"cross"})
        return crossed or (self.request.different and nothing)

    @cached_property
    def proposals(self) -> list[Pair]:
        """Columns that seem to say the same."""
        pairs: list[Pair] = []
        for later in range(1, len(self.sources)):
            for earlier in range(later):
                taken = {pair.right for pair in pairs}
                right = [
                    column
                    for column in self._offered(later)
                    if Column(later, column.name) not in taken
                ]
                pairs += [
                    Pair(
                        Column(earlier, proposal.left),
                        Column(later, proposal.right),
                        proposal.condition,
                        proposal.reason,
                    )
                    for proposal in propose(self._offered(earlier), right, self.words)
                ]
        return pairs

    def _offered(self, source: int) -> list[OfferedColumn]:
        """Columns that may be joined: neither identifiers nor sensitive, nor ends of ranges."""
        sensitive = self.sensitive if self.request.sensitive else ()
        ends = {
            end for made in self.ranges if made.source == source for end in (made.low, made.high)
        }
        kept = [
            attribute
            for attribute in self.attributes[source]
            if attribute.role not in DROPPED
            and Column(source, attribute.name) not in sensitive
            and attribute.name not in ends
        ]
        # values are read only of columns that are called or meant alike
        offered = [
            OfferedColumn(
                attribute.name,
                partial(self.values, Column(source, attribute.name)),
                attribute.meaning,
            )
            for attribute in kept
        ]
        made = [made.name for made in self.ranges if made.source == source]
        return offered + [
            OfferedColumn(name, partial(self.values, Column(source, name))) for name in made
        ]

    @cached_property
    def kinds(self) -> list[str]:
        """How each source but the first is joined to those before it."""
        later, kind = len(self.sources) - 1, self.request.join
        if kind is None:
            kind = "cross" if self._crossed else "inner"
        kinds = [kind] * later if isinstance(kind, str) else list(kind)
        if len(kinds) != later:
            raise InvalidParameter(
                say(
                    "{kinds:,} kinds of joins do not fit {sources:,} sources.",
                    kinds=len(kinds),
                    sources=later + 1,
                ),
                say("Name one for each source but the first."),
            )
        for kind in kinds:
            if kind not in JOIN_KINDS:
                raise UnknownName.among("join", kind, JOIN_KINDS)
        return kinds

    @property
    def kind(self) -> str:
        """How sources are joined, in a word: `left`, or `left, inner` where it is not the same."""
        return ", ".join(self.kinds if len(set(self.kinds)) > 1 else self.kinds[:1])

    @cached_property
    def joins(self) -> list[Join]:
        """How each source but the first comes in."""
        by_source: dict[int, list[Pair]] = {new: [] for new in range(1, len(self.sources))}
        for pair in self.pairs:
            by_source[pair.right.source].append(pair)
        return [self._join(new, pairs) for new, pairs in by_source.items()]

    def _join(self, new: int, pairs: Sequence[Pair]) -> Join:
        kind = self.kinds[new - 1]
        if kind == "cross" and not pairs:
            return Join("cross")
        if not pairs:
            name, before = self.sources[new].name, self.sources[0].name
            raise InvalidParameter(
                say(
                    "'{name}' and '{before}' have no columns that seem to mean the same.",
                    name=name,
                    before=before,
                ),
                say(
                    "Say which columns are joined, and that their values overlap or cover each "
                    "other where they are generalised."
                ),
            )
        kind = "inner" if kind == "cross" else kind
        return Join(kind, tuple(self._on(pair) for pair in pairs))  # type: ignore[arg-type]

    def _on(self, pair: Pair) -> JoinCondition:
        left, right = self.values(pair.left), self.values(pair.right)
        taxonomy = together(self.words.get(column.name) for column in (pair.left, pair.right))
        one, other = matching_pairs(pair.condition, left, right, taxonomy)
        if not len(one) and pair.left not in self.sensitive:
            names = self.columns.label(pair.left), self.columns.label(pair.right)
            raise InvalidParameter(
                say(
                    "No value of '{left}' goes with any value of '{right}' ({condition}).",
                    left=names[0],
                    right=names[1],
                    condition=_condition(pair.condition),
                ),
                say(
                    "Join columns that mean the same; generalised values need 'overlaps' or "
                    "'covers'."
                ),
            )
        if pair.condition == "equal":
            return JoinCondition(pair.left, pair.right)
        texts = {
            "left": pa.array([left[place] for place in one.tolist()], pa.string()),
            "right": pa.array([right[place] for place in other.tolist()], pa.string()),
        }
        return JoinCondition(pair.left, pair.right, pa.table(texts))

    # what was joined

    def joined(self, columns: Iterable[Column], *, numbered: bool = False) -> JoinedRows:
        """The joined combinations of some columns; kept, and used again where they suffice.

        Numbered, they know which rows of every source stand in them, whatever is joined on; where
        people are counted they always are.
        """
        wanted = frozenset(columns) | frozenset(self.sensitive)
        kept, joined_on = self._kept, {pair.left for pair in self.pairs}
        joined_on |= {pair.right for pair in self.pairs}
        numbered = numbered or bool(self.persons)
        numbered = numbered or joined_on <= wanted  # which costs no further combination then
        if kept is None or not wanted <= kept[0] or (numbered and not kept[1]):
            ordered = sorted(wanted, key=lambda column: (column.source, column.name))
            partnered = self._engine.tally_with_partners(
                self.joins, ordered, self.progress, numbered=numbered
            )
            self._kept = kept = wanted, numbered, JoinedRows.from_partners(partnered)
        return kept[2]

    def tally(self, columns: Sequence[Column]) -> pa.Table:
        """The joined combinations of some columns as the engine counts them."""
        return self._engine.tally(self.joins, columns, self.progress)

    def page(self, columns: Sequence[Column], offset: int, limit: int) -> JoinedTally:
        """Joined rows one by one, and who has a partner in each."""
        return self._engine.page_with_partners(self.joins, columns, offset, limit)

    @property
    def joined_rows(self) -> int:
        """The number of joined rows."""
        return self._engine.count(self.joins) if self._kept is None else self._kept[2].rows

    @cached_property
    def knowable(self) -> list[Column]:
        """The columns that an attacker may know."""
        if self.request.known is not None:
            columns = [
                column for name in self.request.known for column in self.columns.require(name)
            ]
            if {*columns} & {*self.sensitive}:
                raise InvalidParameter(
                    say("A column cannot be both known and secret."), say("Give it one role.")
                )
            self.check_no_key(columns)
            return list(dict.fromkeys(columns))
        ends = {Column(made.source, end) for made in self.ranges for end in (made.low, made.high)}
        plain = [
            Column(source, attribute.name)
            for source, each in enumerate(self.attributes)
            for attribute in each
            if attribute.role not in DROPPED
        ]
        made = [Column(made.source, made.name) for made in self.ranges]
        kept = [
            column
            for column in (*plain, *made)
            if column not in ends and column not in self.sensitive
        ]
        return sorted(kept, key=lambda column: column.source)

    def tally_of(self, source: int, names: Sequence[str]) -> pa.Table:
        """The distinct combinations of columns and ranges of one source."""
        made = [
            Range(0, made.name, made.low, made.high)
            for made in self.ranges
            if made.source == source
        ]
        with closing(JoinedSources([self.sources[source]], made, self.progress)) as alone:
            tally = alone.tally([], [Column(0, name) for name in names])
        return tally.rename_columns([*names, ROWS])


def _condition(name: str) -> str:
    return {"equal": say("equal"), "overlaps": say("overlaps"), "covers": say("covers")}[name]
