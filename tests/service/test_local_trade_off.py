"""The trade-off row by row: every point a result that holds, kept as it is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import Cancelled, InvalidParameter
from incrowd.journal import AssignRole, Generalize
from incrowd.language import say
from incrowd.progress import silent
from incrowd.service.automatic.local_trade_off import (
    LocalQuestion,
    LocalTradeOff,
    find_local_trade_off,
    read_local_trade_off,
)
from incrowd.service.automatic.runs import adopt, discard, give_name, list_runs, look_at, run
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

WISH = AnonymizationRequest(k=2, method="priority")


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def trace(opened: OpenDataset, *ks: int, wish: AnonymizationRequest = WISH) -> LocalTradeOff:
    find_local_trade_off(opened, LocalQuestion(wish, ks), silent)
    return read_local_trade_off(opened)


def test_points_are_results_that_hold_what_they_promise(census: OpenDataset) -> None:
    assert read_local_trade_off(census).points == ()
    found = trace(census, 5, 2, 10)
    assert [point.k for point in found.points] == [2, 5, 10]
    assert found.wish is not None
    for point in found.points:
        result = look_at(census, point.run)
        assert result.origin == "front"
        assert result.wish.k == point.k <= (result.result.k or 0) == point.smallest
        gauges = result.result.after.gauges
        assert point.highest_risk == gauges.highest_risk == pytest.approx(100 / point.smallest)
        assert (point.average_risk, point.utility_loss) == (
            gauges.average_risk,
            gauges.utility_loss,
        )
        assert point.loss == result.result.score
        assert result.result.l is None or result.result.l >= 2  # secrets stay protected
    losses = [point.loss for point in found.points]
    assert losses == sorted(losses)
    adopt(census, found.points[1].run)
    assert view(census).risk.gauges == look_at(census, found.points[1].run).result.after.gauges


def test_a_point_that_another_one_beats_is_marked(census: OpenDataset) -> None:
    found = trace(census, 2, 3, 4, 5, 6, 7)
    for point in found.points:
        better = [
            other
            for other in found.points
            if other is not point
            and other.average_risk <= point.average_risk
            and other.highest_risk <= point.highest_risk
            and other.utility_loss <= point.utility_loss
            and other.suppressed_rows <= point.suppressed_rows
        ]
        assert point.beaten == bool(better)


def test_every_strength_is_tried_where_columns_are_ranked(census: OpenDataset) -> None:
    wish = AnonymizationRequest(k=2, method="priority", priority=(("age",),), strength="strict")
    found = trace(census, 4, wish=wish)
    assert {point.strength for point in found.points} == {"linear", "strong", "strict"}
    runs = [look_at(census, point.run) for point in found.points]
    assert {each.wish.strength for each in runs} == {"linear", "strong", "strict"}


def test_what_is_known_is_not_looked_for_again(census: OpenDataset) -> None:
    first = trace(census, 2, 4)
    again = trace(census, 2, 4, 6)
    assert [point.run for point in again.points[:2]] == [point.run for point in first.points]
    assert len(again.points) == 3
    discard(census, again.points[0].run)
    assert [point.k for point in read_local_trade_off(census).points] == [4, 6]
    decide(census, Generalize("age", 1))  # levels of now do not matter
    assert len(read_local_trade_off(census).points) == 2


def test_points_of_other_questions_give_way_unless_they_have_a_name(census: OpenDataset) -> None:
    mine = run(census, WISH, silent)
    first = trace(census, 2, 4)
    give_name(census, first.points[0].run, "for Ana")
    second = trace(census, 3, wish=AnonymizationRequest(k=2, method="priority", utility="loss"))
    assert [point.k for point in second.points] == [3]
    kept = {each.id for each in list_runs(census)}
    assert kept == {mine, first.points[0].run, second.points[0].run}
    decide(census, AssignRole("sex", "insensitive"))
    assert read_local_trade_off(census).points == ()


def test_a_search_that_is_cancelled_keeps_what_it_found(census: OpenDataset) -> None:
    def cancel_late(step: str, done: float | None) -> None:
        if done is not None and done > 0.5:
            raise Cancelled(say("Stopped."), say("Start again whenever you like."))

    with pytest.raises(Cancelled):
        find_local_trade_off(census, LocalQuestion(WISH, (4, 2)), cancel_late)
    assert [point.k for point in read_local_trade_off(census).points] == [4]


def test_no_time_and_enough_still_give_points_that_hold(census: OpenDataset) -> None:
    find_local_trade_off(census, LocalQuestion(WISH, (2, 4), seconds=0), silent)
    quick = read_local_trade_off(census).points
    assert [point.smallest >= point.k for point in quick] == [True, True]
    better = trace(census, 2, 4).points
    assert [one.loss <= other.loss for one, other in zip(better, quick, strict=True)] == [True] * 2
    for point in better:
        discard(census, point.run)
    find_local_trade_off(census, LocalQuestion(WISH, (4, 2)), silent, lambda: True)
    assert [point.k for point in read_local_trade_off(census).points] == [4]


def test_a_k_that_cannot_be_is_named_and_the_others_are_there(census: OpenDataset) -> None:
    found = trace(census, 2, 301)
    assert [point.k for point in found.points] == [2]
    assert [point.k for point in found.missing] == [301]
    assert "301" in found.missing[0].words
    with pytest.raises(InvalidParameter, match="301"):
        trace(census, 301)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (LocalQuestion(WISH, (1,)), "k = 1 is not possible"),
        (LocalQuestion(WISH, tuple(range(2, 30))), "28 points are too many"),
        (LocalQuestion(AnonymizationRequest(k=2)), "'optimal' has one level for all rows"),
    ],
)
def test_questions_that_make_no_sense(
    census: OpenDataset, question: LocalQuestion, why: str
) -> None:
    with pytest.raises(InvalidParameter, match=why):
        find_local_trade_off(census, question, silent)


@pytest.mark.slow
def test_points_are_there_after_a_restart(census: OpenDataset, sessions: Sessions) -> None:
    before = trace(census, 2, 5)
    sessions.close()
    with Sessions(sessions.workspace).open(OWNER, census.record.id) as again:
        assert read_local_trade_off(again).to_dict() == before.to_dict()
