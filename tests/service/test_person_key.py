"""A table of visits: 80 patients with several rows each, from opening to the file and the page."""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Hashable
from pathlib import Path

import pytest
from small_crowds import Row

import incrowd
from incrowd.advice.person_giveaways import look_for_giveaways
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import InvalidParameter
from incrowd.journal import AssignRole, Generalize, Suppress
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, look_at, pair_rows, run
from incrowd.service.automatic.trade_off import trade_off
from incrowd.service.datasets.columns import list_columns
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.rows import browse, list_risky
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.service.decisions.hierarchies import show_hierarchy
from incrowd.service.decisions.remedies import find_remedy, find_row_remedy
from incrowd.service.exports.export import find_export, hand_out
from incrowd.service.subsets.standouts import tell_all_standouts, tell_standouts
from incrowd.service.subsets.subsets import tell_subsets
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

NAMES = ["patient_id", "age", "sex", "zip", "diagnosis", "tag"]


def visits() -> list[Row]:
    """80 patients: who comes again is older, or lives elsewhere, and has another diagnosis."""
    draw, rows = random.Random(80), []
    for patient in range(80):
        age, sex = draw.choice([30, 40, 50]), draw.choice(["male", "female"])
        for visit in range(draw.choice([1, 1, 2, 2, 3])):
            zip_code = draw.choice(["47677", "47602"])
            illness = draw.choice(["flu", "cold", "asthma"])
            tag = f"t{len(rows)}"
            rows.append((f"P{patient:02}", str(age + visit), sex, zip_code, illness, tag))
    return rows


VISITS = visits()


def alike(rows: list[Row], places: list[int]) -> list[list[Hashable]]:
    """Who looks alike in some columns, by brute force."""
    persons: dict[Hashable, Counter[Hashable]] = defaultdict(Counter)
    for row in rows:
        persons[row[0]][tuple(row[place] for place in places)] += 1
    classes: dict[Hashable, list[Hashable]] = defaultdict(list)
    for person, known in persons.items():
        classes[frozenset(known.items())].append(person)
    return list(classes.values())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "visits.csv"
    with target.open("w", newline="") as file:
        csv.writer(file).writerows([NAMES, *VISITS])
    return target


@pytest.fixture
def opened(sessions: Sessions, path: Path):
    with sessions.open(OWNER, add_copy(sessions, path).id) as found:
        decide(found, AssignRole("tag", "insensitive"))
        yield found


def test_the_risk_is_that_of_people(path: Path) -> None:
    classes = alike(VISITS, [1, 2, 3])
    alone = sum(len(members) == 1 for members in classes)
    with incrowd.open(path) as dataset:
        assert dataset.table.person.name == "patient_id"
        assert "patients have several rows" in dataset.table.person.reason
        assert dataset.person_warning is None
        risk = dataset.risk()
        check = dataset.check(2)
    assert (risk.persons, risk.original_persons, risk.rows) == (80, 80, len(VISITS))
    assert (risk.uniques, risk.classes) == (alone, len(classes))
    assert risk.average_risk == pytest.approx(100 * len(classes) / 80)
    assert risk.class_sizes == Counter(len(members) for members in classes)
    assert sum(bucket.rows for bucket in risk.distribution) == 80
    assert risk.to_dict()["persons"] == 80
    assert f"{100 * alone / 80:.0f} % of the people are unique" in risk.explanation[0]
    assert (check.k, check.failing_count, check.failing_persons) == (1, alone, alone)
    assert check.failing_rows > alone


def test_without_a_key_a_warning_cannot_be_overlooked(path: Path, tmp_path: Path) -> None:
    with incrowd.open(path, identifier=["patient_id"], ordered=True) as dataset:
        warning = dataset.person_warning
        assert warning.startswith("Values of 'patient_id' repeat:")
        risk = dataset.risk()
        assert risk.explanation[0] == warning
        assert risk.persons is None
        assert "persons" not in risk.to_dict()
        released = dataset.anonymize(2, max_suppression=1.0).write(tmp_path / "out.csv")
        assert released.warnings[0] == warning


def test_a_page_of_the_rows_keeps_people_together(opened) -> None:
    before = view(opened)
    assert before.person_warning is None
    assert before.risk.original_persons == 80
    columns = {column.name: column for column in list_columns(opened)}
    assert columns["patient_id"].role == "person"
    assert sum(bar.rows for bar in columns["age"].histogram) == len(VISITS)
    levels = show_hierarchy(opened, "age").levels
    assert sum(group.rows for group in levels[0].groups) == len(VISITS)
    decide(opened, Suppress(3))
    page = browse(opened, 0, 1000, suppressed=True)
    kept: dict[str, set[bool]] = defaultdict(set)
    for row in page.rows:
        kept[row.cells[0]].add(row.suppressed)
    assert all(len(states) == 1 for states in kept.values())
    risk = view(opened).risk
    assert sum(states == {True} for states in kept.values()) == risk.suppressed_persons
    compared = compare(opened)
    assert sum(bar.rows for bar in compared.attributes[0].before) == len(VISITS)
    assert sum(bar.rows for bar in compared.attributes[0].after) == risk.rows


def test_risky_rows_and_standouts_are_those_of_people(opened) -> None:
    alone = {members[0] for members in alike(VISITS, [1, 2, 3]) if len(members) == 1}
    risky = list_risky(opened, 500)
    of_size_one = [row for row in risky if row.size == 1]
    assert {VISITS[row.row - 1][0] for row in of_size_one} == alone
    assert all(row.giveaway for row in of_size_one)
    found = tell_all_standouts(opened, 2, 3)
    assert {VISITS[row.row - 1][0] for row in found.rows} == alone
    assert (found.persons, found.published_persons) == (len(alone), 80)
    assert found.total == len(found.rows)
    assert len(tell_standouts(opened, 2, 3, 1, 5).rows) == 5
    assert tell_subsets(opened, 2, "union", "k").picture.whole_k == 1
    assert find_remedy(opened, ["sex"], 2).outlook in ("helps", "needless", "none")
    assert find_row_remedy(opened, risky[0].row, 2, 2).outlook in ("helps", "none", "needless")


@pytest.mark.parametrize("method", ["optimal", "priority", "priority-greedy"])
def test_an_automatic_result_is_shown_adopted_and_handed_out(
    opened, sessions: Sessions, method: str
) -> None:
    request = AnonymizationRequest(k=3, method=method, max_suppression=0.5)
    run_id = run(opened, request, silent)
    found = look_at(opened, run_id)
    assert found.result.k >= 3
    assert sum(bar.safe + bar.at_risk for bar in found.attributes[0].before) == len(VISITS)
    assert sum(bar.safe + bar.at_risk for bar in found.attributes[0].after) == found.result.rows
    assert pair_rows(opened, run_id, 0, 10).total == len(VISITS)
    adopt(opened, run_id)
    assert view(opened).risk.persons == found.result.persons
    assert list_risky(opened, 3)
    assert browse(opened, 0, 500).total == found.result.rows
    compare(opened)
    done = hand_out(sessions.workspace, opened, "csv", silent)
    assert done.k == found.result.k
    tags = {row[5]: row[0] for row in VISITS}
    with find_export(sessions.workspace, OWNER, done.export_id).open(newline="") as file:
        lines = [
            (tags[line["tag"]], line["age"], line["sex"], line["zip"])
            for line in csv.DictReader(file)
        ]
    assert min(len(members) for members in alike(lines, [1, 2, 3])) == done.k
    rows = Counter(row[0] for row in VISITS)
    assert Counter(line[0] for line in lines) == {line[0]: rows[line[0]] for line in lines}


def test_the_trade_off_is_that_of_people(opened) -> None:
    for point in trade_off(opened).points[:5]:
        assert point.smallest >= point.k


def test_a_new_key_takes_the_place_of_the_old_one(opened) -> None:
    decide(opened, AssignRole("tag", "person"))
    roles = {attribute.name: attribute.role for attribute in view(opened).attributes}
    assert (roles["patient_id"], roles["tag"]) == ("identifier", "person")
    assert view(opened).person_warning is None
    assert view(opened).risk.original_persons == len(VISITS)
    decide(opened, AssignRole("tag", "insensitive"))
    assert view(opened).person_warning is not None
    decide(opened, Generalize("sex", 1))


def test_linking_counts_people_or_says_that_it_counts_rows(path: Path) -> None:
    asked = {"sensitive": "diagnosis", "on": ["zip"]}
    people = incrowd.link(path, path, **asked)
    assert people.what_if.unit == "combinations"
    assert not any("rows" in sentence for sentence in people.what_if.sentences)
    same = incrowd.link(path, path, sensitive="1.diagnosis", on=["patient_id"])
    assert (same.what_if.unit, same.sources[0].people) == (
        "people",
        len({row[0] for row in VISITS}),
    )
    rows = incrowd.link(path, path, **asked, person="none")
    assert rows.what_if.main.n > people.what_if.main.n
    assert "According to 'patient_id', a person has several rows in" in rows.what_if.sentences[0]


def test_people_are_looked_up_in_a_table_of_the_population(path: Path, tmp_path: Path) -> None:
    everyone = tmp_path / "everyone.csv"
    header, *lines = path.read_text().splitlines()
    others = [f"X{line}" for line in lines]
    everyone.write_text("\n".join([header, *lines, *others]) + "\n")
    with incrowd.open(path, population=everyone) as dataset:
        risk = dataset.risk()
        assert dataset.population_size == 2 * risk.persons
        assert risk.population.people == 2 * risk.persons
        assert dataset.measure("journalist_risk") == risk.highest_risk / 2
        assert risk.population.uniques == 0
    everyone.write_text("\n".join(line.split(",", 1)[1] for line in [header, *lines]) + "\n")
    with (
        incrowd.open(path, population=everyone) as dataset,
        pytest.raises(InvalidParameter, match="several rows cannot be looked up") as caught,
    ):
        dataset.measure("journalist_risk")
    assert "person key 'patient_id'" in caught.value.hint


def test_a_sampling_fraction_is_one_of_people(path: Path) -> None:
    with incrowd.open(path, sampling_fraction=0.1) as dataset:
        assert dataset.population_size == 800
        assert dataset.risk().population.people == 800


def test_one_person_in_all_rows_and_rows_without_a_key(tmp_path: Path) -> None:
    target = tmp_path / "one.csv"
    target.write_text("patient_id,age\n" + "P1,30\nP1,40\nP1,30\n" * 5)
    with incrowd.open(target) as dataset:
        risk = dataset.risk()
        assert (risk.persons, risk.uniques, risk.highest_risk) == (1, 1, 100.0)
        assert risk.explanation[0].startswith("The only person is unique")
        with pytest.raises(InvalidParameter, match="all rows are about one person"):
            dataset.risk(k=2)
    target.write_text("patient_id,age\n" + "P1,30\nP1,40\n,30\n,30\n" * 3)
    with incrowd.open(target, person="patient_id") as dataset:
        risk = dataset.risk()
        assert (risk.persons, risk.uniques, risk.classes) == (7, 1, 2)
        note = "Rows without 'patient_id': 6. Each of them counts as a separate person."
        assert risk.explanation.count(note) == 1


def test_every_column_cannot_be_the_key(path: Path) -> None:
    with pytest.raises(InvalidParameter, match="Only one column can be the person key"):
        incrowd.open(path, person=NAMES)


def test_the_number_of_rows_alone_may_give_somebody_away(tmp_path: Path) -> None:
    visits = tmp_path / "visits.csv"
    visits.write_text(
        "patient_id,age\n" + "P0001,30\n" * 3 + "".join(f"P000{n},30\n" for n in "23")
    )
    with incrowd.open(visits, quasi=["age"], person="patient_id") as dataset:
        words = look_for_giveaways(dataset.crowd.at((0,)))
        told = sorted(words.explain(index) for index in range(2))
    assert told == ["Nobody else has as many rows.", "Only 2 people have as many rows."]
