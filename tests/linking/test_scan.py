"""The scan against a walk through all combinations of facts and all rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from joined_rows import Row, joined_of, may_be, slow_composition

from incrowd.errors import InvalidParameter
from incrowd.linking.joins.joined_rows import SourceRows
from incrowd.linking.scan.composition import Target, compose
from incrowd.linking.scan.facts import Fact, select
from incrowd.linking.scan.knowledge import Link, find_knowables
from incrowd.linking.scan.scan import scan
from incrowd.linking.values.published_value import meaning_of

LABELS = ["1.zip", "1.age", "2.age", "2.job", "1.ill"]
THINGS = [("1.zip",), ("1.age", "2.age"), ("2.job",)]
LINKS = [Link("1.age", "2.age", "overlaps")]

MIXED = st.tuples(
    st.sampled_from(["13012", "130**", "*", "14001", None]),
    st.sampled_from(["20-30", "30-40", "25"]),
    st.sampled_from(["25-35", "*", "40-50"]),
    st.sampled_from(["cook", "nurse"]),
    st.sampled_from(["flu", "HIV", "cold", None]),
)
APART = st.tuples(
    st.sampled_from(["130**", "140**", "150**"]),
    st.sampled_from(["20-30", "30-40"]),
    st.sampled_from(["25-35", "40-50"]),
    st.sampled_from(["cook", "nurse", None]),
    st.sampled_from(["flu", "HIV", "cold", None]),
)


def slow_facts(rows: list[Row], thing: tuple[str, ...]) -> list[dict[str, str]]:
    """Every fact about a thing: the texts that occur together; `*` says nothing."""
    found = []
    for row in rows:
        texts = [row[LABELS.index(label)] for label in thing]
        if None in texts:
            continue
        fact = {
            label: text
            for label, text in zip(thing, texts, strict=True)
            if not meaning_of(text).suppressed
        }
        if fact and fact not in found:
            found.append(fact)
    return found


def slow_scan(rows: list[Row], facts: int, threshold: float):
    """(know, N, V, P, rule) of all breaches, and for each row the fewest facts that expose it."""
    published = {label: {row[place] for row in rows} for place, label in enumerate(LABELS)}
    breaches, tried = [], 0
    exposed, certain = [99] * len(rows), [99] * len(rows)
    for size in range(facts + 1):
        for things in combinations(THINGS, size):
            whole = [
                place
                for place, row in enumerate(rows)
                if all(row[LABELS.index(label)] is not None for t in things for label in t)
            ]
            for chosen in product(*(slow_facts(rows, thing) for thing in things)):
                know = {label: text for fact in chosen for label, text in fact.items()}
                matching = [
                    place
                    for place in whole
                    if rows[place][-1] is not None
                    and all(
                        may_be(rows[place][LABELS.index(label)], text, published[label])
                        for label, text in know.items()
                    )
                ]
                n, v, p, rule, breach = slow_composition(
                    [rows[place][-1] for place in matching], threshold
                )
                if n == 0:
                    continue
                tried += size > 0
                if breach:
                    if size:
                        breaches.append((tuple(sorted(know.items())), n, v, p, rule))
                    for place in matching:
                        exposed[place] = min(exposed[place], size)
                if rule == 1:
                    for place in matching:
                        certain[place] = min(certain[place], size)
    return breaches, tried, exposed, certain


@settings(max_examples=scaled(80))
@given(
    rows=st.one_of(
        st.lists(MIXED, min_size=1, max_size=14), st.lists(APART, min_size=1, max_size=25)
    ),
    facts=st.integers(1, 3),
    threshold=st.sampled_from([0.05, 0.5, 0.6, 1.0]),
)
def test_the_scan_against_a_walk(rows: list[Row], facts: int, threshold: float) -> None:
    joined = joined_of(rows, LABELS)
    known = find_knowables(joined, LABELS[:-1], LINKS)
    assert [one.labels for one in known] == THINGS
    target = Target.of("ill", joined, [joined.column("1.ill")])
    found = scan(joined, [target], known, threshold, facts)
    breaches, tried, exposed, certain = slow_scan(rows, facts, threshold)
    listed = [(tuple(sorted(f.know.items())), f.n, f.v, f.p, f.rule) for f in found.findings]
    assert sorted(listed) == sorted(breaches)
    assert found.tried == tried
    assert found.breached == len(breaches)
    assert found.certain == sum(one[-1] == 1 for one in breaches)
    counted = Counter(rows)
    for size in range(facts + 1):
        assert found.growth[size].exposed.rows == sum(n <= size for n in exposed)
        assert found.growth[size].certain.rows == sum(n <= size for n in certain)
    assert sum(counted.values()) == joined.rows
    _check_news(found.findings, breaches, slow_composition([r[-1] for r in rows], threshold))
    _check_columns(found, rows, facts, threshold)


def _check_news(findings, breaches, whole) -> None:
    """A finding is news if no smaller part of it is as bad."""
    sure = {frozenset(know) for know, *_, rule in breaches if rule == 1}
    every = {frozenset(know) for know, *_ in breaches}
    for one in findings:
        known = frozenset(one.know.items())
        worse = [part for part in (sure if one.rule == 1 else every) if part < known]
        parts = [part for part in worse if _whole_things(dict(part), one.know)]
        nothing_needed = whole[3] == 1 or (whole[4] and one.rule == 2)
        assert one.news == (not parts and not nothing_needed)


def _whole_things(part: dict[str, str], know: dict[str, str]) -> bool:
    """Whether a part keeps joined columns together, as facts about one thing are."""
    return all(
        all(label in part for label in thing if label in know)
        for thing in THINGS
        if any(label in part for label in thing)
    )


def _check_columns(found, rows: list[Row], facts: int, threshold: float) -> None:
    for one, thing in zip(found.by_column, THINGS, strict=True):
        others = [other for other in THINGS if other != thing]
        alone = slow_scan_of(rows, [thing], 1, threshold)
        assert one.alone.rows == sum(0 < n <= 1 for n in alone[0])
        assert one.certain.rows == sum(0 < n <= 1 for n in alone[1])
        without = slow_scan_of(rows, others, min(facts, len(others)), threshold)
        assert one.without.rows == sum(n <= facts for n in without[0])


def slow_scan_of(rows: list[Row], things, facts: int, threshold: float):
    """Exposure by some things only; a fact that is needed not at all counts as none."""
    published = {label: {row[place] for row in rows} for place, label in enumerate(LABELS)}
    exposed, certain = [[99] * len(rows) for _ in range(2)]
    for size in range(facts + 1):
        for chosen_things in combinations(things, size):
            for chosen in product(*(slow_facts(rows, thing) for thing in chosen_things)):
                know = [pair for fact in chosen for pair in fact.items()]
                matching = [
                    place
                    for place, row in enumerate(rows)
                    if row[-1] is not None
                    and all(
                        row[LABELS.index(label)] is not None for t in chosen_things for label in t
                    )
                    and all(
                        may_be(row[LABELS.index(label)], text, published[label])
                        for label, text in know
                    )
                ]
                _, _, _, rule, breach = slow_composition(
                    [rows[place][-1] for place in matching], threshold
                )
                for place in matching:
                    # one thing alone: facts of it are asked for, though nothing may be needed
                    if breach:
                        exposed[place] = size if len(things) == 1 else min(exposed[place], size)
                    if rule == 1:
                        certain[place] = size if len(things) == 1 else min(certain[place], size)
    return exposed, certain


def test_every_finding_is_what_a_what_if_says() -> None:
    rows: list[Row] = [
        ("13012", "20-30", "25-35", "cook", "flu"),
        ("130**", "20-30", "25-35", "nurse", "HIV"),
        ("*", "30-40", "25-35", "cook", "flu"),
        ("14001", "25", "*", "cook", "cold"),
        ("14001", "30-40", "40-50", "nurse", "cold"),
    ]
    joined = joined_of(rows, LABELS)
    target = Target.of("ill", joined, [joined.column("1.ill")])
    found = scan(joined, [target], find_knowables(joined, LABELS[:-1], LINKS), 0.5, 3)
    assert found.findings
    for one in found.findings:
        facts = [Fact((label,), text) for label, text in one.know.items()]
        told = compose(joined, target, select(joined, facts))
        assert (told.n, told.v, told.p, told.rule) == (one.n, one.v, one.p, one.rule)


def test_equal_columns_are_known_as_one() -> None:
    rows: list[Row] = [("a", "a", "flu"), ("a", None, "HIV"), (None, "b", "cold")]
    joined = joined_of(rows, ["1.zip", "2.zip", "1.ill"])
    (zips,) = find_knowables(joined, ["1.zip", "2.zip"], [Link("1.zip", "2.zip")])
    assert zips.labels == ("1.zip", "2.zip")
    assert [zips.as_dict(fact) for fact in range(2)] == [{"1.zip": "a"}, {"2.zip": "b"}]
    assert zips.apart


def test_rows_of_each_source_are_counted_once() -> None:
    # two rows of release 1 meet three of release 2; only those of job b are given away
    left = [("a", "x"), ("a", "y")]
    right = [("a", "b"), ("a", "c"), ("a", "c")]
    rows = [
        (zip_, job, ill) for zip_, ill in left for _, job in right if (job == "c" or ill == "x")
    ]
    joined = joined_of(rows, ["1.zip", "2.job", "1.ill"])
    jobs = joined.column("2.job")
    source = SourceRows(jobs.codes, np.array([1, 2]), 3)
    target = Target.of("ill", joined, [joined.column("1.ill")])
    known = find_knowables(joined, ["1.zip", "2.job"])
    found = scan(replace(joined, sources=(source,)), [target], known, 1.0, 1)
    assert [one.know for one in found.findings] == [{"2.job": "b"}]
    assert found.growth[1].certain.sources == (1,)
    assert found.by_column[1].certain.sources == (1,)


def test_what_cannot_be_scanned() -> None:
    joined = joined_of([("a", "flu")], ["1.zip", "1.ill"])
    target = Target.of("ill", joined, [joined.column("1.ill")])
    known = find_knowables(joined, ["1.zip"])
    with pytest.raises(InvalidParameter, match="5 facts") as refusal:
        scan(joined, [target], known, 0.5, 5)
    assert "1 to 4" in refusal.value.hint
    with pytest.raises(InvalidParameter, match="nothing that somebody could know"):
        scan(joined, [target], [], 0.5, 2)
    with pytest.raises(InvalidParameter, match="threshold"):
        scan(joined, [target], known, 0, 2)


def test_a_large_scan_of_random_rows_agrees_with_itself() -> None:
    """What is certain by two facts stays so by three; no more is certain than exposed."""
    random = np.random.default_rng(5)
    rows = [tuple(f"{c}{v}" for c, v in enumerate(r)) for r in random.integers(0, 9, (4000, 5))]
    joined = joined_of(rows, ["1.a", "1.b", "2.c", "2.d", "1.ill"])
    target = Target.of("ill", joined, [joined.column("1.ill")])
    found = scan(joined, [target], find_knowables(joined, joined.labels[:4]), 0.5, 4)
    certain = [one.certain.rows for one in found.growth]
    exposed = [one.exposed.rows for one in found.growth]
    assert certain == sorted(certain)
    assert exposed == sorted(exposed)
    assert all(sure <= open_ for sure, open_ in zip(certain, exposed, strict=True))
    assert certain[4] > certain[2] == 0 or certain[4] > 0
