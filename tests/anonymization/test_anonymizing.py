"""Automatic anonymisation from a file to a verified file, by every method, and what is refused."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_samples import sample_rows

import incrowd as ic
from incrowd.anonymization.anonymize import (
    _drop_unprotected,
    _tell_apart_left_out,
    anonymize,
)
from incrowd.anonymization.outcome import Outcome
from incrowd.anonymization.request import AnonymizationRequest, parse_ranks, parse_request
from incrowd.crowd.crowd import Protection
from incrowd.errors import (
    BrokenPromise,
    Cancelled,
    HierarchyError,
    IncrowdError,
    InvalidParameter,
    MalformedData,
    SourceNotFound,
    UnknownAttribute,
    UnknownName,
)
from incrowd.release.recipe import Recipe
from incrowd.service.attacks import attack
from incrowd.service.exports.export import repeat

pytestmark = pytest.mark.slow

QUASI = ["age", "sex", "marital_status", "education"]
LOCAL = ["priority", "priority-greedy"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return sample_rows(tmp_path / "people.csv", 400)


@pytest.fixture
def table(data: Path):
    with ic.open(data, quasi=QUASI, sensitive=[]) as opened:
        yield opened


def rows_in(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def classes_in(path: Path) -> Counter[tuple[str, ...]]:
    return Counter(tuple(row[name] for name in QUASI) for row in rows_in(path))


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
@pytest.mark.parametrize("k", [2, 5])
def test_every_row_has_k_twins_in_the_file(table, data, tmp_path, method, k) -> None:
    outcome = anonymize(table, parse_request("age,sex=education", {"k": k, "method": method}))
    target = tmp_path / "out.csv"
    released = outcome.write(target)
    sizes = classes_in(target)
    assert min(sizes.values()) >= k
    result = outcome.result
    assert released.verified
    assert (released.rows, released.k) == (result.rows, result.k)
    assert (sum(sizes.values()), len(sizes)) == (result.rows, result.classes)
    assert result.rows + result.suppressed_rows == 400
    assert result.after.gauges.average_risk == pytest.approx(100 * len(sizes) / result.rows)
    assert result.after.gauges.highest_risk == pytest.approx(100 / min(sizes.values()))
    assert result.exposed_people == 0
    names = rows_in(target)[0]
    assert not {"person_id"} & set(names)
    with ic.open(target, quasi=QUASI) as again:
        assert again.check(k).holds


@pytest.mark.parametrize("method", LOCAL)
def test_what_the_figures_say_is_in_the_file(table, data, tmp_path, method) -> None:
    """People who match too few rows are counted on the file itself."""
    outcome = anonymize(table, AnonymizationRequest(k=3, method=method))
    target = tmp_path / "out.csv"
    outcome.write(target)
    found = attack(target, data, {name: name for name in QUASI}, k=3)
    assert found.match.exposed_people == outcome.result.exposed_people == 0
    assert found.match.highest_risk <= 100 / 3


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
def test_rows_are_shuffled_unless_their_order_is_asked_for(table, data, tmp_path, method) -> None:
    outcome = anonymize(table, AnonymizationRequest(k=2, method=method, max_suppression=0.5))
    kept = outcome.write(tmp_path / "kept.csv", keep_order=True)
    first, second = (outcome.write(tmp_path / name) for name in ("a.csv", "b.csv"))
    incomes = {name: [row["income"] for row in rows_in(tmp_path / name)] for name in FILES}
    if not outcome.result.suppressed_rows:
        assert incomes["kept.csv"] == [row["income"] for row in rows_in(data)]
    assert len({tuple(order) for order in incomes.values()}) == 3  # another order every time
    assert len({tuple(sorted(order)) for order in incomes.values()}) == 1
    assert "original order" in kept.warnings[0]
    assert (first.warnings, second.warnings) == ((), ())
    assert kept.seed is None
    assert first.seed != second.seed


FILES = ("kept.csv", "a.csv", "b.csv")


def test_the_seed_is_in_the_recipe_alone(table, data, tmp_path) -> None:
    """Whoever has it and the data repeats the order; nothing that is shown or handed out has it."""
    outcome = anonymize(table, AnonymizationRequest(k=3, max_suppression=0.5))
    released = outcome.write(tmp_path / "a.parquet")
    outcome.recipe(tmp_path / "recipe.json", released)
    recipe = Recipe.read(tmp_path / "recipe.json")
    assert recipe.seed == released.seed
    assert recipe.seed is not None
    done = repeat(recipe, data, tmp_path / "b.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    for shown in (str(released.to_dict()), str(done.to_dict()), repr(released), repr(done)):
        assert recipe.seed not in shown
    assert recipe.seed.encode() not in (tmp_path / "a.parquet").read_bytes()


def test_a_seed_does_not_give_the_order_away_by_itself(table, data, tmp_path) -> None:
    """The same seed shuffles other data, and another state of the same data, in another way."""
    loose, strict = (
        anonymize(table, AnonymizationRequest(k=k, max_suppression=0.5)) for k in (2, 3)
    )
    released = loose.write(tmp_path / "a.csv")
    lines = data.read_text().splitlines()
    lines[1] = lines[1].replace(lines[1].partition(",")[0], "P000000000")
    (tmp_path / "other.csv").write_text("\n".join(lines) + "\n")
    repeat(loose.to_recipe(released), tmp_path / "other.csv", tmp_path / "b.csv")
    repeat(replace(strict.to_recipe(), seed=released.seed), data, tmp_path / "c.csv")
    orders = [[row["income"] for row in rows_in(tmp_path / f"{name}.csv")] for name in "abc"]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    common = set(orders[0]) & set(orders[2])
    assert [row for row in orders[0] if row in common] != [
        row for row in orders[2] if row in common
    ]


def test_suppressed_rows_leave_no_trace(table, data, tmp_path) -> None:
    """In a file there is no number of a row, no blank line and no gap, in any order."""
    outcome = anonymize(table, AnonymizationRequest(k=5, max_suppression=0.5, highest={"age": 1}))
    assert outcome.result.suppressed_rows
    for keep_order in (True, False):
        outcome.write(tmp_path / "x.csv", keep_order=keep_order)
        header, *lines = (tmp_path / "x.csv").read_text().splitlines()
        assert header.split(",") == [name for name in rows_in(data)[0] if name != "person_id"]
        assert len(lines) == outcome.result.rows
        assert all(lines)


@pytest.mark.parametrize("form", ["parquet", "xlsx"])
@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_other_formats(table, tmp_path, form, method) -> None:
    released = anonymize(table, AnonymizationRequest(k=2, method=method)).write(
        tmp_path / f"out.{form}"
    )
    assert released.k >= 2
    with ic.open(tmp_path / f"out.{form}", quasi=QUASI) as again:
        assert again.check(2).holds


@pytest.mark.parametrize("form", ["csv", "parquet", "xlsx"])
@pytest.mark.parametrize("method", ["optimal", *LOCAL])
def test_missing_has_one_spelling_in_a_file(table, data, tmp_path, method, form) -> None:
    """It is empty, as in the data, and whoever reads the file again finds the same classes."""
    assert any(not row["marital_status"] for row in rows_in(data))
    outcome = anonymize(table, AnonymizationRequest(k=2, method=method, max_suppression=0.5))
    released = outcome.write(tmp_path / f"out.{form}")
    with ic.open(tmp_path / f"out.{form}", quasi=QUASI, sensitive=[]) as again:
        risk = again.risk()
        texts = [text for domain in again.crowd.domains for text in domain.values]
    assert not any("missing" in text for text in texts if text is not None)
    assert (risk.classes, risk.rows) == (outcome.result.classes, outcome.result.rows)
    assert released.k == outcome.result.k


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
def test_sensitive_values_stay_diverse(data, tmp_path, method) -> None:
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        outcome = anonymize(
            opened, AnonymizationRequest(k=3, l=3, method=method, max_suppression=1.0)
        )
        target = tmp_path / "out.csv"
        released = outcome.write(target)
    assert released.l is not None
    assert released.l >= 3
    found: dict[tuple[str, ...], set[str]] = {}
    for row in rows_in(target):
        found.setdefault(tuple(row[name] for name in QUASI), set()).add(row["religion"])
    assert min(map(len, found.values())) >= 3
    assert outcome.result.l == released.l


@pytest.mark.parametrize("diversity", ["entropy", "recursive"])
@pytest.mark.parametrize("method", ["optimal", *LOCAL])
def test_other_kinds_of_diversity(data, tmp_path, method, diversity) -> None:
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        wish = AnonymizationRequest(
            k=3, l=2, diversity=diversity, method=method, max_suppression=1.0
        )
        anonymize(opened, wish).write(tmp_path / "out.csv")
    with ic.open(tmp_path / "out.csv", quasi=QUASI, sensitive=["religion"]) as again:
        found = again.measure(f"{diversity}_l")
    assert found is not None
    assert found >= 2 - 1e-9


def test_the_same_data_gives_the_same_recoding(data) -> None:
    found: list[Outcome] = []
    for _ in range(2):
        with ic.open(data, quasi=QUASI, sensitive=[]) as opened:
            found.append(anonymize(opened, AnonymizationRequest(k=4, method="priority")))
    first, second = (one.recoding for one in found)
    assert first.tuples.tolist() == second.tuples.tolist()
    assert first.levels.tolist() == second.levels.tolist()
    assert first.counts.tolist() == second.counts.tolist()


def test_a_recipe_without_a_seed_shuffles_anew(table, data, tmp_path) -> None:
    recipe = anonymize(table, AnonymizationRequest(k=3, max_suppression=0.5)).to_recipe()
    assert recipe.seed is None
    for name in ("a", "b"):
        assert repeat(recipe, data, tmp_path / f"{name}.csv").output.warnings == ()
    kept = repeat(recipe, data, tmp_path / "kept.csv", keep_order=True)
    assert kept.output.warnings
    assert len({(tmp_path / f"{name}.csv").read_bytes() for name in ("a", "b", "kept")}) == 3


def test_a_recipe_repeats_what_was_done(table, data, tmp_path) -> None:
    outcome = anonymize(table, AnonymizationRequest(k=3, max_suppression=0.5))
    released = outcome.write(tmp_path / "a.csv")
    path = tmp_path / "recipe.json"
    outcome.recipe(path, released)
    recipe = Recipe.read(path)
    assert recipe == outcome.to_recipe(released)
    done = repeat(recipe, data, tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert done.output.k == released.k
    assert done.suppressed_rows == outcome.result.suppressed_rows


def test_a_recipe_keeps_the_hierarchies_of_sensitive_attributes(data, tmp_path) -> None:
    """A promise along a hierarchy cannot be checked without it, on the original file neither."""
    values = dict.fromkeys(row["religion"] for row in rows_in(data) if row["religion"])
    lines = [f"{value};{'none' if value == 'no religion' else 'some'};*" for value in values]
    (tmp_path / "hierarchies").mkdir()
    (tmp_path / "hierarchies" / "religion.csv").write_text("\n".join(lines) + "\n")
    roles = {"quasi": QUASI, "sensitive": ["religion"]}
    with ic.open(data, hierarchies=tmp_path / "hierarchies", **roles) as opened:
        outcome = anonymize(opened, AnonymizationRequest(k=3, t=0.4, max_suppression=1.0))
        released = outcome.write(tmp_path / "a.csv")
        outcome.recipe(tmp_path / "recipe.json", released)
    models = [protection.model for protection in outcome.protections]
    assert models == ["t_hierarchical", "distinct_l"]
    recipe = Recipe.read(tmp_path / "recipe.json")
    assert set(recipe.hierarchies) == {*QUASI, "religion"}
    done = repeat(recipe, data, tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (done.output.k, done.output.t) == (released.k, released.t)


def test_what_is_said_of_a_repetition_is_about_its_own_promise(data, tmp_path) -> None:
    """The figures after it leave out the rows that the recipe leaves out, not the default ones."""
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        recipe = anonymize(opened, AnonymizationRequest(k=3, l=3, max_suppression=1.0)).to_recipe()
    done = repeat(recipe, data, tmp_path / "b.csv")
    assert done.after.rows == done.output.rows
    assert done.after.suppressed_rows == done.suppressed_rows


def test_a_recipe_on_data_that_does_not_fit(table, data, tmp_path) -> None:
    outcome = anonymize(table, AnonymizationRequest(k=3, max_suppression=0.01))
    recipe = outcome.to_recipe()
    lines = data.read_text().splitlines()
    strange = tmp_path / "strange.csv"
    strange.write_text("\n".join([lines[0], lines[1].replace(",male,", ",m,"), *lines[2:]]) + "\n")
    strange.write_text(strange.read_text().replace(",female,", ",f,"))
    with pytest.raises(HierarchyError, match="lacks the value"):
        repeat(recipe, strange, tmp_path / "x.csv")
    few = tmp_path / "few.csv"
    few.write_text("\n".join(lines[:30]) + "\n")
    with pytest.raises(IncrowdError) as caught:
        repeat(recipe, few, tmp_path / "x.csv")
    assert isinstance(caught.value, (BrokenPromise, InvalidParameter, HierarchyError))
    wide = tmp_path / "wide.csv"
    wide.write_text("\n".join(f"{line},{n}" for n, line in enumerate(lines)) + "\n")
    with pytest.raises(InvalidParameter, match="does not know the column"):
        repeat(recipe, wide, tmp_path / "x.csv")
    narrow = tmp_path / "narrow.csv"
    narrow.write_text("\n".join(line.partition(",")[2] for line in lines) + "\n")
    with pytest.raises(UnknownAttribute):
        repeat(recipe, narrow, tmp_path / "x.csv")
    local = anonymize(table, AnonymizationRequest(k=2, method="priority")).to_recipe()
    with pytest.raises(InvalidParameter, match="cannot be repeated"):
        repeat(local, data, tmp_path / "x.csv")
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", MalformedData),
        ("[]", MalformedData),
        ('{"incrowd_recipe": 99}', MalformedData),
        ('{"incrowd_recipe": 1, "method": "optimal"}', MalformedData),
        ("\x00", MalformedData),
    ],
)
def test_damaged_recipes(tmp_path, text, error) -> None:
    path = tmp_path / "recipe.json"
    path.write_text(text)
    with pytest.raises(error) as caught:
        Recipe.read(path)
    assert caught.value.hint
    with pytest.raises(SourceNotFound):
        Recipe.read(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("wish", "error", "message"),
    [
        ({"k": 401}, InvalidParameter, "401"),
        ({"k": 401, "method": "priority"}, InvalidParameter, "401"),
        ({"k": 0}, InvalidParameter, "k = 0"),
        ({"k": 2, "method": "magic"}, UnknownName, "magic"),
        ({"k": 2, "utility": "fun"}, UnknownName, "fun"),
        ({"k": 2, "l": 2, "diversity": "much"}, UnknownName, "much"),
        ({"k": 2, "max_suppression": 1.5}, InvalidParameter, "1.5"),
        ({"k": 2, "l": 2}, InvalidParameter, "sensitive"),
        ({"k": 2, "weights": {"aeg": 1.0}}, UnknownAttribute, "aeg"),
        ({"k": 2, "lowest": {"age": 2}, "highest": {"age": 1}}, InvalidParameter, "age"),
        ({"k": 2, "highest": {"age": 99}}, InvalidParameter, "99"),
    ],
)
def test_wishes_that_cannot_be_meant(table, wish, error, message) -> None:
    with pytest.raises(error, match=message) as caught:
        anonymize(table, AnonymizationRequest(**wish))
    assert caught.value.hint


def test_priorities_of_unknown_attributes(table) -> None:
    for method in ("optimal", *LOCAL):
        with pytest.raises(UnknownAttribute, match="aeg"):
            anonymize(
                table, AnonymizationRequest(k=2, method=method, priority=parse_ranks("aeg,sex"))
            )


def test_more_diversity_than_there_is(data) -> None:
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        for method in ("optimal", *LOCAL):
            with pytest.raises(InvalidParameter, match="religion"):
                anonymize(opened, AnonymizationRequest(k=2, l=1000, method=method))


def test_classes_are_widened_rather_than_left_out(data) -> None:
    """What breaks a protection joins others; nobody is lost and every class holds."""
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        outcome = anonymize(
            opened, AnonymizationRequest(k=3, l=4, method="priority-greedy", max_suppression=0.0)
        )
    assert (outcome.result.rows, outcome.result.suppressed_rows) == (400, 0)
    assert outcome.result.l is not None
    assert outcome.result.l >= 4
    assert outcome.result.k is not None
    assert outcome.result.k >= 3


def test_no_more_rows_are_left_out_than_may_be(data) -> None:
    """Read as published, rows that break a protection are left out, within the limit."""
    with ic.open(data, quasi=QUASI, sensitive=["religion"]) as opened:
        wish = AnonymizationRequest(
            k=3, l=4, method="priority-greedy", suppression="published", max_suppression=1
        )
        lost = anonymize(opened, wish).result.suppressed_rows
        assert lost > 0
        just_enough = replace(wish, max_suppression=lost / 400)
        assert anonymize(opened, just_enough).result.suppressed_rows == lost
        with pytest.raises(InvalidParameter, match=rf"remove {lost} of 400 rows") as refused:
            anonymize(opened, replace(wish, max_suppression=(lost - 1) / 400))
        assert "'priority'" in refused.value.hint


def test_where_a_file_cannot_be_written(table, data, tmp_path) -> None:
    outcome = anonymize(table, AnonymizationRequest(k=2))
    with pytest.raises(InvalidParameter, match="is the data itself"):
        outcome.write(data)
    with pytest.raises(InvalidParameter, match="no folder"):
        outcome.write(tmp_path / "none" / "out.csv")
    with pytest.raises(UnknownName, match="format"):
        outcome.write(tmp_path / "out.doc")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InvalidParameter, match="folder"):
        outcome.write(tmp_path / "folder.csv")


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
def test_cancel_in_the_middle(table, method) -> None:
    def stop(step: str, done: float | None) -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        anonymize(table, AnonymizationRequest(k=5, method=method), stop)


def write_patients(path: Path, diagnoses: str) -> Path:
    """Twelve patients in groups of two by age, one letter of the diagnoses each, `-` for none."""
    lines = [
        f"{30 + 10 * (number // 2)},{'' if letter == '-' else letter}"
        for number, letter in enumerate(diagnoses)
    ]
    path.write_text("\n".join(["age,diagnosis", *lines]) + "\n")
    return path


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
@pytest.mark.parametrize("diversity", ["distinct", "entropy", "recursive"])
def test_no_class_of_the_file_counts_a_missing_diagnosis(tmp_path, method, diversity) -> None:
    data = write_patients(tmp_path / "patients.csv", "f-h-f-h-fhfh")
    request = AnonymizationRequest(
        k=2, l=2, diversity=diversity, method=method, max_suppression=0.5
    )
    with ic.open(data, quasi=["age"], sensitive=["diagnosis"]) as table:
        released = anonymize(table, request).write(tmp_path / "safe.csv")
    groups: dict[str, set[str]] = {}
    for row in rows_in(tmp_path / "safe.csv"):
        groups.setdefault(row["age"], set()).add(row["diagnosis"])
    assert released.l == min(len(known - {""}) for known in groups.values()) == 2


@pytest.mark.parametrize("method", ["optimal", *LOCAL])
@pytest.mark.parametrize(
    ("diagnoses", "words"),
    [
        ("ffffffffffff", "l = 2 is not possible: 'diagnosis' has the same value in all rows."),
        ("f-f-f-f-f-f-", "l = 2 is not possible: 'diagnosis' has the same value in all rows."),
        ("------------", "l = 2 is not possible: 'diagnosis' has no value at all."),
    ],
)
def test_one_diagnosis_for_all_is_refused_in_words(tmp_path, method, diagnoses, words) -> None:
    data = write_patients(tmp_path / "patients.csv", diagnoses)
    with (
        ic.open(data, quasi=["age"], sensitive=["diagnosis"]) as table,
        pytest.raises(InvalidParameter) as caught,
    ):
        anonymize(table, AnonymizationRequest(k=2, l=2, method=method))
    assert str(caught.value) == words
    assert caught.value.hint == "Give 'diagnosis' another role, or no protection."


def test_what_rows_are_left_out_for_is_told_apart(tmp_path) -> None:
    data = write_patients(tmp_path / "patients.csv", "fffhfhfhfhfhf")  # a group of one at the end
    request = AnonymizationRequest(k=2, highest={"age": 0}, max_suppression=0.5)
    with ic.open(data, quasi=["age"], sensitive=["diagnosis"]) as table:
        result = anonymize(table, request).result
    told = {"attribute": "diagnosis", "model": "distinct_l", "threshold": 2, "rows": 2}
    assert result.to_dict()["suppressed_by"] == {"k": 1, "protections": [told]}
    assert result.after.suppressed_by == result.suppressed_by
    assert result.suppressed_rows == 3
    assert any(
        "in groups that break l = 2 for 'diagnosis'" in words for words in result.after.explanation
    )


def test_classes_that_a_recoding_drops_are_told_apart(tmp_path) -> None:
    data = write_patients(tmp_path / "patients.csv", "fffhfhfhfhfhf")
    with ic.open(data, quasi=["age"], sensitive=["diagnosis"]) as table:
        outcome = anonymize(table, AnonymizationRequest(k=2, method="priority-greedy"))
        crowd = outcome.recoding.crowd
        kept = crowd.counts[outcome.recoding.tuples] > 1
        recoding = replace(
            outcome.recoding, levels=np.zeros_like(outcome.recoding.levels), kept=kept
        )
        protections = (Protection("diagnosis", "distinct_l", 2),)
        kept_too = _drop_unprotected(recoding, protections)
        by = _tell_apart_left_out(kept_too, 2, protections)
    assert (by.k, [broken.rows for broken in by.protections]) == (1, [2])
