"""Own presets on the disk: kept, replaced, bounded, deleted, and forgotten by data sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.advice.presets.built_in import BUILT_IN
from incrowd.advice.presets.own import parse_preset
from incrowd.errors import InvalidParameter, NotFound
from incrowd.workspace import own_presets
from incrowd.workspace.folder import Workspace
from incrowd.workspace.goals import choose_preset, chosen_preset
from incrowd.workspace.own_presets import OwnPresets


def preset(name: str, k: int = 7):
    return parse_preset({"name": name, "limits": {"k": k}})


def test_presets_survive_a_restart(tmp_path: Path) -> None:
    OwnPresets(tmp_path).save(preset("ours", 7))
    OwnPresets(tmp_path).save(preset("ours", 8))
    (own,) = [each for each in OwnPresets(tmp_path).listed() if each.own]
    assert (own.name, own.k) == ("ours", 8)
    assert OwnPresets(tmp_path).listed()[: len(BUILT_IN)] == BUILT_IN
    assert (tmp_path / "presets" / "ours.toml").stat().st_mode & 0o077 == 0


def test_a_damaged_file_hides_no_other(tmp_path: Path) -> None:
    presets = OwnPresets(tmp_path)
    presets.save(preset("ours"))
    (tmp_path / "presets" / "bad.toml").write_text("[limits", encoding="utf-8")
    (tmp_path / "presets" / "public.toml").write_text("[limits]\nk = 2", encoding="utf-8")
    assert [each.name for each in presets.listed() if each.own] == ["ours"]
    assert presets.find("public").k == 10


def test_there_is_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_presets, "MOST", 2)
    presets = OwnPresets(tmp_path)
    presets.save(preset("a"))
    presets.save(preset("b"))
    presets.save(preset("b", 9))
    with pytest.raises(InvalidParameter, match="presets already"):
        presets.save(preset("c"))


def test_data_that_was_meant_for_a_deleted_preset_is_for_public_release(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    try:
        presets = OwnPresets(workspace.folder)
        presets.save(preset("ours"))
        record = workspace.create("people", "ann", lambda folder: (1, 1))
        folder = workspace.place(record.id)
        assert chosen_preset(folder) == "public"
        choose_preset(folder, "ours")
        assert chosen_preset(folder) == "ours"
        presets.delete(workspace, "ours")
        assert chosen_preset(folder) == "public"
        for name, error in (("ours", NotFound), ("../x", NotFound), ("public", InvalidParameter)):
            with pytest.raises(error):
                presets.delete(workspace, name)
    finally:
        workspace.close()
