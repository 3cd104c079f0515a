"""Risk, recommendations and checks of a data set, as Python and as JSON."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

import incrowd as ic
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName

ROWS = [
    ("30", "f", "flu"),
    ("30", "f", "hiv"),
    ("41", "m", "flu"),
    ("41", "m", "flu"),
    ("52", "f", "flu"),
]


@pytest.fixture
def people():
    columns = dict(zip(("age", "sex", "disease"), map(list, zip(*ROWS, strict=True)), strict=True))
    with ic.open(pa.table(columns), quasi=["age", "sex"], sensitive=["disease"]) as dataset:
        yield dataset


def test_risk_of_the_data_as_it_is(people):
    risk = people.risk()
    assert (risk.rows, risk.classes, risk.uniques, risk.suppressed_rows) == (5, 3, 1, 0)
    assert risk.average_risk == pytest.approx(60)
    assert risk.highest_risk == 100
    assert risk.utility_loss == 0
    assert risk.class_sizes == {1: 1, 2: 2}
    assert [bucket.rows for bucket in risk.distribution] == [0, 0, 0, 0, 0, 4, 1]


def test_the_json_keys_are_the_contract(people):
    answer = json.loads(json.dumps(people.risk().to_dict()))
    assert set(answer) >= {
        "rows",
        "classes",
        "uniques",
        "average_risk",
        "highest_risk",
        "utility_loss",
        "suppressed_rows",
        "class_sizes",
        "distribution",
        "roles",
        "explanation",
    }
    assert answer["class_sizes"] == {"1": 1, "2": 2}
    assert answer["distribution"][-1] == {"range": "100", "rows": 1, "share": 0.2}
    assert answer["roles"] == {"age": "quasi", "sex": "quasi", "disease": "sensitive"}
    assert all(isinstance(sentence, str) for sentence in answer["explanation"])


def test_k_leaves_out_small_classes_and_those_that_break_a_protection(people):
    risk = people.risk(k=2)
    assert (risk.rows, risk.suppressed_rows, risk.original_rows) == (2, 3, 5)
    assert risk.highest_risk == 50
    assert risk.utility_loss == pytest.approx(60)


def test_levels(people):
    top = people.risk({"age": people.hierarchies["age"].height})
    assert top.classes == 2
    assert top.utility_loss == pytest.approx(50)


def test_impossible_requests(people):
    with pytest.raises(InvalidParameter, match="k = 6 is not possible: the table has 5 rows"):
        people.risk(k=6)
    with pytest.raises(InvalidParameter, match="k = 0"):
        people.risk(k=0)
    with pytest.raises(InvalidParameter, match="no level 99"):
        people.risk({"age": 99})
    with pytest.raises(UnknownAttribute, match="'disease' is not a quasi-identifier"):
        people.risk({"disease": 1})
    with pytest.raises(UnknownName, match="no measure 'uniqes'"):
        people.measure("uniqes")
    with pytest.raises(InvalidParameter, match="cannot be computed here"):
        people.measure("zayatz")


def test_recommendations_as_json(people):
    answer = json.loads(json.dumps(people.recommend().to_dict()))
    first = answer["generalizations"][0]
    assert {"attribute", "best_level", "levels"} <= set(first)
    keys = {"level", "label", "average_risk", "highest_risk", "utility_loss", "score"}
    assert keys <= set(first["levels"][0])
    assert [step["k"] for step in answer["suppression"]] == [2, 3, 4, 5]
    assert answer["suppression"][0]["suppressed_rows"] == 3


def test_measures_of_several_kinds(people):
    risk = people.risk(measures=["uniques", "distinct_l"])
    assert risk.to_dict()["measures"] == {"uniques": 1, "distinct_l": 1}
    every = people.risk(measures=["all"]).to_dict()["measures"]
    assert {"k_anonymity", "t_equal", "loss", "entropy"} <= set(every)
    assert "zayatz" not in every


def test_the_worst_of_several_sensitive_attributes_counts():
    table = pa.table({"q": ["a", "a", "b", "b"], "s": list("xyxy"), "r": list("xxxy")})
    with ic.open(table, quasi=["q"], sensitive=["s", "r"]) as dataset:
        assert dataset.measure("distinct_l") == 1
        check = dataset.check(k=2, l=2)
    assert not check.holds
    assert check.l == 1


def test_check_holds(people):
    check = people.check(k=1)
    assert check.holds
    assert check.why.startswith("holds; k = 1")
    assert check.failing_classes == ()


def test_check_names_what_fails(people):
    check = people.check(k=2, l=2, t=0.9)
    assert not check.holds
    assert (check.k, check.l) == (1, 1)
    assert check.failing_count == 2
    assert check.failing_rows == 3
    assert check.failing_classes[0].values == {"age": "52", "sex": "f"}
    answer = check.to_dict()
    assert {"holds", "k", "l", "t", "failing_classes"} <= set(answer)
    assert "2 classes fail" in check.why


def test_check_t_against_the_whole_table(people):
    check = people.check(k=1, t=0.3)
    assert check.t == pytest.approx(0.3)
    assert check.holds
    assert not people.check(k=1, t=0.29).holds


def test_check_at_levels(people):
    assert people.check(k=5, levels=dict.fromkeys(("age", "sex"), 99) | people_tops(people)).holds


def people_tops(people):
    return {name: one.height for name, one in people.hierarchies.items()}


@pytest.mark.parametrize(("l", "t"), [(0, None), (None, -0.1), (None, 1.5)])
def test_impossible_checks(people, l, t):
    with pytest.raises(InvalidParameter, match="not possible"):
        people.check(k=1, l=l, t=t)


def test_l_and_t_need_a_sensitive_attribute(people):
    plain = people.with_roles({"disease": "insensitive"})
    with pytest.raises(InvalidParameter, match="the table has none"):
        plain.check(k=1, l=2)


def test_golden_gauges_of_adult(adult_data):
    risk = adult_data.risk(k=2)
    assert risk.average_risk == pytest.approx(27.235, abs=5e-4)
    assert risk.highest_risk == 50
    assert risk.utility_loss == pytest.approx(51.429, abs=5e-4)
    assert risk.suppressed_rows == 15_512


def test_golden_class_sizes_of_adult(adult_data, golden):
    facts = json.loads((golden / "suppression.json").read_text())
    risk = adult_data.risk()
    assert risk.classes == facts["classes"]
    assert {str(k): v for k, v in risk.class_sizes.items()} == facts["size_histogram"]
