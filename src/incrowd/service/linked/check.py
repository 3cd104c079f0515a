"""Check k, l and t of a linked data set or of what was joined, each sensitive attribute apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from incrowd.answers import shape
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Classes
from incrowd.dataset.results import Check
from incrowd.engines.joins.join import Column
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.hierarchies import build
from incrowd.language import say
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.measures.enforcement import closeness_model
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.service.datasets.check import Promise, check_classes
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.table import Attribute, Kind, Profile, Role
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.users import User

_PERSON: Final = "\x1fperson"
"""What the key of joined persons is called: no column has such a name."""
_BETWEEN: Final = "\x1f"


@dataclass(frozen=True)
class SensitiveCheck:
    """One sensitive attribute: the fewest values of a class, the largest distance, what fails."""

    attribute: str
    l: int
    t: float
    holds: bool
    failing_classes: int
    failing_rows: int


@dataclass(frozen=True)
class PrivacyCheck:
    """Whether k, l and t hold, as a whole and for each sensitive attribute."""

    check: Check = field(metadata=shape(inline=True, without=("why", "asked", "roles")))
    classes: int
    rows: int
    attributes: tuple[SensitiveCheck, ...]


def check_linked(
    links: LinkSessions, user: User, question: LinkQuestion, source: int | None, promise: Promise
) -> PrivacyCheck:
    """Check one of the data sets of a question, counted from 1, or what was joined."""
    if source is None:
        with links.using(user, question) as session:
            return check_joined(session.analysis, promise)
    if not 1 <= source <= len(question.datasets):
        raise InvalidParameter(
            say("There is no source {source}.", source=source),
            say("There are {count} sources.", count=len(question.datasets)),
        )
    with links.sessions.open(user, question.datasets[source - 1]) as opened:
        return check_dataset(opened, promise)


def check_dataset(opened: OpenDataset, promise: Promise) -> PrivacyCheck:
    """Check the rows of a data set as they would be published."""
    snapshot = opened.snapshot()
    table = snapshot.dataset.table
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("'{name}' has no quasi-identifier, so there is nothing to check.", name=table.name),
            say("On its roles page, say which columns others may know."),
        )
    classes = snapshot.classes
    roles = {attribute.name: str(attribute.role) for attribute in table.attributes}
    return _checked(classes.only(classes.kept), promise, roles)


def check_joined(analysis: LinkAnalysis, promise: Promise) -> PrivacyCheck:
    """Check what was joined: whoever knows columns of several sources sees these classes.

    Where a release has a person key its people are counted, however many rows they are joined to.
    """
    analysis.check()
    sources = analysis.sources
    sensitive = list(sources.sensitive)
    if not sources.request.different:
        sensitive = sensitive[:1]  # all of them are the same: they are joined on
    columns = {joined_label(column): column for column in (*sources.knowable, *sensitive)}
    keys = [Column(source, name) for source, name in sorted(sources.persons.items())]

    def tally(labels: Sequence[str]) -> pa.Table:
        wanted = [columns[label] for label in labels if label != _PERSON]
        if _PERSON not in labels:
            return sources.tally(wanted)
        return _with_persons(sources.tally([*wanted, *keys]), labels, len(keys))

    return check_counted(
        tally,
        [_attribute(sources, column, Role.QUASI) for column in sources.knowable],
        [_attribute(sources, column, Role.SENSITIVE) for column in sensitive],
        promise,
        _person(sources) if keys else None,
    )


def _person(sources: LinkedSources) -> Attribute:
    """Whoever a joined row is about: the persons of all releases that have a person key."""
    rows = max(source.rows for source in sources.sources)
    return Attribute(Profile(_PERSON, Kind.TEXT, rows, 0, 0), Role.PERSON, "")


def _with_persons(tally: pa.Table, labels: Sequence[str], keys: int) -> pa.Table:
    """One key made of those of all releases; none where one of them is missing."""
    *texts, rows = tally.columns
    joined = [column.cast(pa.string()) for column in texts[len(texts) - keys :]]
    key = pc.binary_join_element_wise(*joined, _BETWEEN) if keys > 1 else joined[0]
    named = dict(zip([label for label in labels if label != _PERSON], texts, strict=False))
    named[_PERSON] = key
    return pa.table([*(named[label] for label in labels), rows], [*labels, tally.column_names[-1]])


def check_counted(
    tally: Callable[[Sequence[str]], pa.Table],
    known: Sequence[Attribute],
    guarded: Sequence[Attribute],
    promise: Promise,
    person: Attribute | None = None,
) -> PrivacyCheck:
    """Check what `tally` counts: whoever knows some columns sees these classes.

    With a person key the classes are those of persons.
    """
    if not known:
        raise InvalidParameter(
            say("There is nothing that somebody could know: only the sensitive column is used."),
            say("Name the columns that somebody may know."),
        )
    key = [] if person is None else [person]
    names = [attribute.name for attribute in (*known, *guarded, *key)]
    crowd = build_crowd(tally(names), list(known), list(guarded), person)
    if not crowd.rows:
        raise NothingToMeasure(say("There are no rows, so there is nothing to check."))
    crowd = crowd.with_hierarchies(
        {domain.attribute.name: build("suppress", domain) for domain in crowd.by_rows.domains}
    )
    roles = {attribute.name: str(attribute.role) for attribute in (*known, *guarded)}
    return _checked(crowd.at(crowd.bottom), promise, roles)


def _attribute(sources: LinkedSources, column: Column, role: Role) -> Attribute:
    """A column under the name that distinguishes it from those of other sources."""
    label = joined_label(column)
    for attribute in sources.attributes[column.source]:
        if attribute.name == column.name:
            return replace(attribute, profile=replace(attribute.profile, name=label), role=role)
    rows = sources.sources[column.source].rows
    return Attribute(Profile(label, Kind.TEXT, rows, 0, 0), role, "")


def _checked(classes: Classes, promise: Promise, roles: dict[str, str]) -> PrivacyCheck:
    if not classes.count:
        raise NothingToMeasure(say("No row is left, so there is nothing to check."))
    return PrivacyCheck(
        check=check_classes(classes, promise, roles),
        classes=classes.count,
        rows=classes.kept_table_rows,
        attributes=tuple(_each(classes, promise)),
    )


def _each(classes: Classes, promise: Promise) -> Sequence[SensitiveCheck]:
    checks = []
    for sensitive in classes.crowd.sensitive:
        question = Question(classes, sensitive.name)
        diversity, closeness = measure("distinct_l"), measure(closeness_model(sensitive))
        failing = classes.sizes < promise.k
        if promise.l is not None:
            failing = failing | ~diversity.holding(question, promise.l)
        if promise.t is not None:
            failing = failing | ~closeness.holding(question, promise.t)
        l, t = diversity.compute(question), closeness.compute(question)
        checks.append(
            SensitiveCheck(
                attribute=sensitive.name,
                l=int(l or 0),
                t=float(t or 0),
                holds=not failing.any(),
                failing_classes=int(np.count_nonzero(failing)),
                failing_rows=classes.keeping(failing).kept_table_rows,
            )
        )
    return checks
