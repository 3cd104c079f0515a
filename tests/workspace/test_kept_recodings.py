"""Recodings on the disk: found again for the same question, never for another, never damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_tables import open_rows

from incrowd.anonymization.anonymize import anonymize
from incrowd.dataset.open_table import OpenTable
from incrowd.journal import Recode
from incrowd.workspace import kept_recodings
from incrowd.workspace.kept_recodings import FOLDER, keep, recall, request_for

ROWS = [("30", "f"), ("30", "m"), ("41", "f"), ("41", "f"), ("52", "m"), ("52", "f")]
RECODE = Recode("priority", 2, (("age",),))


@pytest.fixture
def table() -> OpenTable:
    return open_rows(ROWS, ["age", "sex"], ["age", "sex"])


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often something was computed anew: one number per run."""
    done: list[int] = []

    def counted(table: OpenTable, request: object) -> object:
        done.append(1)
        return anonymize(table, request)

    monkeypatch.setattr(kept_recodings, "anonymize", counted)
    return done


def files(folder: Path) -> list[Path]:
    return sorted((folder / FOLDER).iterdir())


def test_a_decision_asks_for_what_it_says() -> None:
    decision = Recode("priority", 3, (("age", "sex"),), l=2, t=0.5, diversity="entropy")
    request = request_for(decision)
    assert (request.method, request.k, request.l, request.t) == ("priority", 3, 2, 0.5)
    assert (request.priority, request.diversity) == ((("age", "sex"),), "entropy")
    assert request.suppression == "strict"


def test_the_second_time_it_is_read(tmp_path: Path, table: OpenTable, runs: list[int]) -> None:
    first, second = recall(tmp_path, table, RECODE), recall(tmp_path, table, RECODE)
    assert len(runs) == 1
    assert second.result.utility == first.result.utility
    assert (second.result.k, second.result.rows) == (first.result.k, first.result.rows)
    for field in ("tuples", "counts", "levels", "kept"):
        assert np.array_equal(getattr(second.recoding, field), getattr(first.recoding, field))
    assert len(files(tmp_path)) == 1


@pytest.mark.parametrize(
    ("other", "roles"),
    [
        (Recode("priority", 3, (("age",),)), {}),
        (Recode("priority", 2, (("sex",),)), {}),
        (Recode("priority-greedy", 2, (("age",),)), {}),
        (RECODE, {"sex": "insensitive"}),
    ],
    ids=["another k", "another priority", "another method", "another role"],
)
def test_another_question_has_a_file_of_its_own(
    tmp_path: Path, table: OpenTable, runs: list[int], other: Recode, roles: dict[str, str]
) -> None:
    recall(tmp_path, table, RECODE)
    recall(tmp_path, table.with_roles(roles), other)
    assert (len(runs), len(files(tmp_path))) == (2, 2)


def test_another_hierarchy_has_a_file_of_its_own(
    tmp_path: Path, table: OpenTable, runs: list[int]
) -> None:
    recall(tmp_path, table, RECODE)
    recall(tmp_path, table.with_hierarchies({"sex": "f;person;*\nm;person;*\n"}), RECODE)
    assert len(files(tmp_path)) == 2


def change(path: Path, **changed: np.ndarray) -> None:
    """Write a file of recodings with some of its arrays changed."""
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files} | changed
    np.savez(path, **arrays)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:100]),
        lambda path: path.write_bytes(b"PK\x03\x04 nothing"),
        lambda path: np.savez(path, tuples=np.zeros(1, np.int32)),
        lambda path: change(path, counts=np.ones(1, np.int64)),
        lambda path: change(path, tuples=np.full(6, 99, np.int32)),
        lambda path: change(path, levels=np.full((2, 5), 99, np.int32)),
    ],
    ids=["empty", "cut off", "no archive", "incomplete", "other shape", "no tuple", "no level"],
)
def test_a_damaged_file_is_found_anew(
    tmp_path: Path, table: OpenTable, runs: list[int], damage: object
) -> None:
    first = recall(tmp_path, table, RECODE)
    (path,) = files(tmp_path)
    damage(path)
    again = recall(tmp_path, table, RECODE)
    assert len(runs) == 2
    assert again.result.utility == first.result.utility
    recall(tmp_path, table, RECODE)
    assert len(runs) == 2


def test_the_recoding_of_other_data_is_not_taken(tmp_path: Path, runs: list[int]) -> None:
    """The same values, one row more: the counts of the file do not add up."""
    recall(tmp_path, open_rows(ROWS, ["age", "sex"], ["age", "sex"]), RECODE)
    more = open_rows([*ROWS, ROWS[0]], ["age", "sex"], ["age", "sex"])
    assert recall(tmp_path, more, RECODE).result.rows == 7
    assert len(runs) == 2


def test_what_is_kept_by_hand_is_recalled(
    tmp_path: Path, table: OpenTable, runs: list[int]
) -> None:
    keep(tmp_path, anonymize(table, request_for(RECODE)))
    recall(tmp_path, table, RECODE)
    assert runs == []
    assert (tmp_path / FOLDER).stat().st_mode & 0o077 == 0
