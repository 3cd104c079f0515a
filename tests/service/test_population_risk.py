"""The use case of population risk: in Python, and for a data set of the workspace as it stands."""

from __future__ import annotations

import pyarrow as pa
import pytest

import incrowd as ic
from incrowd.errors import InvalidParameter
from incrowd.journal import Generalize, Suppress
from incrowd.service.datasets.population import estimate_population, population_risk
from incrowd.service.decisions.decide import decide
from service.people_data import OWNER
from service.stored_copies import add_copy

PEOPLE = {"age": ["30", "30", "41", "52"], "sex": ["f", "f", "m", "m"]}
EVERYBODY = {"age": PEOPLE["age"] + ["41", "63"], "sex": PEOPLE["sex"] + ["m", "f"]}


@pytest.fixture
def table():
    with ic.open(pa.table(PEOPLE), quasi=["age", "sex"]) as opened:
        yield opened


def test_size_fraction_and_table(table):
    by_size = table.population_risk(population_size=40)
    assert by_size == table.population_risk(sampling_fraction=0.1)
    assert (by_size.people, by_size.basis) == (40, "scaled")
    counted = table.population_risk(population=pa.table(EVERYBODY))
    assert (counted.people, counted.basis, counted.model) == (6, "counted", "counted")
    assert (counted.uniques, counted.uniques_of) == (1, 4)  # 52 m; another person is 41, too
    assert counted.explanation[0] == (
        "Unique in the population of 6: 1 of the 4 people in the table."
    )


def test_the_population_that_the_table_was_opened_with_is_the_default(table):
    with pytest.raises(InvalidParameter, match="do not know which population"):
        table.population_risk()
    with ic.open(pa.table(PEOPLE), quasi=["age"], population_size=40) as opened:
        assert population_risk(opened).people == 40
        assert opened.risk().population == population_risk(opened)
        assert opened.risk().to_dict()["population"]["people"] == 40
    assert table.risk().population is None
    assert "population" not in table.risk().to_dict()


def test_at_a_state_the_levels_mean_what_they_mean_in_the_table(table):
    raised = table.population_risk({"age": table.hierarchies["age"].height}, population_size=40)
    assert (raised.uniques, raised.model) == (0, "no_uniques")
    left_out = table.population_risk(k=2, population_size=40)
    assert (left_out.rows, left_out.uniques) == (2, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"population_size": 3}, "cannot contain the 4 people"),
        ({"sampling_fraction": 0}, "sampling fraction of 0"),
        ({"sampling_fraction": 2}, "sampling fraction of 2"),
        ({"population_size": 40, "sampling_fraction": 0.1}, "in two ways"),
        ({"population_size": 40, "population": pa.table(EVERYBODY)}, "in two ways"),
        ({"population": pa.table({"age": ["30"]})}, "no column 'sex'"),
        ({"population": pa.table({"age": ["30"], "sex": ["f"]})}, "smaller than the table"),
    ],
)
def test_bad_populations(table, given, message):
    with pytest.raises(InvalidParameter, match=message):
        table.population_risk(**given)


def test_a_data_set_as_it_would_be_published_now(opened):
    now = estimate_population(opened, population_size=600)
    assert (now.people, now.rows, now.sampling_fraction) == (600, 6, 0.01)
    decide(opened, Generalize("age", 3))
    decide(opened, Generalize("sex", 1))
    decide(opened, Suppress(2))
    after = estimate_population(opened, sampling_fraction=0.01)
    assert (after.people, after.uniques, after.model) == (600, 0, "no_uniques")
    with pytest.raises(InvalidParameter, match="do not know which population"):
        estimate_population(opened)


def test_another_data_set_is_the_population(opened, sessions, people):
    path = people.with_name("everybody.csv")
    path.write_text(people.read_text() + "Gus Green,30,f,flu,1\nHal Hill,77,m,flu,1\n")
    with sessions.open(OWNER, add_copy(sessions, path).id) as everybody:
        risk = estimate_population(opened, population=everybody)
        assert (risk.people, risk.rows, risk.model) == (8, 6, "counted")
        assert risk.uniques == 3  # 31 f, 41 m, 42 m; there is another woman of 30
        decide(opened, Generalize("age", 1))
        with pytest.raises(ic.IncrowdError, match="lacks the value"):
            estimate_population(opened, population=everybody)  # 77 has no place in the hierarchy
