"""Gather what a verdict is made from: of a release as it would be written, or of data as it is.

judge(gather_release(table, release), find_preset("public"))
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from incrowd.advice.verdict.evidence import (
    PERSON,
    Evidence,
    Population,
    PublishedColumn,
    RowOrder,
)
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.crowd.sensitive import Sensitive
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.population import measure_population
from incrowd.dataset.side_columns import SideColumns
from incrowd.engines.contract import PublishedSource, RowSource
from incrowd.hierarchies.builders import suppress
from incrowd.language import as_message
from incrowd.measures.enforcement import enforce
from incrowd.measures.risk.journalist import JOURNALIST_RISK
from incrowd.release.export import Release
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.table import Kind, Profile, Role, Table

_LOOKED_INTO: Final = frozenset({Kind.TEXT, Kind.INTEGER, Kind.DATE, Kind.TIMESTAMP})
"""Kinds of columns whose texts can say who somebody is."""


def gather_as_is(
    table: OpenTable,
    follows_original: bool | None = None,
    state: State | None = None,
    in_order: tuple[str, ...] = (),
    original_key: str | None = None,
) -> Evidence:
    """The evidence on data as it is, or at levels of it: nothing is left out or shuffled.

    With an original at hand, the secrets by which its rows are sorted are `in_order`, and
    `original_key` is the column by which people have several rows there.
    """
    state = state or table.state(None, 1, ())
    crowd = table.protected_crowd
    classes = crowd.at(state.levels)
    published = table.table.names
    labels = recodings(crowd, state.levels)
    if labels:
        with table.rows() as rows:
            texts = rows.count_texts(_text_columns(table.table, labels), labels, None)
    else:
        texts = {name: _count_source(table, name) for name in _text_columns(table.table, {})}
    return Evidence(
        table=table.table,
        classes=classes,
        sides=SideColumns.of(table, replace(state, k=1, protections=()), _sides(table.table)),
        columns=_columns(table.table, texts, set(labels)),
        order=RowOrder(None, _numbering(table, published, labels), in_order, follows_original),
        as_is=True,
        population=_population(table, classes),
        person_warning=getattr(table, "person_warning", None),
        original_key=original_key,
        rows=table.table.rows,
    )


def gather_state(table: OpenTable, state: State, *, keep_order: bool = False) -> Evidence:
    """The evidence on what would be written in a state."""
    classes = enforce(table.protected_crowd, state)
    labels = recodings(classes.crowd, classes.levels)
    release = Release(
        classes, state, kept_tuples(classes), labels, None if keep_order else "not written yet"
    )
    return gather_release(table, release)


def gather_release(table: OpenTable, release: Release) -> Evidence:
    """The evidence on what would be written, or was: without identifiers, shuffled or not."""
    dropped = (Role.IDENTIFIER, PERSON)
    published = [each.name for each in table.table.attributes if each.role not in dropped]
    with table.rows() as rows:
        as_they_are = release.as_they_are(published)
        same = set(as_they_are)
        changed = [name for name in published if name not in same]
        wanted = [name for name in _text_columns(table.table, changed) if name in published]
        texts = rows.count_texts(wanted, release.recodings, release.kept)
        published_rows = rows.count_published(release.recodings, release.kept)
        numbering = tuple(name for name in as_they_are if rows.counts_rows(name))
        secrets = [each.name for each in table.table.with_role(Role.SENSITIVE)]
        in_order = tuple(name for name in secrets if name in as_they_are and rows.is_sorted(name))
        classes, sides = release.classes, SideColumns()
        if not release.classes.kept_rows:
            pass
        elif release.local:
            result = _published_table(table, release, rows, published_rows)
            classes = _against(result.protected_crowd, table.protected_crowd)
            sides = SideColumns.of(result, result.state(None, 1, ()), _sides(table.table))
        else:
            sides = SideColumns.of(table, release.state, _sides(table.table))
    return Evidence(
        table=table.table,
        classes=classes,
        sides=sides,
        columns=_columns(table.table, texts, set(changed)),
        order=RowOrder(release.seed is not None, numbering, in_order),
        recoded=release.local,
        population=_population(table, classes),
        person_warning=getattr(table, "person_warning", None),
        rows=published_rows,
    )


def _sides(table: Table) -> list[str]:
    return [each.name for each in table.attributes if each.role is Role.INSENSITIVE]


def _text_columns(table: Table, changed: Sequence[str] | Mapping[str, object]) -> list[str]:
    """The columns whose texts are looked into: labels, and kinds that can name somebody."""
    return [
        each.name for each in table.attributes if each.kind in _LOOKED_INTO or each.name in changed
    ]


def _count_source(table: OpenTable, name: str) -> tuple[tuple[str, int], ...]:
    counted = table.source.tally([name])
    texts, rows = (column.to_pylist() for column in counted.columns)
    return tuple((text, count) for text, count in zip(texts, rows, strict=True) if text is not None)


def _columns(
    table: Table, texts: Mapping[str, tuple[tuple[str, int], ...]], changed: set[str]
) -> tuple[PublishedColumn, ...]:
    return tuple(
        PublishedColumn(table.attribute(name), name in changed, counted)
        for name, counted in texts.items()
    )


def _numbering(
    table: OpenTable, columns: Sequence[str], changed: Mapping[str, object]
) -> tuple[str, ...]:
    unique = [
        name
        for name in columns
        if name not in changed and table.table.attribute(name).profile.unique
    ]
    if not unique:
        return ()
    with table.rows() as rows:
        return tuple(name for name in unique if rows.counts_rows(name))


def _population(table: OpenTable, classes: Classes) -> Population | None:
    if table.population_size is None or not classes.kept_rows:
        return None
    people = measure_population(classes, table.population_crowd, table.population_size)
    risks = {attack.name: attack.value for attack in people.attacks}
    words = as_message(people.explanation[0])
    return Population(people.people, risks[JOURNALIST_RISK.name], words)


def _published_table(
    table: OpenTable, release: Release, rows: RowSource, published: int
) -> OpenTable:
    """What is published of rows that are recoded one by one, as a table of its own.

    The person key is in it, though no release has it: people are still to be counted.
    """
    names = [each.name for each in table.table.attributes if each.role is not Role.IDENTIFIER]
    changed = set(names) - set(release.as_they_are(names))
    attributes = tuple(
        replace(each, profile=_plain(each.profile)) if each.name in changed else each
        for each in table.table.attributes
        if each.name in names
    )
    source = PublishedSource(rows, release.recodings, release.kept, published)
    given = dict(table.given)
    for each in attributes:
        if each.role is Role.QUASI:
            domain = build_crowd(source.tally([each.name]), [each], []).domains[0]
            given[each.name] = suppress.build(domain)
    return OpenTable(source, Table(table.table.name, published, attributes), given)


def _plain(profile: Profile) -> Profile:
    """A column of labels is text, whatever they stand for."""
    return replace(profile, kind=Kind.TEXT, date_format=None, decimal_comma=False)


def _against(published: Crowd, original: Crowd) -> Classes:
    """The classes of what is published, its secrets measured against the original table."""
    sensitive = tuple(
        _recode(attribute, original.sensitive_attribute(attribute.name))
        for attribute in published.sensitive
    )
    known = {hierarchy.attribute: hierarchy for hierarchy in published.hierarchies}
    crowd = replace(published, sensitive=sensitive).with_hierarchies(known)
    return crowd.at(crowd.bottom)


def _recode(read: Sensitive, original: Sensitive) -> Sensitive:
    place = {value: code for code, value in enumerate(original.domain.values)}
    codes = np.array([place[value] for value in read.domain.values], np.int32)
    return replace(
        read,
        domain=original.domain,
        values=np.ascontiguousarray(codes[read.values]),
        hierarchy=original.hierarchy,
    )
