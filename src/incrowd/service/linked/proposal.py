"""What a person starts from who links data sets: columns, and what seems to belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np

from incrowd.answers import Choice, Words
from incrowd.engines.joins.join import Column
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.joins.proposal import ProposedRange, find_ranges, find_sensitive
from incrowd.linking.values.matching import CONDITIONS
from incrowd.linking.values.taxonomy import is_readable
from incrowd.service.linked.sessions import LinkQuestion, LinkSession, LinkSessions
from incrowd.table import DROPPED, Kind, Role, RoleName
from incrowd.workspace.users import User

__all__ = [
    "LinkProposal",
    "LinkableColumn",
    "LinkableDataset",
    "ProposedPair",
    "ProposedRange",
    "propose_link",
]

MOST_VALUES: Final = 300
"""Values of a column that are listed, to choose from."""
SHOWN_VALUES: Final = 3


@dataclass(frozen=True)
class LinkableColumn:
    """A column that can be joined on or known; `label` also says of which source it is."""

    label: str
    name: str
    source: int
    role: RoleName
    kind: Annotated[str, Choice((*Kind, "range"))]
    """A range is made of two columns."""
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
class ProposedPair:
    """Two columns that seem to say the same, and why."""

    left: str
    right: str
    condition: Annotated[str, Choice(CONDITIONS)]
    reason: Words


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
        made = tuple(find_ranges(attributes)) if ranges is None else tuple(ranges)
        chosen = tuple(find_sensitive(attributes) if sensitive is None else sensitive)
    question = LinkQuestion(
        tuple(datasets),
        chosen,
        ranges=tuple(made_range.assignment for made_range in made),
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
    known = role not in DROPPED  # whose values are not shown
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
