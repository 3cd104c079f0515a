"""What is derived of a change is what linking the changed releases anew gives."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines.joins.join import Column
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.repair.trial import Change, TalliedSource, Trial
from incrowd.linking.scan.knowledge import Link, find_knowables
from incrowd.linking.scan.scan import FactExposure, FactSearch
from incrowd.service.linked.link import LinkAnalysis, LinkRequest, link, open_linked

pytestmark = pytest.mark.slow

ZIPS, SEXES, JOBS, ILLS = ("130**", "131**", "14***"), ("f", "m"), ("a", "b", "c"), ("flu", "hiv")
KINDS = ("inner", "left", "right", "full")


def tables() -> st.SearchStrategy[list[pa.Table]]:
    def rows(names: tuple[str, ...], *values: tuple[str, ...]) -> st.SearchStrategy[pa.Table]:
        cells = st.tuples(*(st.sampled_from((*each, None)) for each in values))
        return st.lists(cells, min_size=2, max_size=12).map(
            lambda found: pa.table(
                {
                    name: pa.array([row[place] for row in found], pa.string())
                    for place, name in enumerate(names)
                }
            )
        )

    one = rows(("zip", "sex", "ill"), ZIPS, SEXES, ILLS)
    two = rows(("zip", "job", "ill"), ZIPS, JOBS, ILLS)
    return st.tuples(one, two).map(list).filter(_can_be_linked)


def _can_be_linked(found: list[pa.Table]) -> bool:
    """Whether a zip stands in both, and everything has a value somewhere."""
    texts = [
        {name: set(table.column(name).to_pylist()) - {None} for name in table.column_names}
        for table in found
    ]
    shared = texts[0]["zip"] & texts[1]["zip"] and texts[0]["ill"] & texts[1]["ill"]
    return bool(shared) and all(all(each.values()) for each in texts)


def asked(kind: str) -> LinkRequest:
    return LinkRequest(
        sensitive=["ill"], on=["zip"], join=kind, known=["1.zip", "2.zip", "sex", "job"]
    )


def slowly(linking: LinkAnalysis, trial: Trial, changes: list[Change], facts: int) -> FactExposure:
    """Join the changed releases anew, whatever changes, and let a whole scan tell."""
    sources, joined = linking.sources, trial.join_again(changes)
    changed = {joined_label(one.column) for one in changes}
    links = [
        Link(left, right, "overlaps" if {left, right} & changed else pair.condition)
        for pair in sources.pairs
        for left, right in [(joined_label(pair.left), joined_label(pair.right))]
    ]
    labels = [joined_label(one) for one in sources.knowable]
    known = [one for one in find_knowables(joined, labels, links, sources.hierarchies) if one.facts]
    targets = linking.independent_targets(joined)
    most = min(facts, len(known))
    return FactSearch(joined, targets, known, 0.5, most).scan().growth[-1]


@settings(max_examples=scaled(40), deadline=None)
@given(tables(), st.sampled_from(KINDS), st.data())
def test_a_change_is_told_as_if_it_were_join_again(releases, kind, data) -> None:
    column = data.draw(
        st.sampled_from([Column(0, "zip"), Column(1, "zip"), Column(0, "sex"), Column(1, "job")])
    )
    with open_linked(releases, asked(kind)) as linking:
        trial = Trial(linking, linking.sources.knowable)
        texts = sorted(trial.counts(column))
        new = data.draw(st.tuples(*(st.sampled_from(["*", "coarse", text]) for text in texts)))
        change = Change(column, dict(zip(texts, new, strict=True)))
        for changes in ([], [change]):
            fast = trial.exposed(2, 0.5, changes)
            assert fast == slowly(linking, trial, changes, 2)


@settings(max_examples=scaled(25), deadline=None)
@given(tables(), st.sampled_from(KINDS), st.sampled_from([(0, "sex"), (1, "job")]))
def test_dropping_a_column_is_told_as_of_releases_without_it(releases, kind, place) -> None:
    source, name = place
    stars = list(releases)
    cells = [None if cell is None else "*" for cell in stars[source].column(name).to_pylist()]
    at = stars[source].column_names.index(name)
    stars[source] = stars[source].set_column(at, name, pa.array(cells, pa.string()))
    request = {"sensitive": "ill", "on": ["zip"], "join": kind, "known": asked(kind).known}
    scanned = link(*stars, scan=2, **request).scanned
    assert scanned is not None
    with open_linked(releases, asked(kind)) as linking:
        trial = Trial(linking, linking.sources.knowable)
        column = Column(source, name)
        found = trial.exposed(2, 0.5, [Change(column, dict.fromkeys(trial.counts(column), "*"))])
    last = scanned.scan.growth[-1]
    assert (found.exposed.sources, found.certain.sources) == (
        last.exposed.sources,
        last.certain.sources,
    )


@pytest.mark.parametrize("coded", [False, True])
def test_other_texts_cell_by_cell(coded: bool) -> None:
    cells = ["a", None, "b", "c", "a", None]
    column = pa.chunked_array([pa.array(cells[:2]), pa.array(cells[2:]), pa.array([], pa.string())])
    whole = pa.table(
        {"x": column.dictionary_encode() if coded else column, "incrowd_rows": [1, 2, 3, 4, 5, 6]}
    )
    changed = TalliedSource("t", whole).changed("x", {"a": "*", "b": "*", "z": "?"})
    assert changed.table.column("x").to_pylist() == ["*", None, "*", "c", "*", None]
    assert changed.counts("x") == {"*": 9, "c": 4}
    nothing = TalliedSource("t", whole.slice(0, 0)).changed("x", {"a": "*"})
    assert nothing.table.num_rows == 0
    assert nothing.counts("x") == {}
