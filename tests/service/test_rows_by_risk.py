"""Rows sorted and filtered by their risk, against counting everybody by hand."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from incrowd.errors import EngineError, InvalidParameter
from incrowd.journal import AssignRole, Suppress
from incrowd.measures.risk.distribution import BANDS
from incrowd.service.datasets.risk_range import read_risk_range
from incrowd.service.datasets.rows import Filter, RowView, browse
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.workspace.open_dataset import OpenDataset
from service.people_data import OWNER
from service.stored_copies import add_copy

Line = tuple[str, str, str, str]


def draw_lines(seed: int) -> list[Line]:
    """People with one to three rows each, some of them without a key."""
    draw, lines = random.Random(seed), []
    for person in range(150):
        key = "" if draw.random() < 0.1 else f"P{person:03}"
        for _ in range(draw.choice([1, 1, 2, 3])):
            weights = [3**place for place in range(6)]
            age = str(30 + draw.choices(range(6), weights)[0])
            lines.append((key, age, draw.choice("fm"), draw.choice(["north", "south"])))
    return lines


def sizes_of_rows(lines: list[Line], *, people: bool) -> list[int]:
    """How many rows, or people, look like each row: by looking at every other."""
    owners = [(key if people and key else f"row {place}") for place, (key, *_) in enumerate(lines)]
    looks: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for owner, (_, *cells) in zip(owners, lines, strict=True):
        looks[owner][tuple(cells)] += 1
    return [sum(other == looks[owner] for other in looks.values()) for owner in owners]


@pytest.fixture(params=[(1, False), (2, False), (3, True), (4, True)])
def drawn(request, sessions, tmp_path: Path):
    """A random table that is open, and the size of the class of each of its rows."""
    seed, people = request.param
    lines = draw_lines(seed)
    path = tmp_path / "lines.csv"
    path.write_text("\n".join(["key,age,sex,town", *map(",".join, lines)]) + "\n")
    with sessions.open(OWNER, add_copy(sessions, path).id) as opened:
        decide(opened, AssignRole("key", "person" if people else "insensitive"))
        for name in ("age", "sex", "town"):
            decide(opened, AssignRole(name, "quasi"))
        yield opened, sizes_of_rows(lines, people=people)


def turn_pages(opened: OpenDataset, **asked: object) -> list[RowView]:
    """All rows, page by page."""
    first = browse(opened, 0, 70, **asked)
    pages = [browse(opened, place, 70, **asked) for place in range(70, first.total, 70)]
    rows = [row for page in (first, *pages) for row in page.rows]
    assert len(rows) == first.total
    return rows


def test_the_riskiest_come_first_and_ties_in_row_order(drawn) -> None:
    opened, sizes = drawn
    wanted = sorted(range(1, len(sizes) + 1), key=lambda row: (sizes[row - 1], row))
    rows = turn_pages(opened, sort="risk")
    assert [row.row for row in rows] == wanted
    assert [row.risk for row in rows] == [100 / sizes[row - 1] for row in wanted]


@pytest.mark.parametrize("name", [*(name for name, _, _ in BANDS), "0-100", "12.5-40", "33.4-100"])
def test_a_range_has_exactly_the_rows_of_that_risk(drawn, name: str) -> None:
    opened, sizes = drawn
    allowed = read_risk_range(name)
    largest = allowed.largest or len(sizes)
    wanted = [row for row, size in enumerate(sizes, 1) if allowed.smallest <= size <= largest]
    rows = turn_pages(opened, risk=name)
    assert [row.row for row in rows] == sorted(wanted, key=lambda row: (sizes[row - 1], row))
    by_age = turn_pages(opened, sort="age", risk=name)
    assert sorted(row.row for row in by_age) == wanted
    assert [row.cells[1] for row in by_age] == sorted(row.cells[1] for row in by_age)
    only = turn_pages(opened, risk=name, filters=[Filter("sex", "equals", "f")])
    assert [row.row for row in only] == [row.row for row in rows if row.cells[2] == "f"]


def test_a_bar_without_people_has_as_many_rows_as_it_says(drawn) -> None:
    opened, _ = drawn
    risk = view(opened).risk
    if risk.persons is None:
        for bar in risk.distribution:
            assert browse(opened, 0, 0, risk=bar.range).total == bar.rows


def test_a_row_that_is_not_published_has_no_risk(drawn) -> None:
    opened, sizes = drawn
    decide(opened, Suppress(3))
    gone = {row for row, size in enumerate(sizes, 1) if size < 3}
    assert gone
    assert browse(opened, 0, 0, risk="50-100", suppressed=True).total == 0
    assert not gone & {row.row for row in turn_pages(opened, risk="0-100", suppressed=True)}
    last = turn_pages(opened, sort="risk", suppressed=True)[-len(gone) :]
    assert [row.row for row in last] == sorted(gone)


def test_a_column_called_risk_is_sorted_by_as_any_other(sessions, tmp_path: Path) -> None:
    path = tmp_path / "named.csv"
    path.write_text("age,risk\n30,3\n30,1\n40,2\n")
    with sessions.open(OWNER, add_copy(sessions, path).id) as opened:
        assert [row.cells[1] for row in browse(opened, 0, 9, "risk").rows] == ["1", "2", "3"]


def test_a_database_filters_by_risk_and_says_why_it_does_not_sort(drawn, monkeypatch) -> None:
    opened, _ = drawn
    from incrowd.engines.remote.table import RemoteTable
    from incrowd.engines.stored.page import PageRequest

    request = PageRequest(kept=opened.snapshot().published.kept, by_risk=True)
    monkeypatch.setattr(RemoteTable, "_title", "PostgreSQL")
    with pytest.raises(EngineError, match="PostgreSQL cannot sort rows by their risk") as refused:
        RemoteTable.page(object.__new__(RemoteTable), request)
    assert "the size of every class" in str(refused.value.hint)


@pytest.mark.parametrize("text", ["", "50-20", "20-20", "20-101", "-5-20", "risk", "1e3-5", "<10"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(InvalidParameter, match="is no range of risk"):
        read_risk_range(text)


def test_ranges_meet_without_overlap() -> None:
    ends = ["0", "7", "12.5", "33.333333333", "50", "99.9", "100"]
    ranges = [read_risk_range(f"{low}-{high}") for low, high in pairwise(ends)]
    for size in range(1, 500):
        inside = [each for each in ranges if each.smallest <= size <= (each.largest or size)]
        assert len(inside) == 1, size
