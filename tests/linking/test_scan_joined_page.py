"""Joined rows page by page, those that match what is known first, against nested loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row, RowsSource

from incrowd.errors import InvalidParameter
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.scan.analysis import MOST_ROWS, JoinedRowsPage, LinkAnalysis, page_joined_rows

CLINIC: list[Row] = [("130**", "flu"), ("130**", "hiv"), ("14850", "flu"), ("99999", "cold")]
OFFICE: list[Row] = [("13012", "cook"), ("13012", "clerk"), ("14850", "cook"), ("14850", None)]
COLUMNS = ("1.zip", "1.ill", "2.zip", "2.job")


def analysis(clinic: list[Row], office: list[Row], join: str = "inner") -> LinkAnalysis:
    sources = [RowsSource(clinic, ["zip", "ill"]), RowsSource(office, ["zip", "job"])]
    known = ["1.zip", "2.zip", "job"]
    request = LinkRequest(sensitive=["ill"], on=["zip:covers"], join=join, known=known)
    return LinkAnalysis(LinkedSources(sources, request))


@pytest.fixture
def linked() -> Iterator[LinkAnalysis]:
    with analysis(CLINIC, OFFICE) as opened:
        yield opened


def cells(page: JoinedRowsPage) -> Counter[tuple[bool, Row]]:
    return Counter((row.matches, row.cells) for row in page.rows)


def covered(published: str | None, known: str | None) -> bool:
    """Whether a zip covers another one, letter by letter."""
    if published is None or known is None:
        return False
    return all(mask in ("*", letter) for mask, letter in zip(published, known, strict=True))


def test_all_rows_are_shown_and_those_that_match_come_first(linked: LinkAnalysis) -> None:
    """130** meets 13012 four times, 14850 itself twice; two of the six are about a clerk."""
    page = page_joined_rows(linked, ["job=clerk"], 0, 100)
    assert (page.columns, page.total, page.matching, page.offset) == (COLUMNS, 6, 2, 0)
    assert [row.matches for row in page.rows] == [True] * 2 + [False] * 4
    assert {row.cells for row in page.rows[:2]} == {
        ("130**", "flu", "13012", "clerk"),
        ("130**", "hiv", "13012", "clerk"),
    }


def test_without_a_fact_everything_matches(linked: LinkAnalysis) -> None:
    page = page_joined_rows(linked, [], 0, 100)
    assert (page.total, page.matching) == (6, 6)
    assert all(row.matches for row in page.rows)


def test_rows_stand_in_the_order_of_their_values_however_the_engine_counted_them() -> None:
    """Engines count in any order: somebody who looks again must see the same rows there."""
    pages = []
    for clinic, office in ((CLINIC, OFFICE), (CLINIC[::-1], OFFICE[::-1])):
        with analysis(clinic, office) as opened:
            pages.append(
                [row.cells for row in page_joined_rows(opened, ["job=clerk"], 0, 100).rows]
            )
    assert pages[0] == pages[1]
    assert pages[0] == [
        ("130**", "flu", "13012", "clerk"),
        ("130**", "hiv", "13012", "clerk"),
        ("130**", "flu", "13012", "cook"),
        ("130**", "hiv", "13012", "cook"),
        ("14850", "flu", "14850", "cook"),
        ("14850", "flu", "14850", None),
    ]


ZIPS = st.sampled_from(["130**", "13012", "14***", "14850"])
PLAIN = st.sampled_from(["13012", "14850", "99999"])


@settings(max_examples=scaled(20))
@given(
    clinic=st.lists(st.tuples(ZIPS, st.sampled_from(["flu", "hiv"])), min_size=1, max_size=5),
    office=st.lists(st.tuples(PLAIN, st.sampled_from(["cook", "clerk"])), min_size=1, max_size=5),
    size=st.integers(1, 4),
    wide=st.booleans(),
)
def test_pages_are_those_of_nested_loops(
    clinic: list[Row], office: list[Row], size: int, wide: bool
) -> None:
    joined = [(*one, *two) for one in clinic for two in office if covered(one[0], two[0])]
    wanted = Counter((row[3] == "clerk", row) for row in joined)
    with analysis(clinic, office) as opened:
        if not joined:
            with pytest.raises(InvalidParameter, match=r"No value of '1\.zip' goes with any"):
                page_joined_rows(opened, [], 0, size)
            return
        opened.wide = wide  # else as the engine has them, where they are too many to be held
        first = page_joined_rows(opened, ["job=clerk"], 0, size)
        assert first.total == len(joined)
        told: Counter[tuple[bool, Row]] = Counter()
        for offset in range(0, len(joined), size):
            page = page_joined_rows(opened, ["job=clerk"], offset, size)
            assert len(page.rows) == min(size, len(joined) - offset)
            told += cells(page)
        assert told == wanted
        matching = sum(row[3] == "clerk" for row in joined)
        assert first.matching == (matching if wide else None)


def test_rows_without_a_partner_are_missing_on_the_other_side() -> None:
    with analysis(CLINIC, OFFICE, "left") as opened:
        page = page_joined_rows(opened, [], 0, 100)
    assert page.total == 7
    assert ("99999", "cold", None, None) in {row.cells for row in page.rows}


def test_a_page_behind_the_last_row_is_empty(linked: LinkAnalysis) -> None:
    page = page_joined_rows(linked, ["job=cook"], 6, 10)
    assert (page.rows, page.total, page.offset) == ((), 6, 6)
    assert page_joined_rows(linked, [], 0, 0).rows == ()


@pytest.mark.parametrize(("offset", "limit"), [(-1, 5), (0, -1), (0, MOST_ROWS + 1)])
def test_what_is_no_page_is_refused(linked: LinkAnalysis, offset: int, limit: int) -> None:
    with pytest.raises(InvalidParameter, match="cannot be shown") as refusal:
        page_joined_rows(linked, [], offset, limit)
    assert refusal.value.hint == "Ask for at most 500 rows, from 0 on."
