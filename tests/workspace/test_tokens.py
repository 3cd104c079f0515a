"""Tokens: who they belong to, what they let people see, and what is kept of them."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter, NotAllowed, WorkspaceError
from incrowd.workspace.folder import Record
from incrowd.workspace.tokens import Tokens, User, owner, write_private


def record(dataset_id: str, made_by: str) -> Record:
    return Record(dataset_id, "people.csv", 5, 2, "2024-01-01T00:00:00Z", made_by)


@pytest.mark.parametrize(
    ("user", "sees"),
    [
        (User("ana"), ["own"]),
        (User("ana", frozenset({"shared"})), ["own", "shared"]),
        (User("bob"), []),
        (User("bob", None), ["own", "shared", "other"]),
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
    ana, bob = tokens.issue("ana", ["b", "a"]), tokens.issue("bob", None)
    assert tokens.find(ana) == User("ana", frozenset({"a", "b"}))
    assert tokens.find(bob) == User("bob", None)
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
    token = Tokens(tmp_path).issue("ana", ["d"])
    path = tmp_path / "tokens.json"
    assert token not in path.read_text()
    (kept,) = json.loads(path.read_text()).values()
    assert kept == {"user": "ana", "datasets": ["d"]}
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


@pytest.mark.parametrize("name", ["", "  ", "owner"])
def test_names_that_nobody_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidParameter, match=f"'{name}' cannot be the name of a user"):
        Tokens(tmp_path).issue(name)
    assert not (tmp_path / "tokens.json").exists()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"ab": {"user": "x"}}', '{"ab": 5}', '{"ab": {"user": "x", "datasets": 5}}'],
)
def test_a_damaged_file_is_named_and_never_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(content)
    tokens = Tokens(tmp_path)
    for attempt in (lambda: tokens.find("x"), lambda: tokens.issue("ana")):
        with pytest.raises(WorkspaceError, match=r"tokens\.json") as refusal:
            attempt()
        assert refusal.value.hint == "Repair it, or delete it."
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
    monkeypatch.setattr("incrowd.workspace.tokens.monotonic", lambda: float("inf"))
    assert tokens.redeem(late) is None
    assert tokens.redeem(tokens.house_token) is None
