"""Tables in which somebody is exposed, as strangers bring them: the verdict is never green."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

import pyarrow as pa
import pytest

import incrowd
from incrowd.advice.verdict.check import Verdict
from incrowd.roles.hidden import find_hidden

ROWS = 400
ILLNESSES = ("flu", "asthma", "diabetes", "migraine")
Cells = Sequence[object]


def repeat(values: Sequence[object]) -> list[object]:
    """As many cells as the table has rows."""
    return list(islice(cycle(values), ROWS))


def judge(
    columns: Mapping[str, Cells], preset: str = "internal", **roles: Sequence[str] | str
) -> Verdict:
    """The verdict on men and women in equal parts, and on what else is told of them."""
    people = {"sex": repeat(("m", "m", "m", "m", "m", "f", "f", "f", "f", "f")), **columns}
    frame = pa.table({name: pa.array(cells) for name, cells in people.items()})
    with incrowd.open(frame, quasi=["sex"], **roles) as dataset:
        return dataset.verdict(preset)


def failing(verdict: Verdict) -> set[str]:
    """The checks that do not pass."""
    assert not verdict.holds
    return {check.name for check in verdict.failing}


def test_the_plain_table_passes() -> None:
    verdict = judge({"illness": repeat(ILLNESSES)}, sensitive=["illness"])
    assert verdict.holds, verdict.words


@pytest.mark.parametrize("name", ["vid", "code_7", "e-mail", "X"])
def test_an_identifier_that_repeats_tells_of_people_with_several_rows(name: str) -> None:
    keys = [f"V{number % 97}" for number in range(ROWS)]
    verdict = judge(
        {"illness": repeat(ILLNESSES), name: keys}, sensitive=["illness"], identifier=[name]
    )
    assert failing(verdict) == {"persons"}
    action = verdict.check("persons").action
    assert action is not None
    assert (action.kind, action.attribute) == ("person_key", name)


def test_a_dropped_column_of_few_values_names_nobody() -> None:
    wards = [f"ward {number % 5}" for number in range(ROWS)]
    verdict = judge(
        {"illness": repeat(ILLNESSES), "unit": wards}, sensitive=["illness"], identifier=["unit"]
    )
    assert verdict.holds, verdict.words


def test_rows_without_a_key_may_be_one_persons() -> None:
    keys = [None if number < 40 else f"P{number // 2}" for number in range(ROWS)]
    verdict = judge(
        {"illness": repeat(ILLNESSES), "patient_id": keys},
        sensitive=["illness"],
        person="patient_id",
    )
    check = verdict.check("persons")
    assert (check.status, check.figure) == ("warn", 40)
    assert "40 rows without 'patient_id' count as one person each" in str(check.words)


def test_two_side_columns_that_find_nobody_alone_find_people_together() -> None:
    letters = {
        "first": [number // 10 % 5 for number in range(ROWS)],
        "second": [number // 50 for number in range(ROWS)],
        "illness": repeat(ILLNESSES),
    }
    roles = {"sensitive": ["illness"], "insensitive": ["first", "second"]}
    verdict = judge(letters, "public", **roles)
    assert failing(verdict) == {"side_columns"}
    check = verdict.check("side_columns")
    assert "For somebody who also knows 'first' and 'second', 400 of 400 rows" in str(check.words)
    assert check.figure == ROWS
    assert judge(letters, **roles).check("side_columns").status == "pass"


def test_a_side_column_that_tells_the_secret_exposes_people_in_large_groups() -> None:
    illness = repeat(ILLNESSES)
    clinics = [f"clinic for {each}" for each in illness]
    verdict = judge(
        {"illness": illness, "clinic": clinics}, sensitive=["illness"], insensitive=["clinic"]
    )
    assert failing(verdict) == {"side_columns"}
    check = verdict.check("side_columns")
    assert check.figure == ROWS
    assert "Somebody who also knows 'clinic' learns too much about 'illness'" in str(check.words)


def test_a_pair_of_side_columns_can_tell_the_secret() -> None:
    first = [number // 10 % 2 for number in range(ROWS)]
    second = [number // 20 % 2 for number in range(ROWS)]
    illness = [ILLNESSES[(a + b) % 2] for a, b in zip(first, second, strict=True)]
    verdict = judge(
        {"first": first, "second": second, "illness": illness},
        sensitive=["illness"],
        insensitive=["first", "second"],
    )
    assert failing(verdict) == {"side_columns"}
    assert "'first' and 'second' learns" in str(verdict.check("side_columns").words)


def test_full_names_that_repeat_are_people_with_several_rows() -> None:
    first = ("Ada", "Emil", "Greta", "Ivo", "Knut", "Lotte", "Nele", "Otto")
    last = ("Meier", "Kern", "Vogt", "Brandt", "Kaya", "Novak", "Silva", "Rossi", "Lindt", "Wolf")
    names = repeat([f"{given} {family}" for given in first for family in last])
    verdict = judge({"illness": repeat(ILLNESSES), "name": names}, sensitive=["illness"])
    assert failing(verdict) == {"persons"}
    families = [str(name).split()[1] for name in names]
    alone = judge({"illness": repeat(ILLNESSES), "surname": families}, sensitive=["illness"])
    assert alone.holds, alone.words


@pytest.mark.parametrize("share", [1, 50])
@pytest.mark.parametrize("form", ["{illness}, case {number}", "{illness} (K-{number})"])
def test_case_numbers_within_a_secret_point_to_people(form: str, share: int) -> None:
    texts = [
        form.format(illness=illness, number=100_037 + 37 * place) if place % share == 0 else illness
        for place, illness in enumerate(repeat(ILLNESSES))
    ]
    verdict = judge({"illness": texts}, sensitive=["illness"])
    assert "identifiers" in failing(verdict)
    assert f"has numbers that occur only once in {ROWS // share} rows" in str(
        verdict.check("identifiers").words
    )


@pytest.mark.parametrize(
    "form", ["{0} EUR", "€ {0}", "{0} steps", "seen 2020-01-{1:02}", "20200101 to 202001{1:02}"]
)
def test_amounts_and_dates_within_texts_point_to_nobody(form: str) -> None:
    texts = [form.format(50_000 + 7 * place, place % 28 + 1) for place in range(ROWS)]
    assert find_hidden([(text, 1) for text in texts]) == ()


@pytest.mark.parametrize(
    "values",
    [("flu", "Flu ", " FLU"), ("flu", "n/a", "-", "unknown", "NULL", "?"), ("flu", None, "  ")],
)
def test_spellings_of_one_secret_hide_nobody(values: Cells) -> None:
    verdict = judge({"illness": repeat(values)}, sensitive=["illness"])
    assert failing(verdict) >= {"diversity"}
    assert verdict.check("diversity").figure == 1


@pytest.mark.parametrize("values", [("1,0", "1,00", "1,000"), ("2.0", "2", "2.00")])
def test_spellings_of_one_number_hide_nobody(values: Cells) -> None:
    verdict = judge({"level": repeat(values)}, sensitive=["level"])
    assert failing(verdict) >= {"diversity"}


def test_an_answer_of_no_is_a_secret_of_its_own() -> None:
    verdict = judge({"allergy": repeat(("none", "nuts"))}, sensitive=["allergy"])
    assert verdict.holds, verdict.words


def _dates(count: int) -> list[str]:
    return [f"2020-{place // 28 % 12 + 1:02}-{place % 28 + 1:02}" for place in range(count)]


SORTED = {
    "numbers": sorted(1000 + place * 7919 % 9000 for place in range(ROWS)),
    "numbers with ties": [place // 4 for place in range(ROWS)],
    "yes and no": ["no"] * 300 + ["yes"] * 100,
    "dates": [day for day in _dates(100) for _ in range(4)],
    "falling": [str(9999 - place // 2) for place in range(ROWS)],
    "gaps": [None if place % 3 else place // 3 for place in range(ROWS)],
    "nearly": [place if place % 20 else place // 2 for place in range(ROWS)],
}


@pytest.mark.parametrize("form", SORTED)
def test_a_secret_by_which_the_table_is_sorted_gives_back_the_order(form: str) -> None:
    sexes = ["mf"[place * 7919 % 1000 % 2] for place in range(ROWS)]
    verdict = judge({"sex": sexes, "secret": SORTED[form]}, sensitive=["secret"])
    assert "row_order" in failing(verdict)
    assert "The original is sorted by 'secret'" in str(verdict.check("row_order").words) or (
        "'secret' numbers the rows" in str(verdict.check("row_order").words)
    )


@pytest.mark.parametrize("secret", [repeat(ILLNESSES), [None] * (ROWS - 2) + ["asthma", "flu"]])
def test_a_secret_in_any_order_gives_nothing_back(secret: Cells) -> None:
    verdict = judge({"secret": secret}, sensitive=["secret"])
    assert verdict.check("row_order").status == "pass"


def test_a_file_is_compared_with_an_original_that_is_sorted_by_a_secret() -> None:
    days = [day for day in _dates(100) for _ in range(4)]
    sexes = ["mf"[place * 7919 % 1000 % 2] for place in range(ROWS)]
    original = pa.table({"sex": sexes, "illness": repeat(ILLNESSES), "day": days})
    order = [place * 149 % ROWS for place in range(ROWS)]
    with incrowd.open(original.take(order), quasi=["sex"], sensitive=["illness", "day"]) as dataset:
        alone = dataset.verdict("internal", as_is=True)
        beside = dataset.verdict("internal", as_is=True, original=original)
    assert alone.check("row_order").status == "pass"
    assert "The original is sorted by 'day'" in str(beside.check("row_order").words)


def test_a_secret_that_nearly_all_of_a_group_share_is_told() -> None:
    sexes = ["m"] * 100 + ["f"] * 300
    illness = ["hiv"] * 97 + ["flu", "asthma", "hiv"] + list(repeat(ILLNESSES)[:300])
    order = [place * 149 % ROWS for place in range(ROWS)]
    columns = {"sex": [sexes[place] for place in order], "illness": [illness[p] for p in order]}
    verdict = judge(columns, "public", sensitive=["illness"])
    assert failing(verdict) == {"closeness"}
    words = str(verdict.check("closeness").words)
    assert "100 rows are in groups that leave less than 20 % of the doubt" in words
    assert "In one group 98 % have 'hiv', against 24.5 % of all." in words


def test_a_secret_that_most_people_share_anyway_is_none() -> None:
    answers = ["yes" if place % 39 == 0 else "no" for place in range(ROWS)]
    verdict = judge({"allergy": answers}, "public", sensitive=["allergy"])
    assert verdict.check("closeness").status == "pass"


@pytest.mark.parametrize("form", ["{0}", "{0},5", "19{1:02}-03-0{2}"])
def test_secrets_that_lie_close_together_are_told(form: str) -> None:
    """Numbers, with a decimal comma, and dates: of all men they differ by next to nothing."""
    cells = []
    for place in range(ROWS):
        man = place % 10 < 5
        step = place * 7919 % 1000
        near, year, day = (500 + place % 2, 50, place % 2 + 1) if man else (step, step % 90, 5)
        cells.append(form.format(near, year, day))
    verdict = judge({"secret": cells}, "public", sensitive=["secret"])
    assert "closeness" in failing(verdict)
    assert "200 rows are in groups that leave less than 20 % of the doubt" in str(
        verdict.check("closeness").words
    )


def test_the_automatic_method_leaves_no_secret_nearly_certain() -> None:
    places = [place * 7919 % 1000 for place in range(ROWS)]
    columns = {
        "age": [20 + place % 40 for place in places],
        "illness": [
            "hiv" if place % 40 < 10 and place % 97 else ILLNESSES[place // 7 % 4]
            for place in places
        ],
    }
    frame = pa.table(columns)
    with incrowd.open(frame, quasi=["age"], sensitive=["illness"]) as dataset:
        for method in ("optimal", "priority"):
            fit = dataset.fit("internal", method=method, max_suppression=0.5)
            assert fit.verdict.holds, fit.verdict.words
