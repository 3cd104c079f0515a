"""`incrowd link` as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import incrowd


@pytest.fixture
def releases(tmp_path: Path) -> tuple[Path, Path]:
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text("zip,low,high,ill\n130**,20,30,flu\n130**,30,40,HIV\n140**,20,30,cold\n", "utf-8")
    b.write_text("zip,low,high,job,ill\n13012,25,35,x,flu\n13099,35,45,y,HIV\n14000,25,35,x,flu\n")
    return a, b


def test_one_json_document(releases: tuple[Path, Path]) -> None:
    done = incrowd(
        *("link", *releases, "--on", "zip=zip:covers", "--sensitive", "ill"),
        *("--range", "age=low:high", "--know", "age=29", "--threshold", "0.2", "--scan", "--json"),
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["n"], answer["v"], answer["p"], answer["rule"]) == (1, 1, 1.0, 1)
    assert answer["values"] == [{"value": "flu", "rows": 1, "share": 1.0}]
    assert answer["threshold"] == 0.2
    assert answer["exposure"]["facts"] == 2
    assert {"know", "n", "v", "p", "rule"} <= set(answer["scan"][0])


def test_a_scan_with_a_number_and_in_words(releases: tuple[Path, Path]) -> None:
    done = incrowd("link", *releases, "--sensitive", "ill", "--scan", "1", "--qi", "job")
    assert done.returncode == 0, done.stderr
    assert "Joined on: 1.zip covers 2.zip (proposed: The same name" in done.stdout
    assert "of up to 1 facts" in done.stdout
    assert "job = x" in done.stdout


def test_values_that_differ(releases: tuple[Path, Path]) -> None:
    done = incrowd("link", *releases, "--sensitive", "ill", "--different", "--json")
    answer = json.loads(done.stdout)
    assert (answer["join"], answer["n"]) == ("cross", 6)
    assert list(answer["values"]) == ["1", "2", "pair", "unordered"]
    assert [pair["left"] for pair in answer["suggested"]] != []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--sensitive", "ill", "--know", "hair=red"], "No source has a column 'hair'"),
        ([], "No sensitive column is chosen"),
        (["--sensitive", "ill", "--on", "zip=job"], "goes with"),
        (["--sensitive", "ill", "--scan", "9"], "9 facts"),
    ],
)
def test_bad_input(releases: tuple[Path, Path], words: list[str], message: str) -> None:
    done = incrowd("link", *releases, *words, "--json")
    assert done.returncode == 2
    assert message in json.loads(done.stdout)["message"]
    assert "Hint: " in done.stderr


def test_hospitals_to_try_it_on(tmp_path: Path) -> None:
    folder = tmp_path / "hospitals"
    words = ("generate", "hospital", "--hospitals", 2, "--rows", 60, "--shared", 0.5, "-k", 2)
    done = incrowd(*words, "-o", folder, "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["people"], made["shared_people"]) == (90, 30)
    assert {path.name for path in folder.glob("*.csv")} == {
        *("truth.csv", "hospital_1.csv", "hospital_2.csv"),
        *("hospital_1_released.csv", "hospital_2_released.csv"),
    }
    for one in made["hospitals"]:
        assert one["k"] >= 2
        assert one["l"] >= 2
        assert "patient_id" not in Path(one["released"]).read_text("utf-8")
    releases = [one["released"] for one in made["hospitals"]]
    linked = incrowd("link", *releases, "--sensitive", "diagnosis", "--scan", "--json")
    assert json.loads(linked.stdout)["joined_rows"] > 0
    assert "exists already" in incrowd(*words, "-o", folder).stderr
    assert "no meaning for 'census'" in incrowd("generate", "census", "--hospitals", 2).stderr


def test_the_person_key_is_named_or_switched_off(tmp_path: Path) -> None:
    visits, office = tmp_path / "visits.csv", tmp_path / "office.csv"
    visits.write_text("patient_id,zip,ill\nP1001,1x,flu\nP1001,1x,hiv\nP1002,1x,flu\n")
    office.write_text("zip,job\n1x,cook\n2x,clerk\n")
    words = ["link", str(visits), str(office), "--on", "zip", "--sensitive", "ill", "--json"]
    for more, unit, n in (
        ([], "people", 2),
        (["--person", "1.patient_id"], "people", 2),
        (["--person", "none"], "rows", 3),
    ):
        found = json.loads(incrowd(*words, *more).stdout)
        assert (found["unit"], found["n"]) == (unit, n)
