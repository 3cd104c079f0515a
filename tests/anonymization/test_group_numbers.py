"""Numbers of groups, judged on the written file by code that knows nothing of how it was made."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from statistics import median

import pytest
from hypothesis_profiles import scaled

import incrowd
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName
from incrowd.linking.attack.own_release import match_recoding
from incrowd.release.recipe import Recipe

TABLES = scaled(40)
QUASI = ("age", "income", "sex", "town")


def draw_rows(chance: random.Random, persons: bool, comma: bool) -> list[dict[str, str]]:
    count, values = chance.choice([8, 30, 90]), chance.choice([2, 6, 25])
    people = chance.randint(2, count) if persons else count
    missing = chance.choice([0.0, 0.1, 0.6])

    def income() -> str:
        if chance.random() < missing:
            return chance.choice(["", "NA"])
        text = f"{chance.randint(-9000, 9000) / 100:.{chance.choice([1, 2])}f}"
        return text.replace(".", ",") if comma else text

    return [
        {
            "person": f"P{chance.randrange(people)}" if persons else f"P{number}",
            "age": str(20 + chance.randrange(values)),
            "income": income(),
            "sex": chance.choice("fm"),
            "town": f"T{chance.randrange(values)}",
            "illness": chance.choice(["flu", "asthma", "cancer"]),
            "tag": str(number),
        }
        for number in range(count)
    ]


def write_csv(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    return path


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=";"))


def number(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace(",", "."))
    except ValueError:
        return None


def expect(function: str, known: list[Fraction]) -> Fraction:
    if function == "mean":
        return sum(known, Fraction(0)) / len(known)
    if function == "median":
        return Fraction(median(known))
    most = max(Counter(known).values())
    return min(value for value, times in Counter(known).items() if times == most)


def check_numbers(
    published: list[dict[str, str]], rows: list[dict[str, str]], functions: dict[str, str]
) -> None:
    """All rows that look alike show what the function says of their original values."""
    alike = defaultdict(list)
    for row in published:
        alike[tuple(row[name] for name in QUASI)].append(rows[int(row["tag"])])
    for shown, members in alike.items():
        for name, function in functions.items():
            text = shown[QUASI.index(name)]
            known = [value for each in members if (value := number(each[name])) is not None]
            if not known:
                assert text == ""
                continue
            decimals = 4 + max(len(re.sub(r"^[^.,]*.?", "", row[name])) for row in rows)
            assert abs(number(text) - expect(function, known)) <= Fraction(1, 2 * 10**decimals)


def count_alike(published: list[dict[str, str]], rows: list[dict[str, str]]) -> list[int]:
    owners = defaultdict(list)
    for row in published:
        owner = rows[int(row["tag"])]["person"]
        owners[owner].append(tuple(row[name] for name in QUASI))
    return sorted(Counter(tuple(sorted(own)) for own in owners.values()).values())


@pytest.mark.parametrize("seed", range(TABLES))
def test_the_file_shows_what_the_groups_hold(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    persons, comma = chance.random() < 0.3, chance.random() < 0.4
    rows = draw_rows(chance, persons, comma)
    source = write_csv(tmp_path / "people.csv", rows)
    key = {"person": "person"} if persons else {"identifier": ["person"]}
    roles = {"quasi": QUASI, "insensitive": ["tag"]}
    roles |= (
        {"sensitive": ["illness"]} if chance.random() < 0.5 else {"insensitive": ["tag", "illness"]}
    )
    method = chance.choice(["optimal", "priority", "priority-greedy", "microaggregation"])
    functions = {"age": chance.choice(["mean", "median", "mode"])}
    if chance.random() < 0.7:
        functions["income"] = chance.choice(["mean", "median", "mode"])
    k, target = chance.choice([2, 3, 5]), tmp_path / "release.csv"
    with incrowd.open(source, **roles, **key) as table:
        try:
            outcome = table.anonymize(
                k, method=method, aggregate=functions, max_suppression=1.0, seconds=1
            )
            released = outcome.write(target)
        except (InvalidParameter, NothingToMeasure):
            return
    published = read_csv(target)
    if method == "microaggregation":
        functions = {"income": "mean", **functions}
        if comma and not any("," in row["income"] for row in rows):
            functions.pop("income")
    numeric = {each.attribute: each for each in outcome.result.aggregation}
    functions = {name: function for name, function in functions.items() if name in numeric}
    check_numbers(published, rows, functions)
    sizes = count_alike(published, rows)
    assert min(sizes) >= k
    assert released.k == min(sizes)
    for name, told in numeric.items():
        check_losses(told, name, published, rows)


def check_losses(told, name: str, published, rows) -> None:
    pairs = [(number(row[name]), number(rows[int(row["tag"])][name])) for row in published]
    known = [(shown, own) for shown, own in pairs if own is not None]
    assert told.filled == sum(own is None and shown is not None for shown, own in pairs)
    if not known:
        assert (told.sse, told.lost) == (0, 0)
        return
    center = sum(own for _, own in known) / len(known)
    sse = float(sum((shown - own) ** 2 for shown, own in known))
    sst = float(sum((own - center) ** 2 for _, own in known))
    assert told.sse == pytest.approx(sse, rel=1e-6, abs=1e-6)
    assert told.sst == pytest.approx(sst, rel=1e-6, abs=1e-6)
    if told.function == "mean":
        assert told.lost <= 1 + 1e-6
        # what is known keeps its total, but for what rounding takes
        assert abs(float(sum(shown - own for shown, own in known))) <= 1e-4 * len(known)


ROWS = [
    {"id": f"p{number}", "age": str(age), "sex": sex, "town": "A", "seen": seen}
    for number, (age, sex, seen) in enumerate(
        [
            (21, "f", "2024-01-01"),
            (22, "f", "2024-01-04"),
            (27, "f", "2024-01-04"),
            (30, "m", "2023-05-01"),
            (31, "m", "2023-05-02"),
            (41, "m", "2023-05-09"),
        ]
        * 2
    )
]
ROLES = {"quasi": ["age", "sex"], "identifier": ["id"], "insensitive": ["town", "seen"]}


def release(tmp_path: Path, rows=ROWS, roles=ROLES, suffix=".csv", **asked) -> tuple:
    source, target = write_csv(tmp_path / "data.csv", rows), tmp_path / f"release{suffix}"
    with incrowd.open(source, **roles) as table:
        outcome = table.anonymize(asked.pop("k", 3), **asked)
        return outcome, outcome.write(target), target


def test_numbers_stay_numbers_in_files_with_types(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    *_, target = release(tmp_path, suffix=".parquet", aggregate={"age": "mean"})
    assert str(pq.read_schema(target).field("age").type) == "double"
    *_, target = release(tmp_path, suffix=".parquet", aggregate={"age": "mode"})
    assert str(pq.read_schema(target).field("age").type) == "int64"


def test_dates_have_a_mean_and_stay_dates(tmp_path: Path) -> None:
    roles = {**ROLES, "quasi": ["seen", "sex"], "insensitive": ["age", "town"]}
    outcome, _, target = release(
        tmp_path, roles=roles, lowest={"seen": 1}, aggregate={"seen": "mean"}
    )
    assert {row["seen"] for row in read_csv(target)} <= {"2024-01-03", "2023-05-04"}
    assert outcome.result.state["seen"] > 0


@pytest.mark.parametrize("text", ["-4,5", "-4.5"])
def test_negative_numbers_are_no_formulas(text: str, tmp_path: Path) -> None:
    rows = [{**row, "age": text} for row in ROWS]
    *_, target = release(tmp_path, rows=rows, lowest={"age": 1}, aggregate={"age": "mean"})
    assert {row["age"] for row in read_csv(target)} == {text}


@pytest.mark.parametrize(
    ("ages", "shown"),
    [
        (["1e300", "3e300", "1e300"], {repr(float(Fraction(5 * 10**300, 3)))}),
        (["1.7e308", "1.7e308", "1.7e308"], {"1.7e+308"}),
        (["7", "7", "7"], {"7"}),
        (["", "", ""], {""}),
        (["1", "NA", "inf"], {"1"}),
        (
            ["123456789012345678", "123456789012345679", "123456789012345677"],
            {"123456789012345678"},
        ),
    ],
)
@pytest.mark.parametrize("method", ["optimal", "microaggregation"])
def test_strange_columns_show_what_is_true(ages, shown, method, tmp_path: Path) -> None:
    rows = [{**ROWS[0], "age": age} for age in ages]
    rows += [{**ROWS[0], "age": "1"} for _ in rows] if ages == ["", "", ""] else []
    levels = {} if method == "microaggregation" else {"lowest": {"age": 1}, "max_suppression": 1.0}
    outcome, _, target = release(
        tmp_path, rows=rows, method=method, aggregate={"age": "mean"}, **levels
    )
    result = {row["age"] for row in read_csv(target)}
    assert result == shown or (ages == ["", "", ""] and result in ({"", "1"}, {"1"}))
    (told,) = outcome.result.aggregation
    assert 0 <= told.lost <= 1
    assert told.sse is None or told.sse >= 0


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"age": "average"}, UnknownName),
        ({"sex": "mean"}, InvalidParameter),
        ({"town": "mean"}, InvalidParameter),
        ({"id": "mode"}, InvalidParameter),
        ({"height": "mean"}, UnknownAttribute),
        ((("age", "mean"), ("age", "mode")), InvalidParameter),
    ],
)
def test_what_cannot_be_is_refused_with_a_hint(asked, error, tmp_path: Path) -> None:
    with pytest.raises(error) as caught:
        release(tmp_path, aggregate=asked)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("roles", "options", "words"),
    [
        ({**ROLES, "quasi": ["sex", "town"], "insensitive": ["age", "seen"]}, {}, "holds numbers"),
        (ROLES, {"k": 100}, "100"),
        ({"person": "id", **ROLES, "identifier": []}, {}, "several rows"),
    ],
)
def test_the_method_refuses_what_it_cannot_group(roles, options, words, tmp_path: Path) -> None:
    rows = [{**row, "id": row["id"][:2]} for row in ROWS] if "person" in roles else ROWS
    with pytest.raises(InvalidParameter, match=words) as caught:
        release(tmp_path, rows=rows, roles=roles, method="microaggregation", **options)
    assert caught.value.hint


def test_a_promise_about_the_sensitive_values_is_held_by_merging(tmp_path: Path) -> None:
    chance = random.Random(5)
    rows = [
        {
            "id": str(place),
            "age": str(place // 2),
            "ill": "flu" if place < 90 else chance.choice("ab"),
        }
        for place in range(120)
    ]
    rows[10]["ill"] = rows[50]["ill"] = "a"
    roles = {"quasi": ["age"], "identifier": ["id"], "sensitive": ["ill"]}
    _, released, target = release(tmp_path, rows=rows, roles=roles, l=2, method="microaggregation")
    groups = defaultdict(set)
    for row in read_csv(target):
        groups[row["age"]].add(row["ill"])
    assert released.rows == 120
    assert len(groups) > 1
    assert min(map(len, groups.values())) >= 2


def test_a_recipe_repeats_the_numbers(tmp_path: Path) -> None:
    outcome, released, target = release(tmp_path, aggregate={"age": "median"})
    recipe = tmp_path / "recipe.json"
    outcome.recipe(recipe, released)
    assert Recipe.read(recipe).aggregate == {"age": "median"}
    again = tmp_path / "again.csv"
    incrowd.apply(recipe, tmp_path / "data.csv", again)
    assert again.read_bytes() == target.read_bytes()


@pytest.mark.parametrize("method", ["optimal", "priority", "microaggregation"])
def test_an_attacker_with_the_original_finds_nobody_among_fewer_than_k(
    method: str, tmp_path: Path
) -> None:
    chance = random.Random(3)
    rows = [{**ROWS[place % 6], "age": str(chance.randint(20, 90))} for place in range(60)]
    source = write_csv(tmp_path / "data.csv", rows)
    with incrowd.open(source, **ROLES) as table:
        outcome = table.anonymize(3, method=method, aggregate={"age": "mean"}, max_suppression=0.5)
        outcome.write(tmp_path / "release.csv", keep_order=True)
    matches = match_recoding(outcome.recoding)
    found = matches.candidates[matches.candidates > 0]
    assert found.min() >= 3
    alike = Counter((row["age"], row["sex"]) for row in read_csv(tmp_path / "release.csv"))
    assert set(found.tolist()) <= set(alike.values())
