"""From a source to a crowd: what is counted, and which hierarchy each attribute gets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tables import Row, RowsSource, open_rows

from incrowd.crowd.crowd import Crowd, State
from incrowd.dataset.counting import count_crowd, count_population, regrade
from incrowd.errors import IncrowdError
from incrowd.measures.enforcement import enforce

AGES = "30;young;*\n41;old;*\n52;old;*\n"
SEXES = "f;anybody;*\nm;anybody;*\n"
ROWS = [("30", "f", "flu"), ("30", "f", "hiv"), ("41", "m", "flu"), ("52", "f", "flu")]
NAMES = ["age", "sex", "disease"]


def counted(rows: list[Row], given: dict[str, str | Path]) -> Crowd:
    table = open_rows(rows, NAMES, ["age", "sex"], ["disease"])
    return count_crowd(table.source, table.attributes[:2], table.attributes[2:], given)


def tuples_of(crowd: Crowd) -> Counter[Row]:
    """The combinations of a crowd with their counts, spelled out."""
    columns = [
        [domain.values[code] for code in codes.tolist()]
        for domain, codes in zip(crowd.domains, crowd.codes, strict=True)
    ]
    return Counter(dict(zip(zip(*columns, strict=True), crowd.counts.tolist(), strict=True)))


CELLS = st.sampled_from(["30", "41", "52", None])


@given(st.lists(st.tuples(CELLS, st.sampled_from("fm"), st.just("flu")), min_size=1, max_size=12))
def test_a_crowd_counts_every_combination_of_quasi_identifiers(rows: list[Row]) -> None:
    assert tuples_of(counted(rows, {})) == Counter(row[:2] for row in rows)


def test_the_counts_of_sensitive_values_belong_to_their_combination() -> None:
    crowd = counted(ROWS, {})
    diseases = crowd.sensitive[0]
    assert diseases.domain.values == ("flu", "hiv")
    assert diseases.domain.counts.tolist() == [3, 1]


def test_a_given_hierarchy_takes_the_place_of_the_automatic_one() -> None:
    crowd = counted(ROWS, {"age": AGES})
    age, sex = crowd.hierarchies
    assert age.labels[0] == ("young", "old")
    assert sex.labels == (("*",),)
    classes = enforce(crowd, State((1, 0), 1, ()))
    assert sorted(classes.kept_sizes.tolist()) == [1, 1, 2]  # young f twice, old m, old f


def test_a_hierarchy_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "age.csv"
    file.write_text(AGES)
    assert counted(ROWS, {"age": file}).hierarchies[0].labels[0] == ("young", "old")


def test_a_hierarchy_that_lacks_a_value_names_it() -> None:
    with pytest.raises(IncrowdError, match="52"):
        counted(ROWS, {"age": "30;young;*\n41;old;*\n"})


def test_a_sensitive_attribute_has_a_hierarchy_only_if_one_is_given() -> None:
    assert counted(ROWS, {}).sensitive[0].hierarchy is None
    diseases = counted(ROWS, {"disease": "flu;mild;*\nhiv;severe;*\n"}).sensitive[0].hierarchy
    assert diseases is not None
    assert diseases.labels[0] == ("mild", "severe")


def test_the_population_adds_values_which_nobody_in_the_sample_has() -> None:
    sample = open_rows(ROWS[:2], NAMES, ["age", "sex"])
    everybody = RowsSource([("30", "f"), ("77", "m"), ("30", "m")], ["age", "sex"])
    quasi = sample.attributes[:2]
    population = count_population(everybody, quasi)
    crowd = count_crowd(sample.source, quasi, [], {}, population)
    assert (population.rows, crowd.rows) == (3, 2)
    assert [set(hierarchy.values) for hierarchy in crowd.hierarchies] == [{"30", "77"}, {"f", "m"}]


def test_regrading_counts_nothing_and_changes_only_what_is_given() -> None:
    before = counted(ROWS, {})
    after = regrade(before, {}, {"age": AGES})
    assert tuples_of(after) == tuples_of(before)
    assert after.hierarchies[0].labels[0] == ("young", "old")
    assert after.hierarchies[1] is before.hierarchies[1]


def test_regrading_with_nothing_goes_back_to_the_automatic_hierarchy() -> None:
    automatic = counted(ROWS, {}).hierarchies[0]
    chosen = counted(ROWS, {"age": AGES, "sex": SEXES})
    back = regrade(chosen, {"age": AGES, "sex": SEXES}, {"sex": SEXES})
    assert back.hierarchies[0].labels == automatic.labels
    assert back.hierarchies[1].labels[0] == ("anybody",)


def test_regrading_takes_the_hierarchy_of_a_sensitive_attribute_away() -> None:
    given = {"disease": "flu;mild;*\nhiv;severe;*\n"}
    assert regrade(counted(ROWS, given), given, {}).sensitive[0].hierarchy is None
