"""`incrowd propose`: three releases with what they cost, and one of them written."""

from __future__ import annotations

import json

import pytest
from command_line import incrowd

PEOPLE = "zip,sex,illness\n" + "".join(
    f"{10115 + n % 5},{'fm'[n // 2 % 2]},{('flu', 'asthma')[n // 4 % 2]}\n" for n in range(120)
)
ROLES = ("--qi", "zip,sex", "--sensitive", "illness")


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def test_proposals_in_words_and_as_json(people, tmp_path):
    shown = incrowd("propose", people, "--for", "partner", *ROLES)
    assert shown.returncode == 0, shown.stderr
    assert "Keep every row (every_row): every check passes" in shown.stdout
    assert shown.stdout.count("recommended") == 1
    told = json.loads(incrowd("propose", people, "--for", "partner", *ROLES, "--json").stdout)
    assert [each["passes"] for each in told["proposals"]] == [True, True, True]
    assert all(len(each["sample"]) == 5 for each in told["proposals"])
    out = tmp_path / "out.csv"
    taken = incrowd(
        "propose", people, "--for", "partner", *ROLES, "--take", "balanced", "-o", out, "--json"
    )
    assert json.loads(taken.stdout)["output"]["verified"] is True
    assert incrowd("check", out, "--for", "partner", *ROLES).returncode == 0


def test_what_is_refused(people):
    half = incrowd("propose", people, "--take", "balanced")
    assert half.returncode == 2
    assert "--take and -o go together" in half.stderr
    none = incrowd("propose", people, "--qi", "zip,sex", "--sensitive", "illness", "--for", "nope")
    assert none.returncode == 2
    assert "There is no preset 'nope'" in none.stderr
