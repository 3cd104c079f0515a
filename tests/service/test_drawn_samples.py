"""A random sample that was adopted stays the same sample: after undoing, and after a restart."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import InvalidParameter
from incrowd.journal import AssignRole
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, list_runs, run
from incrowd.service.decisions.decide import decide, undo
from incrowd.service.exports.export import find_export, hand_out
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

WISH = AnonymizationRequest(
    k=1, method="safepub", epsilon=0.8, delta=1e-3, lowest={"age": 1, "sex": 0}
)


@pytest.fixture
def dataset(sessions: Sessions, tmp_path: Path) -> str:
    path = tmp_path / "people.csv"
    people = [(str(20 + place * 7 % 40), "fm"[place % 2]) for place in range(1500)]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["age", "sex"], *people])
    dataset_id = add_copy(sessions, path).id
    with sessions.open(OWNER, dataset_id) as opened:
        for name in ("age", "sex"):
            decide(opened, AssignRole(name, "quasi"))
    return dataset_id


def published(sessions: Sessions, dataset: str) -> Counter[str]:
    with sessions.open(OWNER, dataset) as opened:
        handed = hand_out(sessions.workspace, opened, "csv", silent)
        assert "differentially private" in " ".join(map(str, handed.warnings))
        lines = find_export(sessions.workspace, OWNER, handed.export_id).read_text().splitlines()
        counts = Counter(lines[1:])
        assert min(counts.values()) >= handed.k >= 30
        return counts


def test_an_adopted_sample_stays_the_same(sessions: Sessions, dataset: str) -> None:
    with sessions.open(OWNER, dataset) as opened:
        first, second = (run(opened, WISH, silent) for _ in range(2))
        rows = {each.id: each.result.rows for each in list_runs(opened)}
        adopt(opened, first)
        before = opened.snapshot().classes
        assert before.kept_table_rows == rows[first]
    counts = published(sessions, dataset)
    assert sum(counts.values()) == rows[first]
    again = Sessions(sessions.workspace)
    with again.open(OWNER, dataset) as opened:
        outcome = opened.snapshot().recoded
        assert outcome is not None
        assert outcome.result.rows == rows[first]
        assert outcome.result.not_drawn
        lost = outcome.result.suppressed_rows
        assert outcome.result.suppressed_by.k == lost - outcome.result.not_drawn
        assert "not differentially private" in str(outcome.result.notes[1])
        assert outcome.request.lowest == WISH.lowest
    assert published(again, dataset) == counts
    again.close()
    with sessions.open(OWNER, dataset) as opened:
        undo(opened, opened.journal.active[-1].id)
        assert opened.snapshot().recoded is None
        adopt(opened, second)
    assert sum(published(sessions, dataset).values()) == rows[second]


def test_an_adopted_sample_is_always_shuffled(sessions: Sessions, dataset: str) -> None:
    with sessions.open(OWNER, dataset) as opened:
        adopt(opened, run(opened, WISH, silent))
        with pytest.raises(InvalidParameter, match="shuffles"):
            hand_out(sessions.workspace, opened, "csv", silent, keep_order=True)
