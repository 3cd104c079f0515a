"""`anonymize`, `apply` and `attack` as a person or a pipeline runs them."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from command_line import incrowd
from small_samples import sample_rows

QUASI = "age,sex,marital_status,education"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_rows(tmp_path_factory.mktemp("data") / "people.csv", 200)


def classes_in(path: Path) -> Counter[tuple[str, ...]]:
    with path.open(newline="", encoding="utf-8") as file:
        return Counter(
            tuple(row[name] for name in QUASI.split(",")) for row in csv.DictReader(file)
        )


@pytest.mark.parametrize("method", ["optimal", "priority", "priority-greedy"])
def test_from_a_file_to_a_safe_file_and_its_recipe(data, tmp_path, method) -> None:
    out, recipe = tmp_path / "safe.csv", tmp_path / "recipe.json"
    options = ["--qi", QUASI, "-k", 3, "--method", method, "--priority", "age,sex=education"]
    done = incrowd("anonymize", data, *options, "-o", out, "--recipe", recipe, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert {
        "method",
        "rows",
        "suppressed_rows",
        "classes",
        "k",
        "l",
        "t",
        "state",
        "score",
        "utility",
        "entropy_per_attribute",
        "exposed_people",
        "before",
        "after",
        "seconds",
        "output",
    } <= set(answer)
    sizes = classes_in(out)
    assert min(sizes.values()) == answer["k"] >= 3
    assert (len(sizes), sum(sizes.values())) == (answer["classes"], answer["rows"])
    assert answer["output"]["verified"]
    assert "seed" not in answer["output"]
    assert answer["output"]["warnings"] == []
    assert answer["exposed_people"] == 0
    assert (answer["state"] is None) == (method != "optimal")
    linked = incrowd("attack", out, data, "--on", QUASI, "-k", 3, "--json")
    assert linked.returncode == 0, linked.stderr
    assert json.loads(linked.stdout)["match"]["exposed_people"] == 0
    again = incrowd("apply", recipe, data, "-o", tmp_path / "again.csv", "--json")
    if method == "optimal":
        assert again.returncode == 0, again.stderr
        assert (tmp_path / "again.csv").read_bytes() == out.read_bytes()
    else:
        assert (again.returncode, "cannot be repeated" in again.stderr) == (2, True)


def test_what_people_see(data, tmp_path) -> None:
    done = incrowd(
        "anonymize", data, "--qi", QUASI, "-k", 2, "-o", tmp_path / "x.parquet", "--keep-order"
    )
    assert done.returncode == 0, done.stderr
    for part in ("Method: optimal", "Average risk", "marital_status", "written and verified"):
        assert part in done.stdout
    assert "Warning: The rows are in their original order" in done.stdout
    done = incrowd("attack", tmp_path / "x.parquet", data, "--on", "age,sex")
    told = " ".join(done.stdout.split())
    for part in (
        "Found for certain: 0 of 200 people on the list.",
        "(journalist risk)",
        "(marketer risk)",
        "Linked by: age, sex",
    ):
        assert part in told


def test_figures_without_a_file(data) -> None:
    done = incrowd("anonymize", data, "--qi", QUASI, "-k", 2, "--json")
    assert "output" not in json.loads(done.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-k", "201"], "201"),
        (["-k", "0"], "k = 0"),
        (["-k", "2", "--priority", "aeg"], "'aeg'"),
        (["-k", "2", "--at-least", "age=2", "--at-most", "age=1"], "'age'"),
        (["-k", "2", "-l", "99", "--sensitive", "religion"], "religion"),
        (["-k", "2", "-l", "2", "--sensitive", ""], "sensitive"),
        (["-k", "2", "--method", "best"], "'best'"),
        (["-k", "2", "--suppression", "loose"], "'loose'"),
        (["-k", "2", "--weights", "age=heavy"], "age=heavy"),
        (["-k", "2", "--utility", "class_size", "--weights", "age=2"], "class_size"),
        (["-k", "2", "-o", "nowhere/out.csv"], "nowhere"),
        (["-k", "2", "-o", "out.doc"], "format"),
    ],
)
def test_bad_input_is_refused_in_words(data, tmp_path, monkeypatch, arguments, message) -> None:
    monkeypatch.chdir(tmp_path)
    done = incrowd("anonymize", data, "--qi", QUASI, *arguments)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr.replace("\n", " ")
    assert "Hint:" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_data_is_never_overwritten(data) -> None:
    before = data.read_bytes()
    done = incrowd("anonymize", data, "--qi", QUASI, "-k", "2", "-o", data)
    assert (done.returncode, "is the data itself" in done.stderr) == (2, True)
    assert data.read_bytes() == before


@pytest.mark.parametrize("ending", ["csv", "parquet", "xlsx"])
def test_a_folder_that_cannot_be_written_to(data, ending) -> None:
    done = incrowd("anonymize", data, "--qi", QUASI, "-k", "2", "-o", f"/proc/x.{ending}")
    assert done.returncode == 2
    assert f"'x.{ending}' cannot be written" in done.stderr


def test_many_attributes_are_not_all_printed(tmp_path) -> None:
    names = [f"c{place}" for place in range(60)]
    lines = [",".join(str(row * place % 7) for place in range(1, 61)) for row in range(50)]
    wide = tmp_path / "wide.csv"
    wide.write_text("\n".join([",".join(names), *lines]) + "\n")
    done = incrowd("anonymize", wide, "--qi", ",".join(names), "-k", "2")
    assert done.returncode == 0, done.stderr
    assert "and 20 more" in done.stdout
    assert len(done.stdout.splitlines()) < 60


def test_attack_refuses_what_does_not_belong_together(data, tmp_path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("x,y\n1,2\n3,4\n")
    for arguments, message in (
        ([other, data], "no quasi-identifier in common"),
        ([other, data, "--on", "z=age"], "'z'"),
        ([other, data, "--on", "=age"], "not a pair of columns"),
        ([other, data, "--on", "age=age", "--on", "age=sex"], "paired twice"),
        ([tmp_path / "none.csv", data], "none.csv"),
    ):
        done = incrowd("attack", *arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_made_fit_for_a_purpose_a_file_passes_its_checks(tmp_path):
    data, target = tmp_path / "census.csv", tmp_path / "out.csv"
    assert incrowd("generate", "census", "--rows", "400", "-o", data).returncode == 0
    done = incrowd("anonymize", data, "--for", "internal", "-o", target)
    assert done.returncode == 0, done.stderr
    assert "checks pass for internal use" in done.stdout
    assert "are enough (tried:" in done.stdout
    answer = json.loads(incrowd("anonymize", data, "--for", "internal", "--json").stdout)
    assert answer["fitness"]["verdict"]["holds"]
    assert answer["k"] >= answer["fitness"]["k"] >= 3
    roles = answer["before"]["roles"]
    quasi = ",".join(name for name, role in roles.items() if role == "quasi")
    sensitive = ",".join(name for name, role in roles.items() if role == "sensitive")
    options = ("--qi", quasi, "--sensitive", sensitive, "--original", data)
    again = incrowd("check", target, "--for", "internal", *options)
    assert again.returncode == 0, again.stdout


def test_neither_k_nor_a_purpose(data):
    done = incrowd("anonymize", data)
    assert done.returncode == 2
    assert "Neither -k nor --for nor --promise is given." in done.stderr


def test_ranges_are_written_as_numbers_and_repeated_so(tmp_path):
    data, safe, again = (tmp_path / name for name in ("people.csv", "safe.csv", "again.csv"))
    lines = [f"{20 + n % 40},{'flu' if n % 2 else 'hiv'}" for n in range(80)]
    data.write_text("age,disease\n" + "\n".join(lines) + "\n")
    roles = ("--qi", "age", "--sensitive", "disease")
    recipe = tmp_path / "recipe.json"
    options = ("-k", "5", "--typed", "ranges", "-o", safe, "--recipe", recipe, "--json")
    done = incrowd("anonymize", data, *roles, *options)
    assert done.returncode == 0, done.stderr
    assert safe.read_text().splitlines()[0] == "age_from,age_to,disease"
    assert incrowd("apply", recipe, data, "-o", again, "--typed", "midpoints").returncode == 0
    header, *rows = again.read_text().splitlines()
    assert header == "age,disease"
    assert all(float(row.split(",")[0]) for row in rows)
    wrong = incrowd("apply", recipe, data, "-o", again, "--typed", "middle")
    assert wrong.returncode == 2
    assert "There is no way to write ranges 'middle'" in wrong.stderr
