"""Numbers of groups in a workspace: adopted, shown, handed out, undone; a restart keeps them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.anonymization.request import AnonymizationRequest
from incrowd.journal import Recode
from incrowd.journal.decisions import from_json
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, look_at, pair_rows, run
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.rows import browse
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import undo
from incrowd.service.decisions.history import tell_history
from incrowd.service.exports.export import hand_out
from incrowd.service.exports.recipes import adopt_recipe, current_recipe, try_recipe
from incrowd.workspace import kept_recodings
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

WISHES = [
    AnonymizationRequest(k=4, aggregate=(("age", "mean"),), max_suppression=0.3),
    AnonymizationRequest(k=4, aggregate=(("age", "mean"),), highest={"sex": 0}, max_suppression=1),
    AnonymizationRequest(k=4, method="priority", aggregate=(("age", "median"),)),
    AnonymizationRequest(k=4, method="microaggregation"),
]


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def published(census) -> list[tuple[str | None, ...]]:
    return [row.cells for row in browse(census, 0, 1000).rows]


@pytest.mark.slow
@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: f"{wish.method}-{len(wish.highest)}")
def test_numbers_are_adopted_and_outlive_a_restart(census, sessions, monkeypatch, wish) -> None:
    raw = view(census).risk.to_dict()
    run_id = run(census, wish, silent)
    found = look_at(census, run_id)
    assert found.result.aggregation
    pairs = pair_rows(census, run_id, 0, 1000)
    shown = [pair.after for pair in pairs.rows if not pair.suppressed]
    adopt(census, run_id)
    now = view(census)
    assert now.risk.to_dict() == found.result.after.to_dict()
    assert "number" in str(now.decisions[-1].text)
    assert tell_history(census).states[-1].utility_loss == pytest.approx(now.risk.utility_loss)
    assert published(census) == shown
    age = census.table.names.index("age")
    assert all(float(row[age]) >= 0 for row in shown)
    assert compare(census).after.to_dict() == now.risk.to_dict()
    record = census.record.id
    handed = hand_out(sessions.workspace, census, "csv", silent)
    assert handed.verified
    assert handed.k >= 4
    again = Sessions(sessions.workspace)
    monkeypatch.setattr(kept_recodings, "anonymize", None)  # it is read, not found again
    with again.open(OWNER, record) as later:
        assert view(later).risk.to_dict() == now.risk.to_dict()
        assert published(later) == shown
        undo(later, view(later).decisions[-1].id)
        assert view(later).risk.to_dict() == raw


def test_a_recipe_with_numbers_is_adopted_on_the_same_data(census) -> None:
    wish = WISHES[0]
    run_id = run(census, wish, silent)
    adopt(census, run_id)
    shown, recipe = published(census), current_recipe(census)
    undo(census, view(census).decisions[-1].id)
    assert recipe.aggregate == {"age": "mean"}
    trial = try_recipe(census, recipe)
    assert trial.after.rows == len(shown)
    adopt_recipe(census, recipe)
    assert published(census) == shown


def test_old_decisions_are_read_as_before() -> None:
    old = {"kind": "recode", "method": "priority", "k": 3, "priority": [["age"]]}
    assert from_json(old) == Recode("priority", 3, (("age",),))
    new = Recode("optimal", 3, aggregate=(("age", "mean"),), lowest=(("sex", 1),))
    written = json.loads(json.dumps({"kind": "recode", **replace(new).__dict__}))
    assert from_json(written) == new
