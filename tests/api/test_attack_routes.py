"""Attacks with a list of people over HTTP, against a walk through all pairs of rows."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.live_server import is_problem, upload, wait
from incrowd.linking.values.published_value import overlaps
from incrowd.workspace.tokens import Tokens

COLUMNS = ("zip", "age", "origin")
RELEASE = (
    "zip,low,high,origin,disease\n"
    "130**,20,29,French,flu\n130**,20,29,German,hiv\n148**,30,39,French,flu\n"
    "148**,30,39,French,cold\n*,60,,Spanish,cancer\n,20,29,French,flu\n"
)
PEOPLE = (
    "name,postcode,age,origin\n"
    "Ann,13012,25,French\nBob,13012,29,German\nCy,13099,20,German\nDi,14850,31,French\n"
    "=Ed,14850,70,Spanish\nFlo,,25,French\nGil,99999,1,Greek\nAnn,13012,25,French\n"
)
ON = [
    {"release": "zip", "people": "postcode"},
    {"release": "age", "people": "age"},
    {"release": "origin", "people": "origin"},
]
RANGES = [{"source": 1, "name": "age", "low": "low", "high": "high"}]


def read(text: str) -> list[dict[str, str | None]]:
    return [
        {name: cell or None for name, cell in row.items()} for row in csv.DictReader(text.split())
    ]


def fits(text: str | None, value: str | None) -> bool:
    if text is None or value is None:
        return text in (value, "*")
    return overlaps(text, value)


def walked(release, people, pairs) -> tuple[list[int], list[int], list[int]]:
    """The people behind each row, the rows about each person, the fewest behind one of them."""
    fit = [
        [all(fits(row[one], who[other]) for one, other in pairs) for who in people]
        for row in release
    ]
    behind = [sum(each) for each in fit]
    about = [sum(row[place] for row in fit) for place in range(len(people))]
    fewest = [
        min((n for row, n in zip(fit, behind, strict=True) if row[place]), default=0)
        for place in range(len(people))
    ]
    return behind, about, fewest


@pytest.fixture
def both(client) -> Iterator[tuple[str, str]]:
    found = upload(client, RELEASE, "release.csv"), upload(client, PEOPLE, "voters.csv")
    yield found
    for dataset in found:
        client.delete(f"/datasets/{dataset}")


def attacked(client, release, people, **more) -> str:
    job = wait(client, client.post("/attacks", json={"release": release, "people": people, **more}))
    assert job["state"] == "done", job
    return job["result"]["attack"]


def everybody(client, attack, **asked) -> list[dict]:
    return client.get(f"/attacks/{attack}/people", params={"limit": 500, **asked}).json()["people"]


def check_against_walk(client, attack, release, people, pairs) -> dict:
    told = client.get(f"/attacks/{attack}").json()
    behind, about, fewest = walked(release, people, pairs)
    assert (told["release"]["rows"], told["people"]["rows"]) == (len(release), len(people))
    assert told["matched"] == sum(n > 0 for n in about)
    assert told["certain"] == fewest.count(1)
    assert {one["candidates"]: one["people"] for one in told["probable"]} == {
        n: fewest.count(n) for n in set(fewest) - {0}
    }
    assert told["marketer_risk"] == pytest.approx(
        100 * sum(1 / n for n in behind if n) / len(release)
    )
    most = max((100 / n for n in behind if n), default=0)
    assert told["journalist_risk"] == pytest.approx(most)
    assert told["match"]["certain"] == about.count(1)
    listed = everybody(client, attack)
    wanted = [
        (tuple(who.values()), few, rows)
        for who, few, rows in zip(people, fewest, about, strict=True)
    ]
    found = [(tuple(one["cells"]), one["candidates"], one["rows"]) for one in listed]
    assert sorted(found, key=repr) == sorted(wanted, key=repr)
    order = [one["candidates"] or 10**9 for one in listed]
    assert order == sorted(order)
    return told


def without_nones(rows):
    return [{name: cell or "" for name, cell in row.items()} for row in rows]


def test_a_release_with_ranges_masks_and_gaps(client, both):
    attack = attacked(client, *both, on=ON, ranges=RANGES)
    release, people = read(RELEASE), read(PEOPLE)
    for row in release:
        row["age"] = f"{row['low']}-{row['high']}" if row["high"] else f">={row['low']}"
    pairs = [(one["release"], one["people"]) for one in ON]
    told = check_against_walk(client, attack, release, people, pairs)
    assert (told["certain"], told["matched"]) == (3, 7)
    assert "Found for certain: 3 of 8" in told["sentences"][0]
    assert told["on"] == ON


def test_who_is_found_and_what_is_learnt(client, both):
    attack = attacked(client, *both, on=ON, ranges=RANGES)
    (di,) = [one for one in everybody(client, attack) if one["cells"][0] == "Di"]
    assert (di["candidates"], di["probability"], di["rows"]) == (1, 1.0, 2)
    told = client.get(f"/attacks/{attack}/people/{di['person']}/rows").json()
    assert told["columns"] == ["zip", "low", "high", "origin", "disease"]
    assert sorted(one["cells"][4] for one in told["rows"]) == ["cold", "flu"]
    assert [(one["people"], one["probability"]) for one in told["rows"]] == [(1, 1.0)] * 2
    found = {
        kind: sorted(one["cells"][0] for one in everybody(client, attack, found=kind))
        for kind in ("certain", "probable", "unmatched")
    }
    assert found["certain"] == ["=Ed", "Di", "Flo"]  # a missing value goes with a missing one
    assert found["probable"] == ["Ann", "Ann", "Bob", "Cy"]
    assert found["unmatched"] == ["Gil"]
    gil = everybody(client, attack, found="unmatched")[0]
    assert client.get(f"/attacks/{attack}/people/{gil['person']}/rows").json()["rows"] == []
    one_by_one = [everybody(client, attack, limit=1, offset=n)[0]["cells"] for n in range(8)]
    assert one_by_one == [one["cells"] for one in everybody(client, attack)]
    assert everybody(client, attack, offset=8) == []


def test_the_file_holds_everybody_and_no_formula(client, both):
    attack = attacked(client, *both, on=ON, ranges=RANGES)
    answer = client.get(f"/attacks/{attack}/file")
    assert "attack.csv" in answer.headers["content-disposition"]
    header, *lines = csv.reader(io.StringIO(answer.text))
    assert header == ["name", "postcode", "age", "origin", "candidates", "probability"] + [
        "published_rows"
    ]
    assert len(lines) == 8
    assert "'=Ed" in [line[0] for line in lines]
    assert [line[4:] for line in lines] == [
        [str(one["candidates"]), f"{one['probability']:.6g}", str(one["rows"])]
        for one in everybody(client, attack)
    ]


def test_columns_are_proposed(client, both):
    told = client.get(f"/attacks/{attacked(client, *both)}").json()
    assert told["on"] == [{"release": "origin", "people": "origin"}]


def test_the_patients_and_the_voters(client, golden: Path):
    """ODD's table 1."""
    names = ("odd_table1a_patient.csv", "odd_table1b_external.csv")
    texts = [(golden / name).read_text("utf-8") for name in names]
    datasets = [upload(client, text, name) for text, name in zip(texts, names, strict=True)]
    told = client.get(f"/attacks/{attacked(client, *datasets)}").json()
    assert [one["people"] for one in told["on"]] == ["Job", "Gender", "Age"]
    assert (told["certain"], told["matched"]) == (5, 9)
    assert [(one["candidates"], one["people"]) for one in told["probable"]] == [(1, 5), (2, 4)]
    assert told["marketer_risk"] == pytest.approx(100 * 6 / 7)
    for dataset in datasets:
        client.delete(f"/datasets/{dataset}")


@pytest.mark.parametrize("seed", range(4))
def test_random_tables_against_the_walk(client, seed):
    made = random.Random(seed)
    ways = [
        ["130**", "1301*", "13012", "14850", "*", ""],
        ["20-29", "25", ">=30", "2*", "{21, 25}", "*"],
        ["French", "German", "{French, German}", "*"],
    ]
    values = [["13012", "13099", "14850", ""], ["21", "25", "30", "2*"], ["French", "German"]]

    def table(options, rows) -> list[dict[str, str | None]]:
        return [
            {name: made.choice(each) or None for name, each in zip(COLUMNS, options, strict=True)}
            for _ in range(rows)
        ]

    release, people = table(ways, 30), table(values, 25)
    people = [{"name": f"n{place % 20}", **one} for place, one in enumerate(people)]
    datasets = [upload(client, _csv(release), "r.csv"), upload(client, _csv(people), "p.csv")]
    on = [{"release": name, "people": name} for name in COLUMNS]
    attack = attacked(client, *datasets, on=on)
    check_against_walk(client, attack, release, people, [(name, name) for name in COLUMNS])
    for dataset in datasets:
        client.delete(f"/datasets/{dataset}")


def _csv(rows) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def test_a_release_is_attacked_as_its_decisions_leave_it(client, golden: Path):
    patients = (golden / "odd_table1a_patient.csv").read_text("utf-8")
    voters = (golden / "odd_table1b_external.csv").read_text("utf-8")
    datasets = upload(client, patients, "p.csv"), upload(client, voters, "v.csv")
    before = client.get(f"/attacks/{attacked(client, *datasets)}").json()
    for name in ("Job", "Age"):
        body = {"kind": "generalize", "attribute": name, "level": 1}
        done = client.post(f"/datasets/{datasets[0]}/decisions", json=body)
        assert done.status_code < 300, done.text
    on = [{"release": name, "people": name} for name in ("Job", "Gender", "Age")]
    after = client.get(f"/attacks/{attacked(client, *datasets, on=on)}").json()
    assert after["certain"] < before["certain"]
    assert after["marketer_risk"] < before["marketer_risk"]
    for dataset in datasets:
        client.delete(f"/datasets/{dataset}")


def test_bad_questions(client, both):
    def post(**body):
        return client.post("/attacks", json={"release": both[0], "people": both[1], **body})

    is_problem(post(release=both[1]), 400, "invalid_parameter")
    is_problem(post(people="0000000000000000"), 404)
    for wrong in ({"k": 0}, {"on": []}, {"more": 1}, {"on": [{"release": "zip"}]}):
        is_problem(post(**wrong), 400)
    is_problem(post(on=[ON[0], ON[0]]), 400, "invalid_parameter")
    for wrong in ("zpi", "'; DROP TABLE x; --"):
        job = wait(client, post(on=[{"release": wrong, "people": "postcode"}]))
        assert (job["state"], job["error"]["code"]) == ("failed", "unknown_attribute")
    assert job["error"]["hint"]
    nothing = wait(client, post(on=[{"release": "disease", "people": "name"}]))
    told = client.get(f"/attacks/{nothing['result']['attack']}").json()
    assert (told["matched"], told["journalist_risk"], told["probable"]) == (0, 0, [])
    assert "does not mean that anybody is safe" in told["sentences"][0]
    attack = nothing["result"]["attack"]
    is_problem(client.get(f"/attacks/{attack}/people", params={"limit": 10**6}), 400)
    is_problem(client.get(f"/attacks/{attack}/people/999/rows"), 404)
    is_problem(client.get("/attacks/0000000000000000"), 404)


def test_others_do_not_see_it_and_nothing_outlives_the_data(server, client, both):
    attack = attacked(client, *both, on=ON[:1])
    eve = Tokens(Path(server.told["workspace"])).issue("eve", renew=True)
    with server.client(eve) as other:
        for path in ("", "/people", "/people/0/rows", "/file"):
            is_problem(other.get(f"/attacks/{attack}{path}"), 404)
        asked = {"release": both[0], "people": both[1]}
        is_problem(other.post("/attacks", json=asked), 403)
    client.delete(f"/datasets/{both[1]}")
    is_problem(client.get(f"/attacks/{attack}"), 404)


def test_words_given_with_the_question(client):
    """European stands for French and German, as the question says, on either side."""
    release = upload(client, "origin,ill\nEuropean,flu\nThai,hiv\n*,cold\n", "r.csv")
    people = upload(client, "name,home\nAnn,French\nBob,German\nCy,Thai\nDi,Asian\n", "p.csv")
    on = [{"release": "origin", "people": "home"}]
    without = client.get(f"/attacks/{attacked(client, release, people, on=on)}").json()
    assert (without["certain"], without["matched"]) == (1, 4)
    rules = "{French, German} => European\n{Thai} => Asian\n"
    for column in ("1.origin", "2.home"):
        words = [{"column": column, "text": rules}]
        attack = attacked(client, release, people, on=on, taxonomies=words)
        told = client.get(f"/attacks/{attack}").json()
        # two Europeans fit the first row; Cy and the Asian one fit the second
        assert [(one["candidates"], one["people"]) for one in told["probable"]] == [(2, 4)]
        (ann,) = [one for one in everybody(client, attack) if one["cells"][0] == "Ann"]
        rows = client.get(f"/attacks/{attack}/people/{ann['person']}/rows").json()["rows"]
        assert [(one["cells"][0], one["people"]) for one in rows] == [("European", 2), ("*", 4)]
    body = {"release": release, "people": people, "on": on}
    wrong = [{"column": "1.origin", "text": "no rule"}]
    is_problem(client.post("/attacks", json={**body, "taxonomies": wrong}), 400, "hierarchy")
    unknown = [{"column": "1.nothing", "text": rules}]
    job = wait(client, client.post("/attacks", json={**body, "taxonomies": unknown}))
    assert (job["state"], job["error"]["code"]) == ("failed", "unknown_attribute")
    for dataset in (release, people):
        client.delete(f"/datasets/{dataset}")
