"""Advice is computed: what it says of a change is what linking the changed releases gives."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from test_repair import changed, releases  # noqa: F401  # the golden releases

from incrowd.linking.repair.advice import FEW_VALUES, GIVING_AWAY, LinkAdvice, advise_links
from incrowd.service.linked.link import LinkRequest, link, open_linked

REQUEST = LinkRequest(sensitive=["HealthCondition"], on=["ZipCode"])


@pytest.fixture(scope="module")
def advice(releases: list[pa.Table]) -> LinkAdvice:  # noqa: F811
    with open_linked(releases, REQUEST) as linking:
        return advise_links(linking)


def exposed(tables: list[pa.Table], on: str) -> tuple[int, int]:
    found = link(*tables, sensitive="HealthCondition", on=[on], scan=2).scanned
    assert found is not None
    last = found.scan.growth[-1]
    return sum(last.exposed.sources), sum(last.certain.sources)


@pytest.mark.slow
def test_dropping_and_raising_what_is_shared(advice, releases) -> None:  # noqa: F811
    assert (advice.now.exposed, advice.now.certain) == exposed(releases, "ZipCode")
    (zips,) = advice.shared
    assert zips.columns == ("1.ZipCode", "2.ZipCode")
    stars = [changed(table, "ZipCode", lambda cell: "*") for table in releases]
    assert (zips.dropped.exposed, zips.dropped.certain) == exposed(stars, "ZipCode")
    coarse = [changed(table, "ZipCode", lambda cell: f"{cell[0]}****") for table in releases]
    assert zips.raised is not None
    assert (zips.raised.exposed, zips.raised.certain) == exposed(coarse, "ZipCode")


@pytest.mark.slow
def test_few_values_are_cheap_to_blur(advice, releases) -> None:  # noqa: F811
    assert {one.column for one in advice.few_values} == {
        *("Age", "MaritalStatus", "Nationality", "Gender", "BloodType"),
    }
    assert all(2 <= one.values <= FEW_VALUES for one in advice.few_values)
    married = next(one for one in advice.few_values if one.column == "MaritalStatus")
    new = [changed(releases[0], "MaritalStatus", lambda cell: "*"), releases[1]]
    assert (married.dropped.exposed, married.dropped.certain) == exposed(new, "ZipCode")


def test_rows_that_meet_several(advice, releases) -> None:  # noqa: F811
    rows = [table.to_pylist() for table in releases]
    for place, one in enumerate(advice.multiplied):
        met = [
            sum(
                mine["ZipCode"] == other["ZipCode"]
                and mine["HealthCondition"] == other["HealthCondition"]
                for other in rows[1 - place]
            )
            for mine in rows[place]
        ]
        partners = [count for count in met if count]
        assert one.mean == pytest.approx(sum(partners) / len(partners))
        assert one.most == max(partners)
        assert one.matched == pytest.approx(len(partners) / len(met))


@pytest.mark.slow
def test_columns_that_give_each_other_away() -> None:
    drugs = {"flu": "rest", "HIV": "pills", "cold": "tea"}
    ills = [list(drugs)[place % 3] for place in range(60)]
    a = pa.table(
        {
            "zip": ["130**", "140**"] * 30,
            "drug": [drugs[ill] for ill in ills],
            "ill": ills,
        }
    )
    with open_linked([a, a], LinkRequest(sensitive=["ill"], on=["zip"])) as linking:
        found = advise_links(linking)
    assert found.associations[0].v == pytest.approx(1)
    assert set(found.associations[0].columns) == {"1.drug", "1.ill"}
    assert found.associations[0].sensitive
    assert all(one.v >= GIVING_AWAY for one in found.associations)
    assert any("give each other away" in sentence for sentence in found.sentences)
    assert found.jointly
    assert any("anonymise them as one" in sentence for sentence in found.sentences)
    assert any("pairs of rows" in sentence for sentence in found.sentences)


@pytest.mark.slow
def test_as_json(advice: LinkAdvice, releases) -> None:  # noqa: F811
    assert json.loads(json.dumps(advice.to_dict()))["facts"] == 2
    answer = link(
        *releases, sensitive="HealthCondition", on=["ZipCode"], scan=1, repair=True, advise=True
    ).to_dict()
    assert answer["advice"]["facts"] == 1
    assert answer["repair"]["repairs"][0]["closes"]
    nothing = link(*releases, sensitive="HealthCondition", on=["ZipCode"], repair=True).to_dict()
    assert "repair" not in nothing
