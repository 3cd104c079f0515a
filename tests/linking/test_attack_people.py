"""Everybody on a list with the rows that may be theirs, page by page and as a file."""

from __future__ import annotations

import csv
import io

import pytest
from attacked_tables import LIST, PEOPLE, RELEASE, compared, fits
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row

from incrowd.errors import InvalidParameter, NotFound
from incrowd.linking.attack.people import MOST_ROWS, FoundPeople, FoundPerson, check_page


def pages(people: FoundPeople, size: int, kind: str | None = None) -> list[FoundPerson]:
    """All people, fetched page by page."""
    total = people.page(0, 0, kind).total
    parts = [people.page(offset, size, kind).people for offset in range(0, total, size)]
    return [person for part in parts for person in part]


def test_the_easiest_to_find_come_first_and_who_is_not_found_last() -> None:
    """Dan alone fits 14850 m; the three of 130** share a row; Eva fits none."""
    page = FoundPeople(compared()).page(0, 10)
    assert (page.columns, page.total, page.offset) == (tuple(LIST), 5, 0)
    told = [(person.cells[0], person.candidates, person.rows) for person in page.people]
    assert told[0] == ("Dan", 1, 1)
    assert sorted(told[1:4]) == [("Ann", 2, 3), ("Bea", 2, 3), ("Carl", 3, 1)]
    assert told[4] == ("Eva", 0, 0)
    assert [person.probability for person in page.people] == [
        *(1, 1 / 2, 1 / 2, 1 / 3),
        0,
    ]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("certain", {"Dan"}),
        ("probable", {"Ann", "Bea", "Carl"}),
        ("unmatched", {"Eva"}),
        (None, {row[0] for row in PEOPLE}),
    ],
)
def test_people_of_one_kind(kind: str | None, names: set[str]) -> None:
    page = FoundPeople(compared()).page(0, 10, kind)
    assert {person.cells[0] for person in page.people} == names
    assert page.total == len(names)


CELL = st.sampled_from(["13012", "13099", "14850"])
TEXT = st.sampled_from(["13012", "130**", "14850", "*"])
SEX, PUBLISHED_SEX = st.sampled_from("fm"), st.sampled_from(["f", "m", "*"])


@pytest.mark.slow
@settings(max_examples=scaled(30))
@given(
    release=st.lists(st.tuples(TEXT, PUBLISHED_SEX), min_size=1, max_size=8),
    people=st.lists(st.tuples(st.sampled_from("AB"), CELL, SEX), min_size=1, max_size=8),
    size=st.integers(1, 4),
)
def test_pages_are_a_walk_through_all_pairs(
    release: list[Row], people: list[Row], size: int
) -> None:
    behind = [sum(fits(row, person) for person in people) for row in release]
    wanted = []
    for person in people:
        rows = [count for row, count in zip(release, behind, strict=True) if fits(row, person)]
        wanted.append((person, min(rows, default=0), len(rows)))
    found = FoundPeople(compared(release, people))
    told = pages(found, size)
    assert sorted((each.cells, each.candidates, each.rows) for each in told) == sorted(wanted)
    ranks = [each.candidates or 99 for each in told]
    assert ranks == sorted(ranks)
    for each in told:
        rows = found.rows(each.person, 0, 100)
        mine = [place for place, row in enumerate(release) if fits(row, each.cells)]
        assert rows.total == len(mine) == each.rows
        assert [row.people for row in rows.rows] == sorted(behind[place] for place in mine)
        assert sorted(row.cells for row in rows.rows) == sorted(release[place] for place in mine)


def test_rows_that_may_be_somebodys_are_paged() -> None:
    found = FoundPeople(compared())
    ann = next(person for person in found.page(0, 10).people if person.cells[0] == "Ann")
    page = found.rows(ann.person, 1, 1)
    assert (page.columns, page.total, page.offset, len(page.rows)) == (("zip", "sex"), 3, 1, 1)
    assert page.rows[0].cells == ("130**", "f")
    assert page.rows[0].probability == 1 / 2
    assert found.rows(ann.person, 3, 5).rows == ()


@pytest.mark.parametrize("person", [-1, 5, 10**9])
def test_nobody_of_that_number(person: int) -> None:
    with pytest.raises(NotFound, match="nobody of that number") as refusal:
        FoundPeople(compared()).rows(person, 0, 5)
    assert refusal.value.hint == "Ask for a page of it."


@pytest.mark.parametrize(("offset", "limit"), [(-1, 5), (0, -1), (0, MOST_ROWS + 1)])
def test_what_is_no_page_is_refused(offset: int, limit: int) -> None:
    found = FoundPeople(compared())
    for ask in (check_page, found.page, lambda at, most: found.rows(0, at, most)):
        with pytest.raises(InvalidParameter, match="cannot be shown") as refusal:
            ask(offset, limit)
        assert refusal.value.hint == "Ask for at most 500 rows, from 0 on."
    check_page(0, MOST_ROWS)
    check_page(10**12, 0)


def test_the_file_names_everybody_in_order_with_their_figures() -> None:
    rows = list(csv.reader(io.StringIO("".join(FoundPeople(compared()).csv()))))
    assert rows[0] == [*LIST, "candidates", "probability", "published_rows"]
    assert rows[1] == ["Dan", "14850", "m", "1", "1", "1"]
    assert rows[-1] == ["Eva", "99999", "f", "0", "0", "0"]
    assert len(rows) == 1 + len(PEOPLE)
    assert next(row for row in rows if row[0] == "Carl")[3:] == ["3", "0.333333", "1"]


def test_the_file_runs_no_formula_and_leaves_missing_cells_empty() -> None:
    people: list[Row] = [("=1+1", "13012", "f"), (None, "13012", "f"), ("+44 20", "13012", "f")]
    text = "".join(FoundPeople(compared(RELEASE, people)).csv())
    rows = list(csv.reader(io.StringIO(text)))
    assert sorted(row[0] for row in rows[1:]) == ["", "'+44 20", "'=1+1"]


def test_people_of_whom_the_same_is_known_are_listed_each() -> None:
    people: list[Row] = [("Ann", "13012", "f")] * 3
    found = FoundPeople(compared(RELEASE, people))
    page = found.page(1, 5)
    assert page.total == 3
    assert [person.candidates for person in page.people] == [3, 3]
    assert "".join(found.csv()).count("Ann") == 3
