"""Recipes over REST: the one of a data set, and one of other data tried and adopted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from command_line import incrowd

from api.live_server import is_problem, upload, wait

TABLE = "name,age,sex,disease\n" + "".join(
    f"P{row},{20 + row % 40},{'fm'[row % 2]},{('flu', 'cold', 'hiv')[row % 3]}\n"
    for row in range(240)
)
NEXT = "name,age,sex,disease\n" + "".join(
    f"Q{row},{20 + row * 7 % 40},{'fm'[row % 2]},{('flu', 'cold', 'hiv')[row * 5 % 3]}\n"
    for row in range(200)
)
ROLES = {"name": "identifier", "age": "quasi", "sex": "quasi", "disease": "sensitive"}


@pytest.fixture
def decided(client: httpx.Client) -> Iterator[str]:
    dataset = upload(client, TABLE)
    at = f"/datasets/{dataset}/decisions"
    for name, role in ROLES.items():
        client.post(at, json={"kind": "role", "attribute": name, "role": role})
    protection = {"model": "distinct_l", "threshold": 3}
    client.post(at, json={"kind": "protect", "attribute": "disease", **protection})
    client.post(at, json={"kind": "generalize", "attribute": "age", "level": 2})
    answer = client.post(at, json={"kind": "suppress", "k": 5})
    assert answer.is_success, answer.text
    yield dataset
    client.delete(f"/datasets/{dataset}")


@pytest.fixture
def other(client: httpx.Client) -> Iterator[str]:
    dataset = upload(client, NEXT)
    yield dataset
    client.delete(f"/datasets/{dataset}")


def recipe_of(client: httpx.Client, dataset: str) -> dict:
    answer = client.get(f"/datasets/{dataset}/recipe")
    assert answer.status_code == 200, answer.text
    assert "recipe.json" in answer.headers["content-disposition"]
    return answer.json()


def rows_of(text: str) -> list[tuple[str, ...]]:
    header, *rows = csv.reader(io.StringIO(text))
    return [tuple(header), *sorted(map(tuple, rows))]


def test_a_recipe_says_what_was_decided_and_holds_no_row(client, decided):
    recipe = recipe_of(client, decided)
    assert recipe["roles"] == ROLES
    assert (recipe["levels"], recipe["k"]) == ({"age": 2, "sex": 0}, 5)
    model = {"attribute": "disease", "model": "distinct_l", "threshold": 3}
    assert recipe["protections"] == [model]
    assert recipe["max_suppression"] == 0.05
    assert "P17" not in json.dumps(recipe)


def test_a_recipe_does_here_what_the_command_line_does_with_it(client, decided, other, tmp_path):
    recipe = recipe_of(client, decided)
    trial = client.post(f"/datasets/{other}/recipe/preview", json={"recipe": recipe})
    assert trial.status_code == 200, trial.text
    assert trial.json()["steps"]
    assert client.get(f"/datasets/{other}").json()["revision"] == 0, "nothing is changed"
    view = client.post(f"/datasets/{other}/recipe", json={"recipe": recipe, "revision": 0})
    assert view.status_code == 200, view.text
    assert view.json()["k"] == 5
    assert view.json()["risk"]["average_risk"] == trial.json()["after"]["average_risk"]
    job = wait(client, client.post(f"/datasets/{other}/export", json={"format": "csv"}))
    written = client.get(job["result"]["download"].removeprefix("/api/v1")).text

    places = tmp_path / "recipe.json", tmp_path / "next.csv", tmp_path / "release.csv"
    places[0].write_text(json.dumps(recipe))
    places[1].write_text(NEXT)
    applied = incrowd("apply", places[0], places[1], "-o", places[2])
    assert applied.returncode == 0, applied.stderr
    assert rows_of(written) == rows_of(places[2].read_text())
    again = client.post(f"/datasets/{other}/recipe/preview", json={"recipe": recipe}).json()
    assert again["steps"] == []
    first = {**recipe_of(client, other), "hierarchies": None}
    assert first == {**recipe, "hierarchies": None}


def test_its_decisions_can_be_undone(client, decided, other):
    recipe = recipe_of(client, decided)
    client.post(f"/datasets/{other}/recipe", json={"recipe": recipe})
    back = client.post(f"/datasets/{other}/jump", json={"revision_of_state": 0}).json()
    assert (back["k"], back["decisions"]) == (1, [])


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"k": 60}, "broken_promise", "would be removed; the recipe allows 5.0 %"),
        ({"levels": None, "method": "local"}, "invalid_parameter", "cannot be repeated"),
        ({"roles": {"age": "quasi"}}, "invalid_parameter", "does not know the column"),
        ({"roles": {**ROLES, "town": "quasi"}}, "unknown_attribute", "town"),
        ({"incrowd_recipe": 9}, "malformed_data", "not a recipe of version 1"),
        ({"k": 0}, "malformed_data", "is damaged"),
        ({"max_suppression": 7}, "malformed_data", "no share from 0 to 1"),
        ({"levels": {"age": 77}}, None, "77"),
        ({"roles": dict.fromkeys(ROLES, "insensitive")}, "nothing_to_measure", "nothing to repeat"),
    ],
)
def test_what_does_not_hold_is_refused_in_words_and_changes_nothing(
    client, decided, other, change, code, words
):
    recipe = {**recipe_of(client, decided), **change}
    for path in ("recipe/preview", "recipe"):
        answer = client.post(f"/datasets/{other}/{path}", json={"recipe": recipe})
        problem = is_problem(answer, 400, code)
        assert words in problem["message"]
        assert problem["hint"]
    assert client.get(f"/datasets/{other}").json()["revision"] == 0


def test_a_share_that_is_no_number_allows_nothing(client, decided, other):
    recipe = json.dumps({"recipe": {**recipe_of(client, decided), "max_suppression": 0.5}})
    text = recipe.replace('"max_suppression": 0.5', '"max_suppression": NaN')
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"/datasets/{other}/recipe", content=text, headers=headers)
    is_problem(answer, 400)


def test_an_old_revision_is_refused(client, decided, other):
    body = {"recipe": recipe_of(client, decided), "revision": 7}
    is_problem(client.post(f"/datasets/{other}/recipe", json=body), 409, "conflict")


def test_rows_that_are_recoded_one_by_one_have_a_recipe_that_cannot_be_repeated(client, decided):
    at = f"/datasets/{decided}"
    job = wait(client, client.post(f"{at}/automatic", json={"k": 2, "method": "local"}))
    assert client.post(f"{at}/automatic/{job['result']['run']}/adopt").is_success
    recipe = recipe_of(client, decided)
    assert (recipe["method"], recipe["levels"]) == ("priority", None)


def test_without_quasi_identifiers_there_is_no_recipe(client, decided):
    at = f"/datasets/{decided}/decisions"
    for name in ("age", "sex"):
        client.post(at, json={"kind": "role", "attribute": name, "role": "insensitive"})
    is_problem(client.get(f"/datasets/{decided}/recipe"), 400, "nothing_to_measure")


def test_a_recipe_of_the_command_line_can_be_adopted(client, other, tmp_path: Path):
    (tmp_path / "people.csv").write_text(TABLE)
    recipe, release = tmp_path / "recipe.json", tmp_path / "release.csv"
    named = ("--qi", "age,sex", "--sensitive", "disease", "--identifier", "name")
    made = incrowd(
        "anonymize", tmp_path / "people.csv", *named, "-k", "4", "-o", release, "--recipe", recipe
    )
    assert made.returncode == 0, made.stderr
    body = {"recipe": json.loads(recipe.read_text())}
    view = client.post(f"/datasets/{other}/recipe", json=body)
    assert view.status_code == 200, view.text
    assert view.json()["k"] == 4
