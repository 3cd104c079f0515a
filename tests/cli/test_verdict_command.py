"""`incrowd check --for` and `risk --for`: a purpose, a file of limits, and what is refused."""

from __future__ import annotations

import json

import pytest
from command_line import incrowd

PEOPLE = "age;sex;disease\n30;f;flu\n30;f;hiv\n41;m;flu\n41;m;flu\n52;f;flu\n"


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def test_check_for_a_purpose(people, tmp_path):
    options = ("--qi", "age,sex", "--sensitive", "disease")
    fails = incrowd("check", people, "--for", "public", *options)
    assert fails.returncode == 1
    assert "checks do not pass for public release: Smallest group" in fails.stdout
    assert "not the same as legal compliance" in " ".join(fails.stdout.split())
    answer = incrowd("check", people, "--for", "public", *options, "--json")
    told = json.loads(answer.stdout)
    assert answer.returncode == 1
    assert {"holds", "k", "l", "t", "asked", "failing_classes", "failing_count", "failing_rows"} < {
        *told
    }
    assert (told["preset"], told["status"], told["holds"]) == ("public", "fail", False)
    assert told["asked"]["k"] == 10
    assert {check["name"] for check in told["checks"]} >= {"smallest_group", "side_columns"}
    assert told["note"]
    own = tmp_path / "ours.toml"
    own.write_text("[limits]\nk = 2\nl = 1\n", encoding="utf-8")
    assert "for ours" in incrowd("check", people, "--for", own, *options).stdout


def test_check_for_a_purpose_passes(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("zip,illness\n" + "10115,flu\n10115,asthma\n" * 30, encoding="utf-8")
    options = ("--for", "public", "--qi", "zip", "--sensitive", "illness")
    done = incrowd("check", path, *options)
    assert done.returncode == 0, done.stdout
    assert "All 9 checks pass for public release." in done.stdout
    again = incrowd("check", path, *options, "--original", path)
    assert again.returncode == 1
    assert "original order" in again.stdout


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ((), "Nothing is asked", "--for"),
        (("--for", "pubic"), "no preset 'pubic'", "Did you mean 'public'?"),
        (("--for", "public", "-k", "5"), "come with the purpose", "or --for"),
        (("-k", "2", "--original", "x.csv"), "together with a purpose", "--for"),
        (("--for", "nowhere.toml"), "no file", "Check the path"),
    ],
)
def test_what_check_refuses(people, options, message, hint):
    done = incrowd("check", people, "--qi", "age,sex", *options)
    told = " ".join(done.stderr.split())
    assert done.returncode == 2
    assert message in told
    assert hint in told


def test_risk_follows_the_limits_of_a_purpose(people):
    shown = incrowd("risk", people, "--qi", "age,sex", "--for", "public").stdout
    assert "high (limit 5 %)" in shown
    assert "(limit" not in incrowd("risk", people, "--qi", "age,sex").stdout


def test_a_preset_of_the_workspace_is_found_by_its_name(people, tmp_path):
    folder = tmp_path / "workspace" / "presets"
    folder.mkdir(parents=True)
    (folder / "clinic.toml").write_text("[limits]\nk = 2\n", encoding="utf-8")
    (folder / "broken.toml").write_text("[limits\n", encoding="utf-8")
    words = ("check", people, "--qi", "age,sex", "--for", "clinic", "--json")
    done = incrowd(*words, INCROWD_WORKSPACE=str(folder.parent))
    assert json.loads(done.stdout)["preset"] == "clinic"
    missing = incrowd(*words[:-1], INCROWD_WORKSPACE=str(tmp_path / "elsewhere"))
    assert (missing.returncode, "no preset 'clinic'" in missing.stderr) == (2, True)
