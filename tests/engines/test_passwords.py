"""Passwords: where they are looked for, in which order, and that nothing prints them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from incrowd.engines.servers.address import Server, parse_server
from incrowd.engines.servers.passwords import (
    KEYRING,
    GivenPasswordOnly,
    ask_password,
    known_password,
    password_prompt,
    password_variable,
)

SERVER: Server = parse_server("postgresql://ann@db.example/clinic")[0]
OWN, TOOLS = "INCROWD_PASSWORD_ANN_DB_EXAMPLE_CLINIC", "PGPASSWORD"


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (OWN, TOOLS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "keyring", None)


def with_keyring(monkeypatch: pytest.MonkeyPatch, get: Callable[[str, str], object]) -> None:
    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_password=get))


def test_nothing_is_known_where_nothing_is_set() -> None:
    assert known_password(SERVER) is None


def test_our_variable_comes_before_that_of_the_tools_and_both_before_the_keyring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_keyring(monkeypatch, lambda service, name: "of the keyring")
    assert known_password(SERVER) == "of the keyring"
    monkeypatch.setenv(TOOLS, "of the tools")
    assert known_password(SERVER) == "of the tools"
    monkeypatch.setenv(OWN, "our own")
    assert known_password(SERVER) == "our own"
    monkeypatch.setenv(OWN, "")
    assert known_password(SERVER) == ""


def test_the_keyring_is_asked_for_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    with_keyring(monkeypatch, lambda service, name: asked.append((service, name)))
    assert known_password(SERVER) is None
    assert asked == [(KEYRING, "postgresql://ann@db.example:5432/clinic")]


def test_a_broken_keyring_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(service: str, name: str) -> None:
        raise RuntimeError("locked")

    with_keyring(monkeypatch, fail)
    assert known_password(SERVER) is None


@pytest.mark.parametrize(
    ("url", "variable"),
    [
        ("mysql://ann@db.example/clinic", "INCROWD_PASSWORD_ANN_DB_EXAMPLE_CLINIC"),
        ("mysql://db/clinic", "INCROWD_PASSWORD_DB_CLINIC"),
        ("mysql://db:3306/clinic", "INCROWD_PASSWORD_DB_CLINIC"),
        ("mysql://db:5432/clinic", "INCROWD_PASSWORD_DB_5432_CLINIC"),
        ("postgresql://ann%40x@[::1]/a-b", "INCROWD_PASSWORD_ANN_X_1_A_B"),
    ],
)
def test_the_variable_is_made_of_who_asks_where(url: str, variable: str) -> None:
    assert password_variable(parse_server(url)[0]) == variable


def test_somebody_is_asked_only_within_the_block() -> None:
    asked: list[str] = []

    def ask(url: str) -> str:
        asked.append(url)
        return "typed"

    assert ask_password(SERVER) is None
    with password_prompt(ask):
        assert ask_password(SERVER) == "typed"
        with password_prompt(lambda url: None):
            assert ask_password(SERVER) is None
        assert ask_password(SERVER) == "typed"
    assert ask_password(SERVER) is None
    assert asked == [SERVER.url] * 2


def test_a_given_password_is_never_printed() -> None:
    given = GivenPasswordOnly("hush")
    assert "hush" not in f"{given!r} {given}"
    assert given == GivenPasswordOnly("hush")
