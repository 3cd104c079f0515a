"""Scores, shares and words of those who stand out."""

from __future__ import annotations

from collections import Counter
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, attribute, crowd_of, halving_hierarchy, tables, tally

from incrowd.advice.standout_words import describe_group, explain_standouts, rows_sharing
from incrowd.advice.standouts import find_standouts
from incrowd.crowd.coding import build_crowd
from incrowd.table import Attribute, Kind, Profile, Role

WIDTH = 4


@given(tables(WIDTH), st.integers(2, 4), st.integers(1, 3), st.data())
def test_scores_and_shares_add_up(rows, k, most, data):
    crowd = crowd_of(rows, WIDTH)
    found = find_standouts(crowd.at(data.draw(any_levels(crowd))), k, most)
    columns = found.columns
    scores, counts = [], Counter()
    by_attribute, by_value = Counter(), Counter()
    for entry, size in enumerate(columns.sizes.tolist()):
        sets = found.combinations_of(entry)
        assert sets == sorted(sets, key=lambda one: (len(one), one))
        weights = {one: prod(WIDTH - i for i in range(len(one), most + 1)) for one in sets}
        scores.append(sum(weights.values()))
        assert found.scores[entry] == scores[-1]
        assert found.smallest[entry] == (len(sets[0]) if sets else -1)
        for one, weight in weights.items():
            counts[len(one)] += size
            assert rows_sharing(found, entry, one) < k
            values = columns.published(entry, one)
            for a in one:
                by_attribute[columns.names[a]] += weight * size
                by_value[columns.names[a], values[columns.names[a]]] += weight * size
    assert {size: n for size, n in found.counts.items() if n} == counts
    total = sum(score * size for score, size in zip(scores, columns.sizes.tolist(), strict=True))
    standing = [entry for entry, score in enumerate(scores) if score]
    assert found.rows == sum(int(columns.sizes[entry]) for entry in standing)
    assert sorted(found.ranked.tolist()) == standing
    ranked = [scores[entry] for entry in found.ranked]
    assert ranked == sorted(ranked, reverse=True)
    for name, share in found.attribute_shares.items():
        assert share == pytest.approx(100 * by_attribute[name] / total if total else 0)
    shares = {(one.attribute, one.value): one.share for one in found.value_shares(1000)}
    assert shares == pytest.approx({key: 100 * n / total for key, n in by_value.items()})
    assert explain_standouts(found)


def people(rows, meanings):
    """A crowd whose attributes mean something."""
    names = list(meanings)
    attributes = [
        Attribute(Profile(name, Kind.TEXT, 1, 0, 1), Role.QUASI, "", meaning)
        for name, meaning in meanings.items()
    ]
    crowd = build_crowd(tally(rows, names), attributes, [])
    return crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.domains}
    )


MEANINGS = {"age": "age", "status": "marital_status", "job": None}


def told(rows, k=2, meanings=MEANINGS):
    crowd = people(rows, meanings)
    found = find_standouts(crowd.at(crowd.bottom), k)
    return [
        describe_group(found, entry, found.combinations_of(entry)[0])
        for entry in found.ranked.tolist()
    ]


def test_in_words():
    crowd = [("17", "Single", "x")] * 3 + [("50", "Widowed", "x")] * 3
    assert told([*crowd, ("17", "Widowed", "x")]) == [
        "One row is about somebody aged 17 and widowed."
    ]
    assert told([*crowd, ("17", "Single", "y")]) == ["One row has job = y."]
    both = [*crowd, *[("60", "Single", "y")] * 2, ("50", "Widowed", "y")]
    assert told(both) == ["One row is about somebody aged 50 and has job = y."]
    assert told([*crowd, *[("17", "Widowed", "x")] * 2], k=3) == [
        "Only 2 rows are about somebody aged 17 and widowed."
    ]
    assert told([*crowd, *[("17", "Single", "y")] * 2], k=3) == ["Only 2 rows have job = y."]
    assert told([*both, ("50", "Widowed", "y")], k=3)[-1] == (
        "Only 2 rows are about somebody aged 50 and have job = y."
    )


def test_codes_and_missing_values_are_told_as_they_are():
    rows = [("17", "S", "x")] * 3 + [("17", "W", "x"), (None, "S", "x")]
    assert sorted(told(rows)) == [
        "One row has age = *missing*.",
        "One row has status = W.",
    ]


def test_fewer_rows_than_k():
    assert told([("17", "S", "x")]) == ["The table has only one row."]
    assert set(told([("17", "S", "x"), ("18", "S", "x")], k=3)) == {"The table has only 2 rows."}


def test_the_explanation():
    crowd = [("17", "Single", "x")] * 3 + [("50", "Widowed", "x")] * 3
    meant = people([*crowd, ("17", "Widowed", "x")], MEANINGS)
    assert explain_standouts(find_standouts(meant.at(meant.bottom))) == [
        "With 3 attributes or fewer, 1 of 7 rows (14.3 %) can be singled out.",
        "'age' plays the largest part: in 100 % of what makes people stand out.",
        "One row is about somebody aged 17 and widowed.",
    ]
    assert explain_standouts(find_standouts(meant.at(meant.bottom), k=4))[0] == (
        "With 3 attributes or fewer, 7 of 7 rows (100.0 %) can be narrowed down to a group of "
        "fewer than 4 rows."
    )
    hidden = find_standouts(meant.at(meant.heights))
    assert explain_standouts(hidden) == [
        "No combination of up to 3 attributes leads to a group of fewer than 2 rows."
    ]
    assert (hidden.rows, hidden.value_shares(5), hidden.counts) == (0, [], {1: 0, 2: 0, 3: 0})


def test_one_attribute():
    crowd = build_crowd(tally([("a",), ("b",), ("b",)], ["x"]), [attribute("x")], [])
    crowd = crowd.with_hierarchies({"x": halving_hierarchy(crowd.domains[0])})
    found = find_standouts(crowd.at(crowd.bottom))
    assert found.scores[found.ranked].tolist() == [1.0]
    assert found.attribute_shares == {"x": 100.0}
    assert "not checked" not in " ".join(explain_standouts(found))


def test_adult(adult_crowd):
    found = find_standouts(adult_crowd.at(adult_crowd.bottom))
    # alone by one attribute: an age and a country that only one person has
    assert found.counts[1] == 2
    assert found.minimal.size == 3
    assert max(found.attribute_shares, key=found.attribute_shares.get) == "age"
    assert found.scores.max() >= 8 * 7 * 6
