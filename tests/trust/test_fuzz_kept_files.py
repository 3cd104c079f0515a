"""Files of a workspace that somebody changed: tokens, sources, records, addresses, journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines.stored.storage import read_notes
from incrowd.errors import DamagedJournal
from incrowd.journal.decisions import Suppress
from incrowd.journal.journal import Event, Journal
from incrowd.workspace.first_levels import read_first_levels
from incrowd.workspace.folder import Workspace, new_id
from incrowd.workspace.goals import chosen_preset
from incrowd.workspace.remote_data import read_address
from incrowd.workspace.source_file import SourceFile
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import owner
from trust.hostile_input import (
    TEXTS,
    altered,
    altered_json,
    assert_in_words,
    encoded,
    file_of,
    read_or_refuse,
)

TOKENS = {"0" * 64: {"user": "ana", "datasets": {"0123456789abcdef": "view"}}}
SOURCE = {"id": "a" * 16, "name": "clinic", "url": "postgresql://ann@db/c", "owner": "ana"}
SETTINGS = '[[source]]\nname = "c"\nurl = "postgresql://ann@db/c"\npassword_env = "SECRET"\n'
RECORD = {
    **{"id": "0123456789abcdef", "name": "p.csv", "rows": 5, "columns": 2},
    **{"created": "2026-01-01T00:00:00+00:00", "owner": "ana", "place": None},
}
REMOTE = {"url": "postgresql://ann@db/c#people", "source": "3f"}
PROFILE = {"name": "age", "kind": "integer", "rows": 1, "missing": 0, "distinct": 1}
NOTES = {"name": "p", "rows": 1, "profiles": [{**PROFILE, "markers": [], "common": [["1", 1]]}]}
LINE = Event(1, "decide", "d1", "2026-01-01T00:00:00+00:00", Suppress(5)).to_line()

DEEP = b"[" * 200_000
BYTES = st.one_of(st.binary(max_size=80), st.just(DEEP))


def contents(valid: Any) -> st.SearchStrategy[bytes]:
    """A file with this document, damaged in some way."""
    document = valid if isinstance(valid, dict) else {"": valid}
    changed = altered_json(document).map(lambda new: new if isinstance(valid, dict) else [new])
    return st.one_of(
        BYTES,
        TEXTS.map(encoded),
        altered(json.dumps(valid)).map(encoded),
        changed.map(lambda new: encoded(json.dumps(new))),
    )


@given(content=contents(TOKENS))
@settings(max_examples=scaled(200))
@example(content=DEEP)
@example(content=b'{"a": {"user": "ana", "datasets": 5}}')
@example(content=b'{"a": {"user": "ana", "datasets": {"b": []}}}')
@example(content=b"\xff")
@example(content="{}".encode("utf-16"))
def test_tokens(content: bytes) -> None:
    with file_of(content, "tokens.json") as path:
        tokens = Tokens(path.parent, "the owner's")
        assert tokens.find("the owner's") == owner()
        read_or_refuse(lambda: tokens.find("somebody's"))
        read_or_refuse(lambda: tokens.revoke("ana"))
        read_or_refuse(lambda: tokens.issue("bob"))


@given(content=contents([SOURCE]))
@settings(max_examples=scaled(200))
@example(content=DEEP)
@example(content=json.dumps([{**SOURCE, "url": 5}]).encode())
@example(content=json.dumps([{**SOURCE, "url": "\0", "uploaded": True}]).encode())
@example(content=json.dumps([{**SOURCE, "id": "../..", "uploaded": True}]).encode())
@example(content=json.dumps([{**SOURCE, "id": ["x"], "uploaded": True}]).encode())
def test_sources(content: bytes) -> None:
    with file_of(content, "sources.json") as path:
        file = SourceFile(path.parent)
        for source in read_or_refuse(file.read) or []:
            assert isinstance(source.shown, str)
            assert isinstance(source.kind, str)
            assert not source.uploaded or path.parent in file.upload(source).resolve().parents


@given(content=st.one_of(BYTES, altered(SETTINGS).map(encoded)))
@settings(max_examples=scaled(200))
@example(content=b"source = 5")
@example(content=b"a = " + b"9" * 5000)
@example(content=b"a = " + DEEP)
@example(content=b"source = [[1]]")
def test_settings_of_sources(content: bytes) -> None:
    with file_of(content, "sources.toml") as path:
        for source in read_or_refuse(SourceFile(path.parent).read_settings) or []:
            assert isinstance(source.kind, str)


@given(content=contents(RECORD))
@settings(max_examples=scaled(200))
@example(content=DEEP)
@example(content=json.dumps({**RECORD, "created": None}).encode())
@example(content=json.dumps({**RECORD, "owner": ["ana"]}).encode())
@example(content=json.dumps({**RECORD, "rows": "many"}).encode())
@example(content=json.dumps({**RECORD, "rows": 1e999}).encode())
@example(content=json.dumps({**RECORD, "name": "\ud800"}).encode())
@example(content=json.dumps({**RECORD, "id": "../../etc"}).encode())
def test_a_damaged_record_leaves_the_others_alone(content: bytes) -> None:
    with file_of(b"", "x") as path:
        workspace = Workspace(path.parent / "workspace")
        try:
            whole = workspace.create("people.csv", "ana", lambda folder: (5, 2))
            damaged = workspace.datasets / new_id()
            damaged.mkdir()
            (damaged / "dataset.json").write_bytes(content)
            records = workspace.records()
            assert whole in records
            for record in records:
                assert record.id in (whole.id, damaged.name)
                json.dumps(record.name, ensure_ascii=False).encode()
                owner().check(record)
        finally:
            workspace.close()


@given(content=contents(REMOTE))
@settings(max_examples=scaled(200))
@example(content=b'{"url": 5, "source": "3f"}')
@example(content=b'{"url": "", "source": []}')
@example(content=DEEP)
def test_where_a_table_lies(content: bytes) -> None:
    with file_of(content, "remote.json") as path:
        remote = read_or_refuse(lambda: read_address(path.parent), str(path.parent))
        if remote is not None:
            read_or_refuse(lambda: str(remote.shown))


@given(content=contents({"zip": 2}))
@example(content=b'{"zip": Infinity}')
@example(content=b'{"zip": 1e999}')
@example(content=b'{"zip": 1.5}')
@example(content=DEEP)
def test_first_levels(content: bytes) -> None:
    with file_of(content, "first_levels.json") as path:
        levels = read_or_refuse(lambda: read_first_levels(path.parent), str(path.parent))
        assert all(isinstance(level, int) for level in (levels or {}).values())


@given(content=contents(NOTES))
@settings(max_examples=scaled(200))
@example(content=b'{"name": "p", "profiles": 5}')
@example(content=b'{"name": "p", "profiles": [5]}')
@example(content=b'{"name": "p", "profiles": [], "style": []}')
@example(content=DEEP)
def test_notes_on_a_stored_table(content: bytes) -> None:
    with file_of(content, "data.parquet.json") as path:
        read_or_refuse(lambda: read_notes(path.with_name("data.parquet")), str(path.parent))


@given(content=st.one_of(st.binary(max_size=80), st.just(b"\xff"), TEXTS.map(encoded)))
@example(content=b"\xff\xfe")
def test_the_chosen_preset(content: bytes) -> None:
    with file_of(content, "preset.txt") as path:
        assert isinstance(read_or_refuse(lambda: chosen_preset(path.parent)), str | None)


GOAL = {"preset": "public", "important": [["age"], ["zip", "sex"]], "use": "statistics"}


@given(content=contents(GOAL))
@settings(max_examples=scaled(200))
@example(content=b'{"preset": 5, "important": {}, "use": []}')
@example(content=DEEP)
def test_a_goal(content: bytes) -> None:
    with file_of(content, "goal.json") as path:
        assert isinstance(read_or_refuse(lambda: chosen_preset(path.parent)), str | None)


@given(line=st.one_of(BYTES, altered(LINE.decode().rstrip("\n")).map(encoded)))
@settings(max_examples=scaled(200))
@example(line=DEEP)
@example(line=b'{"revision": 1, "event": "decide", "id": [], "at": 5, "decision": {}}')
@example(line=b'{"revision": true, "event": "undo", "id": "d1", "at": "x"}')
@example(line=b'{"revision": 1, "event": "undo", "id": ["d1"], "at": "x"}')
@example(line=b'{"revision": 1, "event": "undo", "id": "d1", "at": "\\ud800"}')
def test_a_line_of_a_journal(line: bytes) -> None:
    with file_of(LINE + line + b"\n", "journal.jsonl") as path:
        before = path.read_bytes()
        try:
            journal = Journal.open(path)
        except DamagedJournal as error:
            assert_in_words(error)
            assert path.read_bytes() == before
        else:
            assert all(isinstance(entry.at, str) for entry in journal.active)
            read_or_refuse(lambda: journal.jumping(0))


def test_a_line_of_a_journal_by_itself(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_bytes(LINE)
    assert Journal.open(tmp_path / "journal.jsonl").revision == 1
