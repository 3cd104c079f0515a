"""The commands as a person or a pipeline runs them, on real files."""

from __future__ import annotations

import json

import pytest
from command_line import incrowd

from incrowd import __version__

PEOPLE = "age;sex;disease\n30;f;flu\n30;f;hiv\n41;m;flu\n41;m;flu\n52;f;flu\n"


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.mark.smoke
def test_risk_as_json_is_one_document(people):
    done = incrowd("risk", people, "--qi", "age,sex", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["rows"], answer["classes"], answer["uniques"]) == (5, 3, 1)
    assert answer["average_risk"] == pytest.approx(60)


def test_risk_for_people(people):
    done = incrowd("risk", people, "--qi", "age", "--qi", "sex")
    assert done.returncode == 0
    for part in ("Average risk", "60.0 %", "high", "Rows by risk", "20 % of the rows", "quasi"):
        assert part in done.stdout


def test_a_table_without_a_sensitive_column_says_so_once(people, tmp_path):
    told = "No column is sensitive"
    options = ("--qi", "age,sex", "--insensitive", "disease")
    assert incrowd("risk", people, *options).stdout.count(told) == 1
    assert told not in incrowd("risk", people, "--qi", "age,sex").stdout
    answer = json.loads(incrowd("risk", people, *options, "--json").stdout)
    assert sum(told in sentence for sentence in answer["explanation"]) == 1
    done = incrowd("anonymize", people, *options, "-k", "2", "--max-suppression", "1")
    assert (done.returncode, done.stdout.count(told)) == (0, 1)


def test_risk_asks_about_columns_in_doubt(tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("age,x17\n30,red\n31,blue\n32,red\n")
    words = " ".join(incrowd("risk", path).stdout.split())
    assert "We are not sure about x17. Could somebody who knows the person know this?" in words
    assert "We are not sure" not in incrowd("risk", path, "--qi", "age,x17").stdout


def test_risk_at_a_state(people):
    done = incrowd("risk", people, "--qi", "age,sex", "--state", "sex=1", "-k", "2", "--json")
    answer = json.loads(done.stdout)
    assert answer["state"] == {"age": 0, "sex": 1}
    assert answer["highest_risk"] == 50


def test_risk_with_measures_and_a_population(people):
    done = incrowd(
        "risk", people, "--qi", "age", "--sampling-fraction", "0.1", "--measure", "zayatz,uniques"
    )
    assert done.returncode == 0
    assert "zayatz" in done.stdout
    done = incrowd(
        "risk", people, "--qi", "age", "--population", people, "--measure", "all", "--json"
    )
    assert json.loads(done.stdout)["measures"]["journalist_risk"] == 100


def test_what_was_noticed_in_a_hierarchy_file_is_said(people, tmp_path):
    folder = tmp_path / "hierarchies"
    folder.mkdir()
    (folder / "age.csv").write_text("age,band,any\n30,young,all\n41,old,all\n52,old,all\n")
    header = "Its first line, 'age;band;any', was skipped because it is a header."
    top = "Its last level has a single group, 'all': it is the top, published as '*'."
    command = ("risk", people, "--qi", "age,sex", "--hierarchies", folder, "--json")
    done = incrowd(*command)
    assert done.stderr.splitlines() == [
        f"Note on the hierarchy of 'age': {header}",
        f"Note on the hierarchy of 'age': {top}",
    ]
    reason = json.loads(done.stdout)["hierarchies"]["age"]
    assert reason == f"Read from the file age.csv. {header} {top}"
    (folder / "age.csv").write_text("30;young;*\n41;old;all\n52;old;all\n")
    refused = incrowd(*command)
    answer = json.loads(refused.stdout)
    assert (refused.returncode, answer["code"]) == (2, "hierarchy")
    assert "has two tops: line 1 ends in '*', line 2 ends in 'all'" in answer["message"]
    assert "Let every line end in '*'" in answer["hint"]


def test_risk_in_a_population_names_its_model(people):
    done = incrowd("risk", people, "--qi", "age,sex", "--population-size", "200000")
    words = " ".join(done.stdout.replace("│", " ").split())
    assert "would be unique in a population of 200,000." in words
    assert "This is an estimate with the model of" in words
    options = ("--qi", "age,sex", "--sampling-fraction", "0.01", "--json")
    answer = json.loads(incrowd("risk", people, *options).stdout)["population"]
    assert (answer["people"], answer["rows"]) == (500, 5)
    assert answer["model"] in {"pitman", "zayatz"}
    counted = json.loads(
        incrowd("risk", people, "--qi", "age,sex", "--population", people, "--json").stdout
    )["population"]
    assert (counted["model"], counted["uniques"], counted["uniques_of"]) == ("counted", 1, 5)
    assert "population" not in json.loads(incrowd("risk", people, "--json").stdout)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--population-size", "4", "cannot contain the 5 people"),
        ("--sampling-fraction", "0", "sampling fraction of 0"),
        ("--sampling-fraction", "1.5", "sampling fraction of 1.5"),
        ("--sampling-fraction", "1e-320", "No population has more than"),
    ],
)
def test_impossible_populations_are_refused(people, option, value, message):
    done = incrowd("risk", people, "--qi", "age,sex", option, value)
    assert done.returncode == 2
    assert message in done.stderr


def test_recommend(people):
    done = incrowd("recommend", people, "--qi", "age,sex")
    assert done.returncode == 0
    assert "Next steps" in done.stdout
    answer = json.loads(incrowd("recommend", people, "--qi", "age,sex", "--json").stdout)
    assert {one["attribute"] for one in answer["generalizations"]} == {"age", "sex"}


@pytest.mark.smoke
def test_check_speaks_through_its_exit_code(people):
    holds = incrowd("check", people, "-k", "1", "--qi", "age,sex")
    assert (holds.returncode, holds.stdout.count("\n")) == (0, 1)
    assert "holds" in holds.stdout
    fails = incrowd("check", people, "-k", "2", "--qi", "age,sex")
    assert fails.returncode == 1
    assert "does not hold: 1 class fails; k = 1 (asked: at least 2)" in fails.stdout
    answer = incrowd("check", people, "-k", "2", "--qi", "age,sex", "--json")
    assert answer.returncode == 1
    assert json.loads(answer.stdout)["holds"] is False


def test_check_l_and_t(people):
    options = ("--qi", "age,sex", "--sensitive", "disease", "--json")
    answer = json.loads(
        incrowd("check", people, "-k", "1", "-l", "1", "-t", "0.9", *options).stdout
    )
    assert (answer["holds"], answer["k"], answer["l"]) == (True, 1, 1)


def test_generate(tmp_path):
    path = tmp_path / "made.csv"
    done = incrowd("generate", "census", "-o", path, "--rows", "50", "--seed", "3", "--json")
    assert json.loads(done.stdout)["rows"] == 50
    assert len(path.read_text().splitlines()) == 51
    again = incrowd("generate", "census", "-o", path)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert incrowd("generate", "census", "-o", path, "--rows", "9", "--overwrite").returncode == 0


def test_demo():
    done = incrowd("demo", "--terminal")
    assert done.returncode == 0
    assert "Average risk" in done.stdout
    assert "Next steps" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["risk", "PEOPLE", "--qi", "aeg"], "no column 'aeg'", "Did you mean 'age'?"),
        (["risk", "PEOPLE", "--qi", "age", "-k", "9"], "k = 9 is not possible", "from 1 to 5"),
        (["check", "PEOPLE", "--qi", "age", "-k", "9"], "k = 9 is not possible", "from 1 to 5"),
        (["risk", "PEOPLE", "--qi", "age", "--state", "age"], "'age' is not a level", "--state"),
        (["risk", "PEOPLE", "--qi", "age", "--state", "age=77"], "no level 77", "levels are 0"),
        (["risk", "PEOPLE", "--identifier", "age,sex,disease"], "No column is", "--qi"),
        (["risk", "PEOPLE", "--qi", "age", "--measure", "foo"], "no measure 'foo'", "Choose from"),
        (["risk", "nowhere.csv"], "nowhere.csv", ""),
        (["generate", "hospitl"], "no generator 'hospitl'", "Did you mean 'hospital'?"),
    ],
)
def test_errors_have_message_and_hint_and_no_traceback(people, arguments, message, hint):
    command = [str(people) if word == "PEOPLE" else word for word in arguments]
    done = incrowd(*command)
    told = " ".join(done.stderr.split())
    assert done.returncode == 2
    assert message in told
    assert hint in told
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    as_json = incrowd(*command, "--json")
    answer = json.loads(as_json.stdout)
    assert set(answer) == {"code", "message", "hint", "errors"}
    assert as_json.returncode == 2


def test_usage_errors_exit_with_2(people):
    assert incrowd("check", people).returncode == 2
    assert incrowd("risk").returncode == 2
    assert incrowd("nonsense").returncode == 2


@pytest.mark.smoke
def test_help_and_version():
    for command in ((), ("risk",), ("recommend",), ("check",), ("generate",)):
        assert incrowd(*command, "--help").returncode == 0
    assert incrowd("--version").stdout.strip() == __version__


def test_protections_are_printed_and_can_be_changed(people):
    options = ("--qi", "age,sex", "--sensitive", "disease")
    done = incrowd("risk", people, *options)
    words = " ".join(done.stdout.split())
    assert "disease l = 2 the default: every group has" in words
    assert "--promise 'disease:l=3'" in words
    answer = json.loads(incrowd("risk", people, *options, "--promise", "l=3", "--json").stdout)
    assert [each["threshold"] for each in answer["protections"]] == [3]
    assert answer["suppressed_by"]["protections"][0]["rows"] == 5
    done = incrowd("check", people, *options, "-k", "1", "--promise", "disease:l=2")
    assert done.returncode == 1
    assert "l of 'disease' = 1 (asked: at least 2)" in " ".join(done.stdout.split())
    assert "'disease': l = 2, asked for" in done.stderr
    assert incrowd("check", people, *options, "-k", "1").returncode == 0
    for command in (("recommend",), ("anonymize", "-k", "2", "--max-suppression", "1")):
        shown = incrowd(command[0], people, *options, *command[1:]).stdout
        assert "disease l = 2 the default: every group has" in " ".join(shown.split())
    done = incrowd("risk", people, *options, "--promise", "m=3")
    assert (done.returncode, "There is no promise 'm'" in done.stderr) == (2, True)


def test_people_with_several_rows_are_counted_or_warned_of(tmp_path):
    path = tmp_path / "visits.csv"
    lines = [f"P{number % 30},{20 + number % 7},flu" for number in range(60)]
    path.write_text("\n".join(["patient_id,age,diagnosis", *lines]) + "\n")
    done = incrowd("risk", path)
    assert "60 rows about 30 people" in done.stdout
    assert "People by risk" in done.stdout
    assert "Warning" not in done.stderr
    rows = incrowd("risk", path, "--identifier", "patient_id", "--json")
    warning = "Values of 'patient_id' repeat: 60 rows are about 30 people at most"
    assert f"Warning: {warning}" in rows.stderr
    answer = json.loads(rows.stdout)
    assert answer["explanation"][0].startswith(warning)
    assert "persons" not in answer
    chosen = json.loads(
        incrowd("check", path, "-k", "2", "--person", "patient_id", "--json").stdout
    )
    assert chosen["roles"]["patient_id"] == "person"


def test_a_preview_comes_first_and_leaves_the_answer_alone(people):
    options = ("risk", people, "--qi", "age,sex", "--json")
    plain, done = incrowd(*options), incrowd(*options, "--preview")
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert "average risk 60.00 % (60.00 to 60.00 %), 3 different combinations" in done.stderr
    assert "The highest risk is 100.0 %. All combinations were counted." in done.stderr
    assert "Estimate" not in plain.stderr
    by_people = incrowd(*options, "--person", "disease", "--preview")
    assert "counted without an estimate" in by_people.stderr
