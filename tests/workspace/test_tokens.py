"""Tokens: who they belong to, what they let people see, and what is kept of them."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter, NotAllowed, NotFound, WorkspaceError
from incrowd.workspace.folder import Record
from incrowd.workspace.tokens import Tokens, write_private
from incrowd.workspace.users import ALL, Right, User, owner

SHARED = {"a": Right.VIEW, "b": Right.WORK}


def record(dataset_id: str, made_by: str) -> Record:
    return Record(dataset_id, "people.csv", 5, 2, "2024-01-01T00:00:00Z", made_by)


@pytest.mark.parametrize(
    ("user", "sees"),
    [
        (User("ana"), ["own"]),
        (User("ana", {"shared": Right.VIEW}), ["own", "shared"]),
        (User("bob"), []),
        (User("bob", {ALL: Right.VIEW}), ["own", "shared", "other"]),
        (owner(), ["own", "shared", "other"]),
    ],
    ids=["her own", "what is shared", "nothing of others", "everything", "the owner"],
)
def test_who_sees_which_data_sets(user: User, sees: list[str]) -> None:
    records = [record("own", "ana"), record("shared", "carl"), record("other", "carl")]
    assert [each.id for each in records if user.may_see(each)] == sees


def test_what_somebody_may_not_see_is_refused() -> None:
    mine = record("x", "ana")
    assert User("ana").check(mine) is mine
    with pytest.raises(NotAllowed, match="belongs to somebody else") as refusal:
        User("bob").check(mine)
    assert refusal.value.hint == "Ask them, or the owner of the server."
    assert "people.csv" not in refusal.value.message


def test_a_token_finds_its_person_and_what_was_shared(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    ana, bob = tokens.issue("ana", SHARED), tokens.issue("bob", {ALL: Right.OWN})
    assert tokens.find(ana) == User("ana", SHARED)
    assert tokens.find(bob) == User("bob", {ALL: Right.OWN})
    assert tokens.find(tokens.house_token) == owner()
    assert ana != bob


@pytest.mark.parametrize("wrong", ["", "x", "\ud800", "ñ" * 50], ids=ascii)
def test_other_words_belong_to_nobody(tmp_path: Path, wrong: str) -> None:
    tokens = Tokens(tmp_path)
    token = tokens.issue("ana")
    assert tokens.find(wrong) is None
    assert tokens.find(token[:-1]) is None
    assert tokens.find(f"{token} ") is None


def test_only_the_hash_is_kept_and_only_the_owner_reads_it(tmp_path: Path) -> None:
    token = Tokens(tmp_path).issue("ana", {"d": Right.WORK})
    path = tmp_path / "tokens.json"
    assert token not in path.read_text()
    (kept,) = json.loads(path.read_text()).values()
    assert kept == {"user": "ana", "datasets": {"d": "work"}}
    for file in (path, tmp_path / "token"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["token", "tokens.json"]


def test_tokens_of_another_process_are_known_at_once(tmp_path: Path) -> None:
    running, command = Tokens(tmp_path), Tokens(tmp_path)
    first = command.issue("ana")
    assert running.find(first) == User("ana")
    second = command.issue("bob")
    os.utime(tmp_path / "tokens.json", ns=(1, 1))  # a clock that does not tell them apart
    assert running.find(second) == User("bob")
    assert running.find(first) == User("ana")


def test_a_token_that_was_taken_out_of_the_file_is_worth_nothing(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    token = tokens.issue("ana")
    assert tokens.find(token) is not None
    (tmp_path / "tokens.json").write_text("{}")
    assert tokens.find(token) is None
    (tmp_path / "tokens.json").unlink()
    assert tokens.find(token) is None


def test_the_token_of_the_house_survives_a_restart(tmp_path: Path) -> None:
    first = Tokens(tmp_path).house_token
    assert Tokens(tmp_path).house_token == first
    chosen = "chosen"
    assert Tokens(tmp_path, chosen).house_token == chosen
    assert Tokens(tmp_path).house_token == first
    (tmp_path / "token").write_text("\n")
    assert len(Tokens(tmp_path).house_token) >= 32


@pytest.mark.parametrize("name", ["", "  ", "owner", "Owner ", "ｏwner"])
def test_names_that_nobody_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidParameter, match=f"'{name}' cannot be the name of a user"):
        Tokens(tmp_path).issue(name)
    assert not (tmp_path / "tokens.json").exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        '{"ab": {"user": "x"}}',
        '{"ab": 5}',
        '{"ab": {"user": "x", "datasets": 5}}',
        '{"a": {"user": "x", "datasets": {"d": "rule"}}}',
    ],
)
def test_a_damaged_file_is_named_and_never_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(content)
    tokens = Tokens(tmp_path)
    for attempt in (lambda: tokens.find("x"), lambda: tokens.issue("ana")):
        with pytest.raises(WorkspaceError, match=r"tokens\.json") as refusal:
            attempt()
        assert refusal.value.hint == "Repair it or delete it."
    assert path.read_text() == content
    assert tokens.find(tokens.house_token) == owner()


def test_a_private_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o644)
    write_private(path, "né")
    assert path.read_bytes() == "né".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]


def test_a_ticket_lets_the_owner_in_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = Tokens(tmp_path)
    ticket, late = tokens.issue_ticket(), tokens.issue_ticket()
    assert tokens.house_token not in (ticket, late)
    assert tokens.find(ticket) is None
    assert tokens.redeem(ticket) == tokens.house_token
    assert tokens.redeem(ticket) is None
    monkeypatch.setattr("incrowd.workspace.tickets.monotonic", lambda: float("inf"))
    assert tokens.redeem(late) is None
    assert tokens.redeem(tokens.house_token) is None


def test_what_was_shared_in_earlier_versions_can_be_worked_on(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    token = tokens.issue("ana")
    path = tmp_path / "tokens.json"
    (hashed,) = json.loads(path.read_text())
    path.write_text(json.dumps({hashed: {"user": "ana", "datasets": ["d"]}}))
    assert tokens.find(token) == User("ana", {"d": Right.WORK})
    path.write_text(json.dumps({hashed: {"user": "ana", "datasets": "all"}}))
    assert Tokens(tmp_path).find(token) == User("ana", {ALL: Right.OWN})


@pytest.mark.parametrize("again", ["ana", "Ana", " ana ", "ａna"])
def test_a_name_that_is_taken_gets_no_second_token_by_accident(tmp_path: Path, again: str) -> None:
    tokens = Tokens(tmp_path)
    first = tokens.issue("ana")
    with pytest.raises(InvalidParameter, match="'ana' has a token already") as refusal:
        tokens.issue(again)
    assert refusal.value.hint is not None
    assert "--renew" in refusal.value.hint
    assert tokens.find(first) == User("ana")


def test_a_new_token_ends_the_old_one(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    old, other = tokens.issue("ana", SHARED), tokens.issue("bob")
    new = tokens.issue("ana", {"a": Right.WORK}, renew=True)
    assert tokens.find(old) is None
    assert tokens.find(new) == User("ana", {"a": Right.WORK})
    assert tokens.find(other) == User("bob")


def test_a_token_can_be_revoked(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    ana, bob = tokens.issue("ana"), tokens.issue("bob")
    tokens.revoke("Ana")
    assert (tokens.find(ana), tokens.find(bob)) == (None, User("bob"))
    with pytest.raises(NotFound, match="'ana' has no token"):
        tokens.revoke("ana")
