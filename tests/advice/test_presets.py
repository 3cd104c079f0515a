"""Presets: what comes with incrowd cites its sources, and what people write is checked."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.advice.gauges import BANDS, band
from incrowd.advice.presets.built_in import ALIASES, BUILT_IN, find_preset
from incrowd.advice.presets.own import parse_preset, read_preset, write_preset
from incrowd.advice.presets.preset import LIMITS, NOTE, Preset
from incrowd.errors import IncrowdError, InvalidParameter, MalformedData, UnknownName

every_preset = pytest.mark.parametrize("preset", BUILT_IN, ids=lambda preset: preset.name)


@every_preset
def test_a_preset_has_every_limit_with_its_source(preset: Preset) -> None:
    assert [limit.check for limit in preset.limits] == list(LIMITS)
    for limit in preset.limits:
        kind = LIMITS[limit.check]
        assert kind.least <= limit.value <= kind.most
        assert limit.unit == kind.unit
        assert len(limit.source) > 10
    assert preset.note == NOTE
    assert "not the same as legal compliance" in preset.note
    assert not preset.own


@every_preset
def test_the_limits_of_a_preset_agree_with_each_other(preset: Preset) -> None:
    assert 100 / preset.k <= preset.highest_risk + 1e-9
    assert preset.k == preset.limit("smallest_group").value
    assert preset.average_risk <= preset.highest_risk


def test_the_limits_are_those_that_were_agreed() -> None:
    figures = {
        preset.name: (preset.k, preset.highest_risk, preset.average_risk) for preset in BUILT_IN
    }
    assert figures["public"] == (10, 10, 5)
    assert figures["partner"] == (5, 20, 10)
    assert figures["internal"] == (3, 33.4, 20)
    assert figures["clinical"] == (12, 9, 9)
    assert {(preset.diversity, preset.closeness) for preset in BUILT_IN} == {(2, 0.5)}
    assert set(figures) == {
        "public",
        "partner",
        "internal",
        "clinical",
        "safe_harbor",
        "statistics",
    }


def test_eleven_are_too_few_for_nine_percent() -> None:
    assert 100 / 11 > find_preset("clinical").highest_risk >= 100 / find_preset("clinical").k


def test_earlier_names_are_still_known() -> None:
    assert find_preset("research") is find_preset("partner")
    assert set(ALIASES.values()) <= {preset.name for preset in BUILT_IN}
    with pytest.raises(UnknownName) as caught:
        find_preset("pubic")
    assert "Did you mean 'public'?" in caught.value.hint


OURS = """
name = "clinic"
title = "our clinic"
[limits]
k = 8
average_risk = 6.5
[sources]
k = "Board of data protection, 3 March 2026"
"""


def test_a_file_is_read_and_completed(tmp_path: Path) -> None:
    path = tmp_path / "any.toml"
    path.write_text(OURS, encoding="utf-8")
    preset = read_preset(path)
    assert (preset.name, preset.title, preset.own) == ("clinic", "our clinic", True)
    assert (preset.k, preset.average_risk, preset.highest_risk) == (8, 6.5, 12.5)
    assert (preset.diversity, preset.closeness) == (2, 0.5)
    assert preset.limit("smallest_group").source == "Board of data protection, 3 March 2026"
    assert "Not said" in preset.limit("average_risk").source
    path.write_text(write_preset(preset), encoding="utf-8")
    assert read_preset(path) == preset


def test_a_file_without_a_name_is_called_as_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Our Clinic.toml"
    path.write_text("[limits]\nsmallest_group = 4\n", encoding="utf-8")
    assert read_preset(path).name == "our-clinic"


NONSENSE = {
    "unknown check": ("[limits]\nk = 5\nsmallest_grop = 5", "Did you mean 'smallest_group'?"),
    "unknown field": ('colour = "red"\n[limits]\nk = 5', "Choose from"),
    "k = 0": ("[limits]\nk = 0", "from 2 to"),
    "k = 1": ("[limits]\nk = 1", "from 2 to"),
    "k = -5": ("[limits]\nk = -5", "from 2 to"),
    "k = 2.5": ("[limits]\nk = 2.5", "whole number"),
    "huge k": (f"[limits]\nk = {10**18}", "from 2 to"),
    "text for k": ('[limits]\nk = "five"', "without quotes"),
    "truth for k": ("[limits]\nk = true", "without quotes"),
    "list for k": ("[limits]\nk = [5]", "without quotes"),
    "no k": ("[limits]\naverage_risk = 5", "smallest_group = 5"),
    "nothing": ("", "smallest_group = 5"),
    "negative limit": ("[limits]\nk = 5\naverage_risk = -1", "from 0 to 100"),
    "above 100 %": ("[limits]\nk = 5\nhighest_risk = 101", "from 0 to 100"),
    "not a number": ("[limits]\nk = 5\ncloseness = nan", "without quotes"),
    "infinite": ("[limits]\nk = 5\naverage_risk = inf", "without quotes"),
    "t = 2": ("[limits]\nk = 5\nt = 2", "from 0 to 1"),
    "l = 0": ("[limits]\nk = 5\nl = 0", "from 1 to"),
    "named twice": ("[limits]\nk = 5\nsmallest_group = 6", "Name it once"),
    "no table": ("limits = 5", "docs/verdict.md"),
    "source of what": ('[limits]\nk = 5\n[sources]\nfoo = "x"', "Choose from"),
    "number as title": ("title = 5\n[limits]\nk = 5", "in quotes"),
    "shadow": ('name = "public"\n[limits]\nk = 2', "Choose another name"),
    "shadow of an alias": ('name = "research"\n[limits]\nk = 2', "Choose another name"),
    "path as name": ('name = "../x"\n[limits]\nk = 2', "small letters"),
    "broken": ("[limits\nk = 5", "docs/verdict.md"),
    "twice the same key": ("[limits]\nk = 5\nk = 6", "docs/verdict.md"),
    "too long": (f'title = "{"x" * 301}"\n[limits]\nk = 5', "up to 300"),
}


@pytest.mark.parametrize(("text", "hint"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_a_hint(text: str, hint: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((InvalidParameter, UnknownName, MalformedData)) as caught:
        read_preset(path)
    assert hint in caught.value.hint


def test_what_is_no_text_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b"\xff\xfe\x00")
    for place in (path, tmp_path, tmp_path / "nowhere.toml"):
        with pytest.raises(IncrowdError) as caught:
            read_preset(place)
        assert caught.value.hint


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_survives_being_written(title: str, source: str) -> None:
    text = title.encode("utf-8", "ignore").decode(), source.encode("utf-8", "ignore").decode()
    preset = parse_preset(
        {"name": "a", "title": text[0], "limits": {"k": 3}, "sources": {"k": text[1]}}
    )

    again = parse_preset(tomllib.loads(write_preset(preset)))
    assert again.title == preset.title
    assert [limit.value for limit in again.limits] == [limit.value for limit in preset.limits]


@given(st.floats(0, 100), st.floats(0.1, 100))
def test_a_figure_over_the_limit_is_never_green(percent: float, limit: float) -> None:
    word = band(percent, limit).word
    assert (word == "low") == (percent <= limit + 1e-9)
    assert (word == "high") == (percent > 2 * limit + 1e-9)
    assert band(percent, limit).number in range(len(BANDS))


@given(st.floats(0, 100))
def test_without_a_limit_bands_are_as_they_were(percent: float) -> None:
    end, word = next(entry for entry in BANDS if percent < entry[0])
    assert band(percent).word == word
    assert math.isinf(end) or percent < end
