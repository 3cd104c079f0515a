"""`subsets` and `standouts` as a person or a pipeline runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import incrowd
from small_samples import sample_rows

QUASI = "age,sex,marital_status,education"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_rows(tmp_path_factory.mktemp("data") / "people.csv", 200)


def test_subsets_as_json(data) -> None:
    options = ["--qi", QUASI, "--threshold", 3, "--linkage", "average", "--state", "age=2"]
    done = incrowd("subsets", data, *options, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["attributes"] == QUASI.split(",")
    assert (told["threshold"], told["linkage"]) == (3, "average")
    assert len(told["pairs"]) == 6
    assert {frozenset(one) for one in told["releasable"]} <= {
        frozenset(one["members"]) for one in told["guide"]
    }
    assert all(one["k"] >= 3 for one in told["maximal"])
    assert sorted(told["order"]) == sorted(QUASI.split(","))


def test_what_people_see_of_subsets(data) -> None:
    done = incrowd("subsets", data, "--qi", QUASI, "--threshold", 3)
    assert done.returncode == 0, done.stderr
    for part in ("Smallest group (k)", "Where the tree is cut at 3", "4 attributes", "k = "):
        assert part in done.stdout
    done = incrowd("subsets", data, "--qi", QUASI, "--threshold", 1000, "--measure", "uniques")
    assert "Nothing can be released at a threshold of 1,000" in " ".join(done.stdout.split())


def test_many_attributes_in_a_terminal(tmp_path) -> None:
    path = tmp_path / "wide.csv"
    names = [f"c{place}" for place in range(20)]
    rows = [["ab"[(row >> place % 3) % 2] for place in range(20)] for row in range(8)]
    path.write_text("\n".join(",".join(line) for line in [names, *rows]))
    done = incrowd("subsets", path, "--qi", ",".join(names), "--threshold", 2)
    assert done.returncode == 0, done.stderr
    assert "the worst pairs" in done.stdout


def test_bad_subsets(data) -> None:
    for options, words in (
        (["--threshold", 0], "threshold of 0"),
        (["--linkage", "median"], "no linkage 'median'"),
        (["--measure", "kk"], "'kk'"),
        (["--state", "aeg=1"], "'aeg'"),
    ):
        done = incrowd("subsets", data, "--qi", QUASI, *options)
        assert (done.returncode, words in done.stderr) == (2, True), done.stderr


def test_standouts_as_json(data) -> None:
    done = incrowd("standouts", data, "--qi", QUASI, "--max-size", 2, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["total"] == len(told["rows"]) > 20
    assert all(1 <= len(names) <= 2 for one in told["rows"] for names in one["combinations"])
    assert set(told["attributes"]) == set(QUASI.split(","))
    options = ["--state", "age=2", "-k", 3, "--limit", 4]
    fewer = json.loads(incrowd("standouts", data, "--qi", QUASI, *options, "--json").stdout)
    assert (fewer["k"], len(fewer["rows"])) == (3, 4)


def test_what_people_see_of_standouts(data) -> None:
    done = incrowd("standouts", data, "--qi", QUASI)
    assert done.returncode == 0, done.stderr
    for part in (
        "With 3 attributes or fewer, ",
        "One row is about somebody",
        "take part",
        "20 of ",
    ):
        assert part in done.stdout
    done = incrowd("standouts", data, "--qi", "sex")
    assert "No combination of up to 1 attributes" in done.stdout


def test_bad_standouts(data) -> None:
    for options in (["-k", 1], ["--max-size", 0], ["--state", "aeg=1"]):
        done = incrowd("standouts", data, "--qi", QUASI, *options)
        assert (done.returncode, "Hint:" in done.stderr) == (2, True), done.stderr
