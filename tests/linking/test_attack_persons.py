"""An attack counts distinct people where a table has several rows of one person."""

from __future__ import annotations

import random
from collections import Counter

import pyarrow as pa
import pytest

import incrowd
from incrowd.engines import connect
from incrowd.linking.attack.people import FoundPeople
from incrowd.linking.attack.tables import compare
from incrowd.linking.joins.sources import LinkedSources, LinkRequest

Row = tuple[str | None, str, str]


def table_of(rows: list[Row], names: list[str]) -> pa.Table:
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return pa.table(columns, names=names)


def random_list(seed: int, rows: int = 30) -> list[Row]:
    draw = random.Random(seed)
    keys: list[str | None] = [*(f"P{number}" for number in range(8)), None]
    people = [(draw.choice(keys), draw.choice("123"), draw.choice("mf")) for _ in range(rows)]
    return [*people, ("P0", "1", "m"), ("P0", "2", "m")]


def whose(rows: list[Row]) -> list[object]:
    return [row[0] or ("row", number) for number, row in enumerate(rows)]


def fits(published: Row, row: Row) -> bool:
    return all(text in ("*", value) for text, value in zip(published[1:], row[1:], strict=True))


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_distinct_people_are_counted(seed: int, keyed: bool) -> None:
    people, draw = random_list(seed), random.Random(seed)
    release = [
        (row[0] if keyed else None, row[1], draw.choice([row[2], "*"]))
        for row in random_list(seed + 100)
    ]
    owners, released = whose(people), whose(release)
    behind = [
        {owners[place] for place, row in enumerate(people) if fits(line, row)} for line in release
    ]
    fewest = {
        person: min((len(each) for each in behind if person in each), default=0)
        for person in set(owners)
    }
    candidates = {
        person: {other for other, each in zip(released, behind, strict=True) if person in each}
        for person in set(owners)
    }
    names = ["patient_id", "age", "sex"]
    published = (
        table_of(release, names) if keyed else table_of(release, names).drop_columns(names[0])
    )
    result = incrowd.attack(
        published, table_of(people, names), on={"age": "age", "sex": "sex"}, k=3
    )
    assert result.people == len(fewest)
    assert result.rows == len(release)
    assert result.matched == sum(size > 0 for size in fewest.values())
    assert result.certain == sum(size == 1 for size in fewest.values())
    assert {each.candidates: each.people for each in result.probable} == Counter(
        size for size in fewest.values() if size
    )
    assert result.match.certain == sum(len(each) == 1 for each in candidates.values())
    assert result.match.exposed_people == sum(0 < len(each) < 3 for each in candidates.values())
    assert result.journalist_risk == pytest.approx(
        max((100 / len(each) for each in behind if each), default=0)
    )


def test_every_line_of_a_list_tells_of_its_person() -> None:
    people = [("P1", "1", "m"), ("P1", "2", "m"), ("P2", "2", "m"), ("P3", "3", "f")]
    release = table_of([(None, "2", "m")], ["x", "age", "sex"]).drop_columns("x")
    sources = [connect(release), connect(table_of(people, ["patient_id", "age", "sex"]))]
    linked = LinkedSources(sources, LinkRequest(), lambda *_: None)
    found = FoundPeople(compare(linked, {"age": "age", "sex": "sex"}, whole=True))
    page = found.page(0, 10)
    assert {(person.cells[0], person.candidates) for person in page.people} == {
        ("P1", 2),
        ("P2", 2),
        ("P3", 0),
    }
