"""What a person starts from who links data sets: columns, and what seems to belong together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.engines.joins.join import Column
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.values.taxonomy import is_readable
from incrowd.service.linked.sessions import LinkQuestion, LinkSession, LinkSessions
from incrowd.table import Attribute, Role
from incrowd.workspace.tokens import User

MOST_VALUES: Final = 300
"""Values of a column that are listed, to choose from."""
SHOWN_VALUES: Final = 3
_LOW: Final = {"low", "lower", "min", "minimum", "from", "start", "begin", "inf", "desde", "von"}
_HIGH: Final = {"high", "upper", "max", "maximum", "to", "end", "until", "sup", "hasta", "bis"}


@dataclass(frozen=True)
class LinkableColumn:
    """A column that can be joined on or known; `label` tells it from those of other sources."""

    label: str
    name: str
    source: int
    role: str
    kind: str
    """`integer`, `text` …, or `range` if it is made of two columns."""
    distinct: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class LinkableDataset:
    """A data set that can be linked."""

    number: int
    dataset: str
    name: str
    rows: int
    changed: bool
    columns: tuple[LinkableColumn, ...]


@dataclass(frozen=True)
class ProposedRange:
    """Two columns of a source that are the ends of a range."""

    source: int
    name: str
    low: str
    high: str

    @property
    def asked(self) -> tuple[str, str, str]:
        """As it is asked for: `1.age`, lower_age, upper_age."""
        return f"{self.source}.{self.name}", self.low, self.high


@dataclass(frozen=True)
class ProposedPair:
    """Two columns that seem to tell the same, and why."""

    left: str
    right: str
    condition: str
    reason: str


@dataclass(frozen=True)
class KnownWords:
    """A column of which it is known what its words stand for, with an example."""

    column: str
    given: bool
    """Whether it was given with the question; else the data set has it."""
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class LinkProposal:
    """What could be linked, and how."""

    sources: tuple[LinkableDataset, ...]
    sensitive: tuple[str, ...]
    ranges: tuple[ProposedRange, ...]
    pairs: tuple[ProposedPair, ...]
    words: tuple[KnownWords, ...]


def propose_link(
    links: LinkSessions,
    user: User,
    datasets: Sequence[str],
    ranges: Sequence[ProposedRange] | None = None,
    sensitive: Sequence[str] | None = None,
    taxonomies: Sequence[tuple[str, str]] = (),
) -> LinkProposal:
    """Look at data sets and say what seems to belong together; ranges are found if not given."""
    plain = LinkQuestion(tuple(datasets))
    with links.using(user, plain) as session:
        attributes = session.sources.attributes
        made = tuple(_find_ranges(attributes)) if ranges is None else tuple(ranges)
        chosen = tuple(_find_sensitive(attributes) if sensitive is None else sensitive)
    question = LinkQuestion(
        tuple(datasets),
        chosen,
        ranges=tuple(made_range.asked for made_range in made),
        taxonomies=tuple(taxonomies),
    )
    with links.using(user, question) as session:
        pairs = [
            ProposedPair(
                joined_label(pair.left), joined_label(pair.right), pair.condition, pair.reason
            )
            for pair in session.sources.proposals
        ]
        words = tuple(_words(session))
        return LinkProposal(tuple(_sources(session)), chosen, made, tuple(pairs), words)


def _words(session: LinkSession) -> Iterator[KnownWords]:
    """The columns whose labels say something that cannot be read from them."""
    sources = session.sources
    for source, each in enumerate(sources.attributes):
        for attribute in each:
            column = Column(source, attribute.name)
            given = column in sources.given_hierarchies
            hierarchy = sources.hierarchy_of(column)
            if hierarchy is not None and (given or not is_readable(hierarchy)):
                label, values = _example(hierarchy)
                yield KnownWords(joined_label(column), given, label, values)


def _example(hierarchy: Hierarchy) -> tuple[str, tuple[str, ...]]:
    """The label of the lowest level that stands for most values, and some of them."""
    groups, labels = hierarchy.groups[0], hierarchy.labels[0]
    largest = int(np.bincount(groups, minlength=len(labels)).argmax()) if len(groups) else 0
    pairs = zip(hierarchy.values, groups.tolist(), strict=True)
    values = [text for text, group in pairs if group == largest and text is not None]
    return labels[largest], tuple(values[:SHOWN_VALUES])


def _sources(session: LinkSession) -> Iterator[LinkableDataset]:
    sources = session.sources
    for place, each in enumerate(sources.attributes):
        ranges = [made_range.name for made_range in sources.ranges if made_range.source == place]
        plain = [
            _column(session, place, attribute.name, attribute.role, attribute.kind)
            for attribute in each
        ]
        made = [_column(session, place, name, Role.QUASI, "range") for name in ranges]
        yield LinkableDataset(
            number=place + 1,
            dataset=session.datasets[place],
            name=sources.sources[place].name,
            rows=sources.sources[place].rows,
            changed=session.changed[place],
            columns=(*plain, *made),
        )


def _column(session: LinkSession, source: int, name: str, role: Role, kind: str) -> LinkableColumn:
    column = Column(source, name)
    known = role is not Role.IDENTIFIER  # whose values are nobody's business
    values = [text for text in session.sources.values(column) if text is not None] if known else []
    ordered = sorted(values[: 10 * MOST_VALUES], key=_by_number)
    return LinkableColumn(
        label=joined_label(column),
        name=name,
        source=source + 1,
        role=role,
        kind=kind,
        distinct=len(values),
        values=tuple(ordered[:MOST_VALUES]),
    )


def _by_number(text: str) -> tuple[float, str]:
    """Ages in the order of ages, not of letters."""
    try:
        return float(text), text
    except ValueError:
        return float("inf"), text


def _find_sensitive(sources: Sequence[Sequence[Attribute]]) -> list[str]:
    """A sensitive column that most sources have, or the first of each source."""
    guessed = [
        [attribute.name for attribute in each if attribute.role is Role.SENSITIVE]
        for each in sources
    ]
    often = Counter(name for names in guessed for name in names).most_common(1)
    if often and often[0][1] > 1:
        name = often[0][0]
        return [f"{place}.{name}" for place, names in enumerate(guessed, 1) if name in names]
    return [f"{place}.{names[0]}" for place, names in enumerate(guessed, 1) if names]


def _find_ranges(sources: Sequence[Sequence[Attribute]]) -> Iterator[ProposedRange]:
    """Columns such as `lower_age` and `upper_age`, or `AgeMin` and `AgeMax`."""
    for place, each in enumerate(sources, 1):
        numbers = {
            attribute.name: _ends(attribute.name) for attribute in each if attribute.kind.numeric
        }
        names = {attribute.name for attribute in each}
        for low, (stem, end) in numbers.items():
            partner = next((name for name, ends in numbers.items() if ends == (stem, "high")), None)
            if end == "low" and partner is not None and stem and stem not in names:
                yield ProposedRange(place, stem, low, partner)


def _ends(name: str) -> tuple[str, str]:
    """What a name is about, and which end of it.

    >>> _ends("LowerAge"), _ends("age_max"), _ends("age")
    (('age', 'low'), ('age', 'high'), ('age', ''))
    """
    words = [word.lower() for word in re.findall(r"[A-Z]?[^\W_A-Z]+|[A-Z]+|\d+", name)]
    rest = [word for word in words if word not in _LOW | _HIGH]
    if len(words) - len(rest) != 1:
        return name.lower(), ""
    return "_".join(rest), "low" if set(words) & _LOW else "high"
