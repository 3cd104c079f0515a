"""Releases in one PostgreSQL are linked inside it: what-ifs and scans tell what files tell."""

from __future__ import annotations

import pytest
from command_line import incrowd
from linked_hospitals import QUESTIONS, ask, make
from servers.account import STRANGE


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return make(tmp_path_factory.mktemp("hospitals"))


@pytest.fixture(scope="module")
def tables(files, postgresql):
    for file in files:
        postgresql.load(file.with_suffix(".sql").read_text("utf-8"))
    return [postgresql.url(file.stem) for file in files]


@pytest.fixture(autouse=True)
def _password(monkeypatch):
    monkeypatch.setenv("PGPASSWORD", STRANGE)


@pytest.mark.parametrize("question", QUESTIONS)
def test_linking_tells_what_files_tell(files, tables, question):
    places, inside = ask(tables, question, files[0].parent)
    elsewhere, here = ask(files, question, files[0].parent)
    assert inside == here
    assert {place["engine"] for place in places} == {"PostgreSQL"}
    assert {place["engine"] for place in elsewhere} == {None}
    assert all("joined combinations came here." in place["words"] for place in places)


def test_the_terminal_says_where_and_explains_the_statement(tables):
    words = ("--sensitive", "1.diagnosis", "--on", "sex", "--know", "sex=female", "--explain")
    done = incrowd("link", *tables, *words, PGPASSWORD=STRANGE)
    assert done.returncode == 0, done.stderr
    assert "Joined inside PostgreSQL at postgresql://ann@127.0.0.1" in " ".join(done.stdout.split())
    assert "-- postgresql: joining inside the engine (" in done.stderr
    assert "WITH s0 AS (" in done.stderr
    assert STRANGE not in done.stdout + done.stderr
