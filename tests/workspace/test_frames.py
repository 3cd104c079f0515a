"""Pages of one data set inside another platform: who they are, and when that ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.errors import NotAllowed
from incrowd.workspace.folder import Record
from incrowd.workspace.frames import LASTS
from incrowd.workspace.tickets import MOST, Tickets, hash_secret
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import Right


def record(dataset_id: str, owner: str = "ana") -> Record:
    return Record(id=dataset_id, name="people.csv", owner=owner, created="", rows=1, columns=1)


def test_a_ticket_begins_one_session_for_one_data_set(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    given = tokens.issue("ana")
    ticket = tokens.frames.issue_ticket("d1", Right.WORK, hash_secret(given))
    assert tokens.find(ticket) is None
    session = tokens.frames.begin(ticket)
    assert session is not None
    assert (session.dataset, session.seconds) == ("d1", LASTS)
    assert tokens.frames.begin(ticket) is None
    user = tokens.find(session.token)
    assert user is not None
    assert user.frame == "d1"
    user.check(record("d1"), Right.WORK)
    for dataset, needed in (("d1", Right.OWN), ("d2", Right.VIEW)):
        with pytest.raises(NotAllowed):
            user.check(record(dataset), needed)


def test_a_session_ends_with_the_token_that_gave_it(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    given = hash_secret(tokens.issue("ana"))
    waiting = tokens.frames.issue_ticket("d1", Right.WORK, given)
    session = tokens.frames.begin(tokens.frames.issue_ticket("d1", Right.WORK, given))
    assert session is not None
    tokens.issue("ana", renew=True)
    assert tokens.find(session.token) is None
    assert tokens.frames.begin(waiting) is None


def test_a_session_ends_after_some_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = Tokens(tmp_path)
    giver = hash_secret(tokens.house_token)
    session = tokens.frames.begin(tokens.frames.issue_ticket("d1", Right.VIEW, giver))
    assert session is not None
    assert tokens.find(session.token) is not None
    monkeypatch.setattr("incrowd.workspace.frames.monotonic", lambda: float("inf"))
    assert tokens.find(session.token) is None


def test_tickets_do_not_pile_up() -> None:
    tickets = Tickets[int]()
    first = tickets.issue(0)
    latest = [tickets.issue(number) for number in range(1, MOST + 1)][-1]
    assert tickets.redeem(first) is None
    assert tickets.redeem(latest) == MOST
