"""Automatic runs in a workspace: found, looked at, adopted, undone; they outlive a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.advice.presets.built_in import find_preset
from incrowd.advice.verdict.check import Action
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.dataset.risk import measure_risk
from incrowd.errors import Conflict, InvalidParameter, NotFound, NotNow
from incrowd.journal import AssignRole, Generalize, Recode, Suppress
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, discard, list_runs, look_at, pair_rows, run
from incrowd.service.automatic.trade_off import trade_off
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.presets import judge_dataset
from incrowd.service.datasets.rows import browse, list_risky
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide, move_to, undo
from incrowd.service.decisions.history import tell_history
from incrowd.service.exports.export import hand_out
from incrowd.workspace.sessions import Sessions
from service.giving_away import check_giveaways
from service.people_data import OWNER
from service.stored_copies import add_copy

LOCAL = AnonymizationRequest(k=4, method="priority", priority=(("age",), ("sex", "education")))


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def test_a_run_tells_all_that_the_page_shows(census) -> None:
    found = look_at(census, run(census, LOCAL, silent))
    assert found.current
    assert [one.name for one in found.attributes[:3]] == ["age", "sex", "education"]
    assert [one.rank for one in found.attributes[:4]] == [1, 2, 2, 3]
    for one in found.attributes:
        assert one.quality == pytest.approx(found.result.entropy_per_attribute[one.name])
        assert sum(bar.safe + bar.at_risk for bar in one.before) == 300
        assert sum(bar.safe + bar.at_risk for bar in one.after) == found.result.rows
        assert not any(bar.at_risk for bar in one.after)
    at_risk = found.result.before.rows - sum(
        int(size) * count for size, count in found.result.before.class_sizes.items() if size >= 4
    )
    assert {sum(bar.at_risk for bar in one.before) for one in found.attributes} == {at_risk}
    assert view(census).revision == 0


def test_rows_before_and_after_stand_side_by_side(census) -> None:
    run_id = run(census, LOCAL, silent)
    page = pair_rows(census, run_id, 10, 20)
    assert (page.total, page.offset, len(page.rows)) == (300, 10, 20)
    original = browse(census, 10, 20)
    for pair, row in zip(page.rows, original.rows, strict=True):
        assert (pair.row, pair.before) == (row.row, row.cells)
        flags = [was != now for was, now in zip(pair.before, pair.after, strict=True)]
        assert list(pair.changed) == flags
    with pytest.raises(InvalidParameter, match="at once"):
        pair_rows(census, run_id, 0, 5000)


@pytest.mark.slow
def test_a_recoding_is_adopted_and_undone(census, sessions) -> None:
    raw = view(census).risk
    decide(census, Generalize("age", 1))
    before = view(census).risk.to_dict()
    run_id = run(census, LOCAL, silent)
    wanted = look_at(census, run_id).result
    adopt(census, run_id, revision=1)
    now = view(census)
    assert now.risk.to_dict() == wanted.after.to_dict()
    assert now.k == 4
    assert [(one.kind, one.superseded) for one in now.decisions] == [
        ("generalize", True),
        ("recode", False),
    ]
    told = {(one.level, one.title) for one in now.attributes if one.height}
    assert told == {(None, "row by row")}
    compared = compare(census).attributes
    assert {(one.level, one.title) for one in compared if one.role == "quasi"} == told
    small = judge_dataset(census, find_preset("public")).check("smallest_group")
    assert (small.status, small.figure, small.limit) == ("fail", 4, 10)
    assert "automatic method" in small.remedy
    assert small.action == Action("automatic", k=10)
    shown = browse(census, 0, 1000)
    assert shown.total == wanted.rows
    pairs = pair_rows(census, run_id, 0, 1000)
    published = [one.after for one in pairs.rows if not one.suppressed]
    assert [one.cells for one in shown.rows] == published
    compared = compare(census)
    assert compared.before.gauges == raw.gauges
    assert compared.after.to_dict() == now.risk.to_dict()
    steps = [one.loss for one in compared.attributes if one.role == "quasi"]
    assert sum(steps) / len(steps) == pytest.approx(now.risk.utility_loss)
    risky = list_risky(census, 5)
    assert [one.size for one in risky] == [4] * 5
    check_giveaways(census, risky, recoded=True)
    visited = tell_history(census).states[-1]
    assert visited.utility_loss == pytest.approx(now.risk.utility_loss)
    done = hand_out(sessions.workspace, census, "csv", silent)
    assert (done.rows, done.k, done.verified) == (wanted.rows, wanted.k, True)
    typed = hand_out(sessions.workspace, census, "csv", silent, typed="ranges")
    assert (typed.rows, typed.verified, typed.k >= wanted.k) == (wanted.rows, True, True)
    for late in (Generalize("sex", 1), Suppress(7), AssignRole("age", "insensitive")):
        with pytest.raises(NotNow, match="recoded in its own way"):
            decide(census, late)
    with pytest.raises(NotNow):
        census.snapshot().trying({"age": 1})
    whole = dict.fromkeys(census.snapshot().dataset.crowd.names, 1)
    tried = census.snapshot().trying(whole, 3)
    assert (
        tried.to_dict() == measure_risk(census.snapshot().dataset, whole, 3, advise=False).to_dict()
    )
    undo(census, now.decisions[-1].id)
    assert view(census).risk.to_dict() == before


@pytest.mark.slow
def test_a_recoding_outlives_the_process(census, sessions, monkeypatch) -> None:
    run_id = run(census, LOCAL, silent)
    adopt(census, run_id)
    wanted, rows = view(census).risk.to_dict(), browse(census, 0, 1000).rows
    again = Sessions(sessions.workspace)
    monkeypatch.setattr("incrowd.workspace.kept_recodings.anonymize", _never)
    with again.open(OWNER, census.record.id) as opened:
        assert view(opened).risk.to_dict() == wanted
        assert browse(opened, 0, 1000).rows == rows
    again.close()


def _never(*arguments: object) -> None:
    raise AssertionError("It was found before.")


@pytest.mark.slow
def test_a_lost_or_damaged_recoding_is_found_again(census, sessions) -> None:
    adopt(census, run(census, LOCAL, silent))
    wanted, rows = view(census).risk.to_dict(), browse(census, 0, 1000).rows
    (file,) = (census.folder / "recodings").iterdir()
    for damage in (lambda: file.write_bytes(file.read_bytes()[:100]), file.unlink):
        damage()
        again = Sessions(sessions.workspace)
        with again.open(OWNER, census.record.id) as opened:
            assert view(opened).risk.to_dict() == wanted
            assert browse(opened, 0, 1000).rows == rows
        again.close()


def test_the_optimum_becomes_steps_that_are_undone_one_by_one(census) -> None:
    run_id = run(census, AnonymizationRequest(k=3, max_suppression=0.1), silent)
    wanted = look_at(census, run_id).result
    adopt(census, run_id)
    now = view(census)
    assert now.risk.state == wanted.state
    assert now.risk.to_dict()["class_sizes"] == wanted.after.to_dict()["class_sizes"]
    assert now.risk.gauges == wanted.after.gauges
    kinds = [one.kind for one in now.decisions]
    assert kinds == ["generalize"] * (len(kinds) - 1) + ["suppress"]
    undo(census, now.decisions[0].id)
    assert view(census).risk.state != wanted.state


def test_a_state_is_reached_at_once(census) -> None:
    decide(census, Generalize("age", 1))
    move_to(census, {"age": 2, "sex": 1}, 3, revision=1)
    now = view(census)
    assert {name: level for name, level in now.risk.state.items() if level} == {"age": 2, "sex": 1}
    assert (now.k, now.revision) == (3, 4)
    move_to(census, {}, 1)
    assert set(view(census).risk.state.values()) == {0}
    with pytest.raises(Conflict):
        move_to(census, {}, 1, revision=0)
    with pytest.raises(InvalidParameter):
        move_to(census, {"age": 99}, 1)


def test_runs_are_kept_and_forgotten(census) -> None:
    first = run(census, AnonymizationRequest(k=2), silent)
    second = run(census, AnonymizationRequest(k=3), silent)
    assert [one.id for one in list_runs(census)] == [first, second]
    discard(census, first)
    assert [one.id for one in list_runs(census)] == [second]
    for gone in (look_at, discard, adopt):
        with pytest.raises(NotFound):
            gone(census, first)


def test_a_run_for_other_roles_is_not_adopted(census) -> None:
    run_id = run(census, LOCAL, silent)
    decide(census, AssignRole("sex", "insensitive"))
    assert not look_at(census, run_id).current
    with pytest.raises(NotNow, match="have changed"):
        adopt(census, run_id)


@pytest.mark.slow
def test_protections_that_were_asked_for_are_adopted(census) -> None:
    run_id = run(census, AnonymizationRequest(k=2, l=2, max_suppression=1.0), silent)
    adopt(census, run_id)
    now = view(census)
    assert {one.kind for one in now.decisions} >= {"protect"}
    assert now.risk.gauges == look_at(census, run_id).result.after.gauges
    both = run(census, AnonymizationRequest(k=2, l=2, t=0.9, max_suppression=1.0), silent)
    adopt(census, both)
    now = view(census)
    assert now.risk.gauges == look_at(census, both).result.after.gauges
    told = [one.text for one in now.decisions if one.kind == "protect" and not one.superseded]
    words = "at least 2 different values in every group, every group within 0.9 of the whole table"
    assert f"'income' is protected: {words}" in told


@pytest.mark.slow
@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_what_is_not_asked_for_anew_stays_protected(census, method) -> None:
    run_id = run(census, AnonymizationRequest(k=3, l=3, method=method, max_suppression=1.0), silent)
    held = {(one.attribute, one.model): one for one in look_at(census, run_id).held}
    assert {key: one.threshold for key, one in held.items()} == {
        ("religion", "distinct_l"): 3,
        ("income", "distinct_l"): 3,
        ("income", "t_ordered"): 0.5,
    }
    assert held["religion", "distinct_l"].reached >= 3
    assert held["income", "t_ordered"].reached <= 0.5
    closer = look_at(
        census, run(census, AnonymizationRequest(k=3, t=0.4, max_suppression=1.0), silent)
    )
    assert {(one.attribute, one.model): one.threshold for one in closer.held} == {
        ("religion", "distinct_l"): 2,
        ("religion", "t_equal"): 0.4,
        ("income", "t_ordered"): 0.4,
        ("income", "distinct_l"): 2,
    }
    adopt(census, run_id)
    assert {(one.attribute, one.model, one.threshold) for one in view(census).protections} >= {
        ("income", "t_ordered", 0.5)
    }


def test_a_recoding_read_from_the_journal(census) -> None:
    recode = Recode("priority", 3, [["age"], ["sex"]])  # type: ignore[arg-type]
    assert recode.priority == (("age",), ("sex",))
    decide(census, recode)
    assert "keeping age as exact as possible" in view(census).decisions[-1].text


@pytest.mark.parametrize("sensitive", [True, False])
def test_the_trade_off_tells_what_the_states_are(census, sensitive) -> None:
    if not sensitive:
        for name in ("religion", "income"):
            decide(census, AssignRole(name, "insensitive"))
    for name in ("birth_country", "postcode", "occupation", "household_size"):
        decide(census, AssignRole(name, "insensitive"))
    found = trade_off(census)
    assert found.guarded == sensitive
    assert found.points
    snapshot = census.snapshot()
    for point in found.points[:: max(len(found.points) // 10, 1)]:
        risk = snapshot.trying(dict(zip(found.names, point.levels, strict=True)), point.k)
        assert risk.average_risk == pytest.approx(point.average_risk)
        assert risk.highest_risk == pytest.approx(point.highest_risk)
        assert risk.utility_loss == pytest.approx(point.utility_loss)
        assert risk.suppressed_rows == point.suppressed_rows
    losses = [point.utility_loss for point in found.points]
    assert losses == sorted(losses)
    assert trade_off(census) is found


@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_what_was_made_fit_is_fit_once_it_is_adopted(census, method: str) -> None:
    purpose = find_preset("internal")
    wish = AnonymizationRequest(k=1, method=method)
    result = look_at(census, run(census, wish, silent, purpose=purpose))
    assert result.fitness is not None
    assert result.fitness.verdict.holds
    assert not judge_dataset(census, purpose).holds
    adopt(census, result.id)
    assert judge_dataset(census, purpose).holds
    assert look_at(census, result.id).wish.k == result.fitness.k >= purpose.k


def test_roles_that_a_purpose_needs_are_decisions(census) -> None:
    decide(census, AssignRole("age", "insensitive"))
    purpose = find_preset("internal")
    wish = AnonymizationRequest(k=1, max_suppression=1.0)
    result = look_at(census, run(census, wish, silent, purpose=purpose))
    assert [(each.attribute, each.role) for each in result.fitness.changes] == [("age", "quasi")]
    adopt(census, result.id)
    assert judge_dataset(census, purpose).holds
    assert "quasi" in [decision.role for decision in view(census).decisions]
