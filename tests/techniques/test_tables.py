"""Techniques on whole tables: what is opened, counted, released, repeated and refused."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

import incrowd as ic
from incrowd.errors import IncrowdError, InvalidParameter, MalformedData, UnknownAttribute
from incrowd.release.recipe import Recipe
from incrowd.service.exports.transform import prepare, transform
from incrowd.techniques.step import Step, parse_steps

HEADER = "key;age;sex;income;job"


def write_people(path: Path, rows: int = 120) -> Path:
    """People with decimal commas, a gap in the incomes, and two rows of most of them."""
    lines = [HEADER]
    for row in range(rows):
        income = "" if row % 17 == 3 else f"{1000 + (row * 7919) % 5000},{row % 10}0"
        person = f"p{row // 2}" if row % 31 else ""
        lines.append(
            f"{person};{20 + row * 13 % 50};{'mf'[row % 2]};{income};{'abcd'[row * row % 4]}"
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path / "people.csv")


def read(path: Path | str) -> list[dict[str, str]]:
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def open_people(path: Path, **more):
    return ic.open(path, quasi=["age", "sex", "job"], sensitive=[], insensitive=["income"], **more)


def write_changed(path: Path, target: Path, *techniques: str, **more) -> list[dict[str, str]]:
    with open_people(path, ordered=True, **more) as table:
        steps, place = prepare(table, techniques, "s", str(target), None, {})
        done = transform(table, steps, place)
    assert done.output is not None
    assert done.output.verified
    rows = read(target)
    assert len(rows) == done.output.rows == done.effects.techniques[-1].kept
    return rows


def test_a_written_file_has_the_changes_and_nothing_else(people, tmp_path):
    old = read(people)
    new = write_changed(people, tmp_path / "new.csv", "income:round=500")
    for before, after in zip(old, new, strict=True):
        if before["income"]:
            exact = float(before["income"].replace(",", "."))
            assert float(after["income"].replace(",", ".")) == round(exact / 500) * 500
            assert after["income"].endswith(",00")
        assert {**before, "income": ""} == {**after, "income": ""}
        assert bool(before["income"]) == bool(after["income"])


@pytest.mark.parametrize("technique", ["income:rank_swap=10", "job:pram=0.3", "age:pram=0.5"])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_counts_of_a_written_file_are_the_old_ones(people, tmp_path, technique, ending):
    column = technique.partition(":")[0]
    target = tmp_path / f"new.{ending}"
    with open_people(people, ordered=True) as table:
        transform(table, *prepare(table, [technique], "s", str(target), None, {}))
        before = table.source.tally([column]).to_pydict()
    if ending == "csv":
        old, new = read(people), read(target)
        assert Counter(row[column] for row in old) == Counter(row[column] for row in new)
        assert [row[column] for row in old] != [row[column] for row in new]
    with open_people(target) as again:
        after = again.source.tally([column]).to_pydict()
    assert sorted(before["incrowd_rows"]) == sorted(after["incrowd_rows"])


def test_a_sample_is_one_of_people_where_there_is_a_key(people, tmp_path):
    old = read(people)
    new = write_changed(people, tmp_path / "new.csv", "sample=0.4", person="key")
    drawn = {row["key"] for row in new if row["key"]}
    assert Counter(row["key"] for row in new if row["key"]) == Counter(
        row["key"] for row in old if row["key"] in drawn
    )
    nameless = sum(not row["key"] for row in old)
    population = len({row["key"] for row in old if row["key"]}) + nameless
    assert len(drawn) + sum(not row["key"] for row in new) == round(0.4 * population)


def test_rows_stay_in_their_order(people, tmp_path):
    new = write_changed(people, tmp_path / "new.csv", "sample=0.5", "age:round=10")
    numbers = [int(row["key"][1:]) for row in new if row["key"]]
    assert numbers == sorted(numbers)


def test_risk_is_that_of_the_changed_values(people, tmp_path):
    new = write_changed(people, tmp_path / "new.csv", "age:round=10", "job:pram=0.5", "sample=0.7")
    counts = Counter((row["age"], row["sex"], row["job"]) for row in new)
    techniques = ["age:round=10", "job:pram=0.5", "sample=0.7"]
    with open_people(people, techniques=techniques, seed="s") as table:
        risk = table.risk()
        assert str(table.technique_notes[0]).endswith("sample=0.7.")
    assert risk.rows == len(new)
    assert risk.uniques == sum(count == 1 for count in counts.values())
    assert risk.average_risk == pytest.approx(100 * len(counts) / len(new))


def test_journalist_risk_is_that_of_all_people_with_the_same_changes(people):
    old = read(people)
    with open_people(people) as table:
        effects = table.try_techniques("age:round=10", "sample=0.5", seed=1)
        assert table.risk().rows == len(old)
    everybody = Counter((round(int(row["age"]) / 10) * 10, row["sex"], row["job"]) for row in old)
    with open_people(people, techniques=["age:round=10", "sample=0.5"], seed=1) as sample:
        names = ["age", "sex", "job"]
        drawn = sample.source.tally(names).to_pylist()
    fewest = min(everybody[int(row["age"]), row["sex"], row["job"]] for row in drawn)
    assert effects.journalist_risk is not None
    figures = {attack.name: attack.value for attack in effects.journalist_risk.attacks}
    assert figures["journalist_risk"] == pytest.approx(100 / fewest)
    assert effects.journalist_risk.people == len(old)


def test_journalist_risk_is_not_told_of_values_that_depend_on_the_sample(people):
    with open_people(people) as table:
        assert table.try_techniques("age:round=10").journalist_risk is None
        assert table.try_techniques("sample=0.5", "age:pram=0.5").journalist_risk is None
        assert table.try_techniques("sample=0.5", "age:top=5%").journalist_risk is None
        assert table.try_techniques("sample=0.5", "age:top=50").journalist_risk is not None


def test_the_effect_is_the_one_that_is_applied(people):
    with open_people(people) as table:
        tried = table.try_techniques("sample=0.5", "job:pram=0.5", seed=5)
        changed = table.with_techniques("sample=0.5", "job:pram=0.5", seed=5)
        assert tried.after is not None
        assert changed.risk().uniques == tried.after.uniques
        changed.close()
        assert table.risk().rows == 120


def test_a_release_says_what_was_done(people, tmp_path):
    with open_people(people, techniques=["job:pram=0.5", "sample=0.9"], seed=2) as table:
        outcome = table.anonymize(k=3, max_suppression=0.5)
        released = outcome.write(tmp_path / "release.csv")
    words = " ".join(map(str, released.warnings))
    assert "job:pram=0.5, sample=0.9" in words
    assert "Noise is not counted as protection." in words
    assert "who is in the sample" in words


def test_a_recipe_repeats_techniques(people, tmp_path):
    with open_people(people, techniques=["job:pram=0.5", "sample=0.9", "age:round=5"]) as table:
        outcome = table.anonymize(k=3, max_suppression=0.5)
        released = outcome.write(tmp_path / "release.csv")
        outcome.recipe(tmp_path / "recipe.json", released)
    ic.apply(tmp_path / "recipe.json", people, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "release.csv").read_bytes()
    assert json.loads((tmp_path / "recipe.json").read_text())["incrowd_recipe"] == 2
    more = write_people(tmp_path / "more.csv", 200)
    repeated = ic.apply(tmp_path / "recipe.json", more, tmp_path / "other.csv")
    assert repeated.before.rows == 180
    assert "job:pram=0.5" in str(repeated.output.warnings[0])


def test_a_recipe_without_techniques_is_as_before(people, tmp_path):
    with open_people(people) as table:
        recipe = table.anonymize(k=3, max_suppression=0.5).to_recipe()
    told = recipe.to_dict()
    assert told["incrowd_recipe"] == 1
    assert "techniques" not in told
    assert Recipe.from_json(json.loads(recipe.to_text())) == recipe


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "pram", "value": "0.5", "column": "job", "seed": None},
        {"name": "blur", "value": "0.5", "column": "job", "seed": "1"},
        {"name": "pram", "value": "5", "column": "job", "seed": "1"},
        {"name": "pram"},
        "pram",
    ],
)
def test_a_damaged_recipe_is_refused(people, tmp_path, wrong):
    with open_people(people, techniques=["job:pram=0.5"]) as table:
        told = table.anonymize(k=2, max_suppression=0.5).to_recipe().to_dict()
    with pytest.raises(MalformedData):
        Recipe.from_json({**told, "techniques": [wrong]})


@pytest.mark.parametrize(
    ("technique", "kind"),
    [
        ("sex:round=5", InvalidParameter),
        ("sex:rank_swap=5", InvalidParameter),
        ("wage:round=5", UnknownAttribute),
        ("sample=0.001", InvalidParameter),
        ("age:rank_swap=0.1", InvalidParameter),
        ("empty:round=5", InvalidParameter),
        ("empty:pram=0.5", InvalidParameter),
        ("day:top=5", InvalidParameter),
    ],
)
def test_what_a_table_cannot_do_is_refused(tmp_path, technique, kind):
    path = tmp_path / "people.csv"
    rows = [f"{age},m,,2020-01-{age}" for age in range(10, 30)]
    path.write_text("age,sex,empty,day\n" + "\n".join(rows) + "\n")
    with pytest.raises(kind) as error:
        ic.open(path, quasi=["age"], techniques=[technique])
    assert error.value.hint


def test_one_row_can_be_rounded_but_not_swapped(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,sex\n47,m\n")
    with ic.open(path, quasi=["age"], techniques=["age:round=10", "age:pram=0"]) as table:
        assert table.source.tally(["age"]).to_pydict()["age"] == ["50"]
    with pytest.raises(InvalidParameter):
        ic.open(path, quasi=["age"], techniques=["age:rank_swap=50"])


def test_the_person_key_stays_as_it_is(people):
    with pytest.raises(InvalidParameter, match="whose row it is"):
        open_people(people, person="key", techniques=["key:pram=0.5"])


def test_nothing_is_written_over_the_data(people, tmp_path):
    with open_people(people) as table, pytest.raises(InvalidParameter):
        prepare(table, ["sample=0.5"], None, str(people), None, {})
    with open_people(people) as table, pytest.raises(InvalidParameter):
        transform(table, parse_steps([]))
    assert not list(tmp_path.glob("*.unverified*"))


def test_a_transformation_can_be_repeated(people, tmp_path):
    with open_people(people, ordered=True) as table:
        steps, target = prepare(
            table, ["job:pram=0.2"], "s", str(tmp_path / "new.csv"), tmp_path / "r.json", {}
        )
        transform(table, steps, target, tmp_path / "r.json")
    assert Recipe.read(tmp_path / "r.json").techniques == (Step("pram", "0.2", "job", "s"),)
    ic.apply(tmp_path / "r.json", people, tmp_path / "again.csv", keep_order=True)
    jobs = [row["job"] for row in read(tmp_path / "new.csv")]
    assert [row["job"] for row in read(tmp_path / "again.csv")] == jobs


def test_temporary_copies_are_removed(people, tmp_path, monkeypatch):
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    with open_people(people, techniques=["sample=0.5"]) as table:
        table.try_techniques("age:round=10", "sample=0.5")
        with pytest.raises(IncrowdError):
            table.try_techniques("sex:round=1")
    assert not list((tmp_path / "tmp").iterdir())
