"""A recoding row by row: written and read, and what becomes of the steps around it."""

from __future__ import annotations

import json

import pytest
from journal_moves import HEIGHTS, TABLE

from incrowd.errors import IncrowdError
from incrowd.journal import AssignRole, Entry, Generalize, Protect, Recode, Suppress, derive
from incrowd.journal.decisions import Decision, from_json, subject, to_json

RECODE = Recode("priority", 3, (("age", "sex"), ("job",)))


def entries(*made: Decision) -> list[Entry]:
    return [Entry(f"d{place}", decision, "now") for place, decision in enumerate(made, 1)]


def test_written_and_read_it_is_the_same() -> None:
    assert from_json(json.loads(json.dumps(to_json(RECODE)))) == RECODE


@pytest.mark.parametrize(
    ("recode", "words"),
    [
        (RECODE, "recoded row by row to k = 3, keeping age, sex as exact as possible"),
        (Recode("priority", 1000), "recoded row by row to k = 1,000"),
        (Recode("priority", 2, ((),)), "recoded row by row to k = 2"),
    ],
    ids=["ranked", "not ranked", "an empty rank"],
)
def test_in_words(recode: Recode, words: str) -> None:
    assert recode.describe() == words


@pytest.mark.parametrize(
    ("method", "k", "message"),
    [
        ("priority", 0, "k = 0 is not possible"),
        ("prioritty", 2, "'prioritty'"),
        ("optimal", 2, "'optimal'"),
    ],
)
def test_what_cannot_be_recoded(method: str, k: int, message: str) -> None:
    with pytest.raises(IncrowdError, match=message):
        Recode(method, k)


def test_it_takes_the_place_of_levels_and_k() -> None:
    derived = derive(TABLE, entries(Generalize("age", 1), Suppress(9), RECODE), HEIGHTS)
    assert (derived.levels, derived.k, derived.recode) == ({}, 3, RECODE)
    assert derived.superseded == {"d1", "d2"}


def test_roles_and_protections_stay_beside_it() -> None:
    guard = Protect("pay", "distinct_l", 3)
    made = entries(AssignRole("job", "insensitive"), guard, RECODE)
    derived = derive(TABLE, made, HEIGHTS)
    assert derived.roles["job"].value == "insensitive"
    assert derived.protections == {"pay": guard}
    assert derived.superseded == frozenset()


def test_the_last_of_two_counts_and_undoing_it_brings_the_first_back() -> None:
    other = Recode("priority", 5)
    derived = derive(TABLE, entries(RECODE, other), HEIGHTS)
    assert (derived.recode, derived.k, derived.superseded) == (other, 5, {"d1"})
    assert derive(TABLE, entries(RECODE), HEIGHTS).recode == RECODE
    assert subject(RECODE) == subject(other)


def test_without_a_quasi_identifier_it_does_not_apply() -> None:
    nobody = [AssignRole(name, "insensitive") for name in ("age", "sex", "job")]
    derived = derive(TABLE, entries(RECODE, *nobody, Suppress(4)), HEIGHTS)
    assert (derived.recode, derived.k, derived.void) == (None, 4, {"d1"})
