"""What people see of attribute subsets and of those who stand out."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from types import SimpleNamespace

import pytest
from small_tables import Row, open_rows

from incrowd.cli import subset_printing
from incrowd.cli.subset_printing import print_standouts, print_subsets
from incrowd.service.subsets.results import Subsets
from incrowd.service.subsets.subsets import draw, guide

ROWS: list[Row] = [("a", "x", "1"), ("a", "x", "2"), ("a", "y", "1"), ("b", "y", "2")] * 2


def subsets(names: list[str], threshold: int = 2, rows: list[Row] = ROWS) -> Subsets:
    crowd = open_rows(rows, names, names).crowd
    picture = draw(crowd.at(crowd.bottom))
    return guide(picture, threshold, "k", lambda *_: None)


def shown(print_it: Callable[..., None], found: object, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "160")
    with redirect_stdout(io.StringIO()) as out:
        print_it(found)
    return out.getvalue()


def test_the_matrix_shows_k_of_every_attribute_and_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice each row: `b` twice, `x` and `y` four times each, `b x` never, `a y` twice."""
    found = subsets(["[/p]", "q", "r"])
    text = shown(print_subsets, found, monkeypatch)
    lines = {
        line.split()[1]: line.split()[2:]
        for line in text.splitlines()
        if line.strip()[:2] in ("1 ", "2 ", "3 ") and len(line.split()) == 5 and "=" not in line
    }
    names = ["[/p]", "q", "r"]
    assert set(lines) == set(names)
    order = [names[place] for place in found.picture.order]
    own = {"[/p]": "2", "q": "4", "r": "4"}
    assert {name: lines[name][order.index(name)] for name in names} == own
    assert "All attributes together: 2" in text


def test_the_tree_and_what_can_be_released(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(print_subsets, subsets(["p", "q", "r"]), monkeypatch)
    assert "3 attributes  k = 2" in text
    assert "Where the tree is cut at 2" in text
    assert "nothing is left to add" in text
    cut = shown(print_subsets, subsets(["p", "q", "r"], threshold=4), monkeypatch)
    assert "Where the tree is cut at 4" in cut
    assert "rows in" in cut


def test_of_many_attributes_the_worst_pairs_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subset_printing, "WIDEST", 2)
    text = shown(print_subsets, subsets(["p", "q", "r"]), monkeypatch)
    assert "the worst pairs" in text.splitlines()[0]
    listed = [line.split()[-1] for line in text.splitlines() if ", " in line[:6]]
    assert listed[:3] == sorted(listed[:3], key=float)


def test_colours_go_from_the_worst_to_the_best() -> None:
    found = subsets(["p", "q", "r"])
    cells = ((1.0, 10.0), (10.0, 100.0))
    higher = replace(found, shown=replace(found.shown, cells=cells, better="higher"))
    lower = replace(found, shown=replace(found.shown, cells=cells, better="lower"))
    worst, best = subset_printing.COLOURS[0], subset_printing.COLOURS[-1]
    assert [subset_printing._colour(higher, value) for value in (1, 100)] == [worst, best]
    assert [subset_printing._colour(lower, value) for value in (1, 100)] == [best, worst]
    same = replace(found, shown=replace(found.shown, cells=((5.0, 5.0),), better="higher"))
    assert subset_printing._colour(same, 5) == best


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (2, "2"), (0.125, "0.125"), (12345678, "12,345,678")]
)
def test_a_cell_says_its_value_or_that_there_is_none(value: float | None, text: str) -> None:
    found = subsets(["p", "q", "r"])
    cells = ((value, 1.0),)
    assert (
        subset_printing._cell(replace(found, shown=replace(found.shown, cells=cells)), value).plain
        == text
    )


def standouts(**changed: object) -> SimpleNamespace:
    row = SimpleNamespace(row=1234, score=56.7, reason="[/b] is rare", combinations=((0,), (1,)))
    value = SimpleNamespace(attribute="[age]", value="99", share=12.34, rows=3)
    found = {
        "explanation": ("3 rows stand out.",),
        "rows": (row,),
        "total": 3,
        "attributes": {"[age]": 75.0, "sex": 0.0, "zip": 100.0},
        "values": (value,),
    }
    return SimpleNamespace(**{**found, **changed})


def test_rows_that_stand_out_with_their_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(print_standouts, standouts(), monkeypatch)
    assert text.startswith("3 rows stand out.\n")
    assert "Rows that stand out: 1 of 3" in text
    line = next(line for line in text.splitlines() if "rare" in line)
    assert line.split() == ["1,234", "57", "[/b]", "is", "rare", "2"]
    assert "[age] = 99  12.3 %  3 rows stand out" in " ".join(text.split("\n")).replace(
        "    ", "  "
    )


def test_attributes_that_take_part_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(print_standouts, standouts(), monkeypatch)
    part = text[text.index("Attributes that take part") : text.index("Values that take part")]
    lines = part.splitlines()[1:]
    assert [line.split()[0] for line in lines if line.strip()] == ["zip", "[age]"]
    assert [line.count("█") for line in lines if line.strip()] == [40, 30]
