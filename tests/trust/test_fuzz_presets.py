"""Presets that somebody wrote: read, or refused in words; what is kept is read as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.advice.presets.own import parse_preset, read_preset, to_preset, write_preset
from incrowd.advice.presets.preset import Preset
from trust.hostile_input import TEXTS, altered, altered_json, encoded, file_of, read_or_refuse

FIELDS: dict[str, Any] = {
    "name": "clinic",
    "title": "our clinic",
    "explanation": "for partners",
    "limits": {"smallest_group": 8, "average_risk": 6.5, "diversity": 2},
    "sources": {"smallest_group": "the board"},
}
VALID = write_preset(parse_preset(FIELDS))


def is_whole(preset: Preset | None) -> None:
    """What was read can be kept, and is the same when it is read again."""
    if preset is None:
        return
    assert preset.k >= 1
    with file_of(encoded(write_preset(preset)), "kept.toml") as path:
        assert read_preset(path) == preset


@given(content=st.binary(max_size=200))
@example(content=b"\xff\xfe")
@example(content=b"a = " + b"[" * 100_000)
@example(content=b"a = " + b"9" * 5000)
@example(content=b"a = 0x" + b"f" * 5000)
@example(content=b"[limits]\nsmallest_group = 0x" + b"f" * 5000)
@example(content=b"[limits]\nsmallest_group = 1e999")
@example(content=b"[limits]\nsmallest_group = nan")
@example(content=b"[limits]\nsmallest_group = 0001-01-01")
@example(content=b"a.b" + b".c" * 20_000 + b" = 1")
def test_random_bytes(content: bytes) -> None:
    with file_of(content, "own.toml") as path:
        is_whole(read_or_refuse(lambda: read_preset(path), str(path.parent)))


@given(text=st.one_of(TEXTS, altered(VALID)))
@settings(max_examples=scaled(200))
def test_an_altered_file(text: str) -> None:
    with file_of(encoded(text), "own.toml") as path:
        is_whole(read_or_refuse(lambda: read_preset(path), str(path.parent)))


@given(fields=altered_json(FIELDS))
@settings(max_examples=scaled(200))
@example(fields={**FIELDS, "limits": {"smallest_group": 10**400}})
@example(fields={**FIELDS, "limits": {"smallest_group": True}})
@example(fields={**FIELDS, "title": "\ud800"})
@example(fields={**FIELDS, "title": "\0\x7f\x85\u2028"})
@example(fields={**FIELDS, "sources": {"smallest_group": "\udcff"}})
def test_an_altered_request(fields: dict[str, Any]) -> None:
    is_whole(read_or_refuse(lambda: parse_preset(fields)))


@given(name=TEXTS)
@example(name="a\0.toml")
@example(name="a" * 5000 + ".toml")
@example(name="/dev.toml/x.toml")
def test_the_name_of_a_preset_or_file(name: str) -> None:
    read_or_refuse(lambda: to_preset(name))
    read_or_refuse(lambda: to_preset(name + ".toml"))


@pytest.mark.parametrize("length", [301, 100_000])
def test_a_long_text_is_refused(length: int) -> None:
    assert read_or_refuse(lambda: parse_preset({**FIELDS, "title": "x" * length})) is None
