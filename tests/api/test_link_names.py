"""Columns of strange names, and the join that is meant where none is named, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.linked_tables import HOSPITAL_A, HOSPITAL_B
from api.live_server import is_problem, upload


@pytest.fixture
def pair(client) -> Iterator[tuple[str, str]]:
    found = upload(client, HOSPITAL_A, "a.csv"), upload(client, HOSPITAL_B, "b.csv")
    yield found
    for dataset in found:
        client.delete(f"/datasets/{dataset}")


def test_values_that_differ_are_sought_among_all_rows_where_nothing_is_joined(client, pair):
    body = {
        "datasets": pair,
        "sensitive": ["1.HealthCondition", "2.HealthCondition"],
        "different": True,
    }
    told = client.post("/linked/what-if", json=body).json()
    (one,) = [each for each in told["compositions"] if each["about"] == "1"]
    crossed = client.post("/linked/what-if", json={**body, "join": "cross", "on": []}).json()
    joined = client.post("/linked/what-if", json={**body, "join": "inner"}).json()
    assert told["n"] == one["n"] == crossed["n"] > joined["n"]


def test_names_with_signs_reach_the_column_they_name(client, pair):
    odd = upload(
        client, "a,a=b,low:l,high,HealthCondition\nb=c,y,1,5,HIV\nx,c,6,9,Flu\n", "odd.csv"
    )
    body = {
        "datasets": [odd, pair[1]],
        "join": "cross",
        "on": [],
        "ranges": [{"source": 1, "name": "span", "low": "low:l", "high": "high"}],
        "sensitive": ["1.HealthCondition"],
    }
    try:
        for know, value in ({"1.a=b": "c"}, "Flu"), ({"1.a": "b=c"}, "HIV"), ({"span": "2"}, "HIV"):
            told = client.post("/linked/what-if", json={**body, "know": know}).json()
            (only,) = told["compositions"]
            assert (only["n"], only["dominant"]) == (6, [value])
        pairs = [{"left": "1.a=b", "right": "2.HealthCondition"}]
        refused = client.post("/linked/what-if", json={**body, "join": "inner", "on": pairs})
        assert "'a=b'" in is_problem(refused, 400)["message"]
    finally:
        client.delete(f"/datasets/{odd}")
