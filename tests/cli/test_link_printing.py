"""What people see of linked releases: the join, what somebody learns, who is exposed."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from dataclasses import replace

import pyarrow as pa
import pytest

from incrowd.cli.link_printing import _bar, print_linked
from incrowd.service.linked.link import Linked, link

CLINIC = pa.table({"[zip]": ["1", "1", "2"], "ill": ["[/b]flu", "hiv", "[/b]flu"]})
OFFICE = pa.table({"[zip]": ["1", "2"], "job": ["cook", "clerk"]})


@pytest.fixture(scope="module")
def linked() -> Linked:
    """Three joined rows; whoever knows that somebody is a clerk knows their disease."""
    wishes = {"scan": 1, "repair": True, "advise": True}
    return link(CLINIC, OFFICE, sensitive="ill", on=["[zip]"], know=["job=clerk"], **wishes)


def shown(found: Linked, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "160")
    with redirect_stdout(io.StringIO()) as out:
        print_linked(found)
    return out.getvalue()


def test_sources_and_what_was_joined(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(linked, monkeypatch).splitlines()
    assert lines[0] == "1: frame (3 rows), 2: frame (2 rows)"
    assert lines[1] == "Joined on: 1.[zip] equal 2.[zip]"
    assert lines[2] == "3 joined rows (inner join)"


def test_what_somebody_learns_with_its_figures(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DESIGN.md, 5: one row alone, so P = 1 by rule 1."""
    text = shown(linked, monkeypatch)
    assert "Known: job = clerk\n" in text
    assert "ill: N = 1, V = 1, P = 1.000, rule 1" in text
    line = next(line for line in text.splitlines() if line.strip().startswith("[/b]flu"))
    assert line.split()[-3:] == ["1", "100.0", "%"]


def test_the_scan_names_its_combinations(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(linked, monkeypatch)
    assert linked.scanned is not None
    scan = linked.scanned.scan
    assert f"Tried {scan.tried:,} combinations of up to 1 facts: {scan.breached:,} are" in text
    assert "Rows exposed, by known facts" in text
    assert "Worst combinations" in text
    assert [line for line in text.splitlines() if line.strip().startswith("job = clerk ")]


def test_repairs_are_numbered_and_advice_is_listed(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = shown(linked, monkeypatch)
    assert "To close: job = clerk" in text
    assert linked.repairs is not None
    assert linked.advice is not None
    plain = " ".join(text.split())
    for rank, repair in enumerate(linked.repairs.repairs, 1):
        assert f"{rank}. {repair.sentence}" in plain
    for sentence in linked.advice.sentences:
        assert f"- {sentence}" in plain


def test_what_was_not_asked_for_is_not_printed(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = replace(linked, scanned=None, repairs=None, advice=None)
    text = shown(plain, monkeypatch)
    for word in ("Tried", "To close", "Advice", "Worst combinations"):
        assert word not in text


def test_nobody_who_matches_is_told_without_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = link(CLINIC, OFFICE, sensitive="ill", on=["[zip]"], know=["job=baker"])
    text = " ".join(shown(nobody, monkeypatch).split())
    assert "N = 0, V = 0, P = undefined, rule none" in text


def test_proposed_pairs_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    proposed = link(CLINIC, OFFICE, sensitive="ill")
    text = shown(proposed, monkeypatch)
    assert "(proposed: The same name, and 100 % of the values are equal.)" in text
    assert "Known: nothing" in text
    crossed = link(CLINIC, OFFICE, sensitive="ill", join="cross")
    assert "Could be joined, too: --on 1.[zip]=2.[zip]:equal" in shown(crossed, monkeypatch)


@pytest.mark.parametrize(("share", "full"), [(0, 0), (0.001, 1), (0.5, 8), (1, 16)])
def test_a_bar_is_empty_only_where_nobody_is(share: float, full: int) -> None:
    assert _bar(share).plain == "█" * full + "░" * (16 - full)


def test_people_are_called_people(monkeypatch: pytest.MonkeyPatch) -> None:
    visits = pa.table(
        {"who": ["a", "a", "b"], "zip": ["1", "1", "1"], "ill": ["flu", "hiv", "flu"]}
    )
    office = pa.table({"zip": ["1", "2"], "job": ["cook", "clerk"]})
    found = link(visits, office, sensitive="ill", on=["zip"], person=["who"], scan=1)
    text = shown(found, monkeypatch)
    assert text.splitlines()[0] == "1: frame (3 rows of 2 people, by who), 2: frame (2 rows)"
    assert "ill: N = 2, V = 2, P = 1.000, rule 1" in text
    assert "People or rows exposed, by known facts" in text
    assert "certain about 2 of the 2 people of 'frame'" in text
    assert "certain about 1 of the 2 rows of 'frame'" in text
