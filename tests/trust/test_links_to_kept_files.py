"""Links in the place of uploaded sources, presets, tokens and lists of sources are refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from api.live_server import LiveServer, is_problem, wait

from incrowd.advice.presets.own import parse_preset
from incrowd.errors import WorkspaceError
from incrowd.workspace.folder import Workspace
from incrowd.workspace.own_presets import OwnPresets
from incrowd.workspace.source_file import KeptSource, SourceFile
from incrowd.workspace.sources import Sources
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import owner

LINK = "is a link to another place"
FOREIGN = "a-token-of-somebody-else"
PRESET = parse_preset({"name": "ours", "limits": {"k": 7}})
SHOP = KeptSource("c" * 16, "shop", "sqlite:///shop.db", "owner", uploaded=True)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "workspace"
    place.mkdir(mode=0o700)
    return place


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder of somebody else, with all that could be taken for ours."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "token").write_text(FOREIGN)
    (folder / "tokens.json").write_text("{}")
    (folder / "sources.json").write_text("[]")
    (folder / "theirs.toml").write_text("[limits]\nk = 2\n")
    with closing(sqlite3.connect(folder / "shop.db")) as connection, connection:
        connection.execute("CREATE TABLE secret AS SELECT 1 AS a")
    return folder


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def link(path: Path, target: Path) -> None:
    path.parent.mkdir(exist_ok=True, mode=0o700)
    path.symlink_to(target)


KEPT: dict[str, Callable[[Path], object]] = {
    "token": Tokens,
    "tokens.json": lambda home: Tokens(home, "t").issue("ana"),
    "sources.json": lambda home: Sources(home).add(owner(), "a", "postgresql://a@b.example/c"),
}


@pytest.mark.parametrize("name", list(KEPT))
@pytest.mark.parametrize("there", [True, False], ids=["there", "gone"])
def test_a_file_of_ours_that_is_a_link(name: str, there: bool, home: Path, elsewhere: Path) -> None:
    before = snapshot(elsewhere)
    link(home / name, elsewhere / (name if there else "nothing"))
    with pytest.raises(WorkspaceError, match=LINK) as refusal:
        KEPT[name](home)
    assert FOREIGN not in str(refusal.value)
    assert (home / name).is_symlink()
    assert snapshot(elsewhere) == before


def test_others_are_kept_out_and_the_owner_is_not(home: Path, elsewhere: Path) -> None:
    """Whoever could put a list of tokens of theirs in our place would be let in."""
    token = Tokens(home, "mine").issue("eve", {})
    (home / "tokens.json").rename(elsewhere / "tokens.json")
    link(home / "tokens.json", elsewhere / "tokens.json")
    tokens = Tokens(home, "mine")
    with pytest.raises(WorkspaceError, match=LINK):
        tokens.find(token)
    found = tokens.find("mine")
    assert found is not None
    assert found.is_owner
    with pytest.raises(WorkspaceError, match=LINK):
        tokens.revoke("eve")


def test_a_preset_that_is_a_link(home: Path, elsewhere: Path) -> None:
    before, presets = snapshot(elsewhere), OwnPresets(home)
    presets.save(PRESET)
    link(home / "presets" / "theirs.toml", elsewhere / "theirs.toml")
    assert [each.name for each in presets.listed() if each.own] == ["ours"]
    theirs = parse_preset({"name": "theirs", "limits": {"k": 9}})
    with pytest.raises(WorkspaceError, match=LINK):
        presets.save(theirs)
    with closing(Workspace(home)) as workspace, pytest.raises(WorkspaceError, match=LINK):
        presets.delete(workspace, "theirs")
    assert snapshot(elsewhere) == before


def test_a_folder_of_presets_that_is_a_link(home: Path, elsewhere: Path) -> None:
    before, presets = snapshot(elsewhere), OwnPresets(home)
    with closing(Workspace(home)) as workspace:
        link(home / "presets", elsewhere)
        with pytest.raises(WorkspaceError, match=LINK):
            presets.listed()
        with pytest.raises(WorkspaceError, match=LINK):
            presets.save(PRESET)
        with pytest.raises(WorkspaceError, match=LINK):
            presets.delete(workspace, "theirs")
    assert snapshot(elsewhere) == before


@pytest.mark.parametrize("part", ["", SHOP.id, f"{SHOP.id}/shop.db"])
def test_an_uploaded_source_that_is_a_link(part: str, home: Path, elsewhere: Path) -> None:
    before, sources = snapshot(elsewhere), Sources(home)
    SourceFile(home).write([SHOP])
    whole = not part.endswith(".db")
    if not whole:
        (home / "sources").mkdir()
    link(home / "sources" / part, elsewhere if whole else elsewhere / "shop.db")
    (source,) = sources.listed(owner())
    with pytest.raises(WorkspaceError, match=LINK):
        sources.schemas(owner(), SHOP.id)
    with pytest.raises(WorkspaceError, match=LINK):
        sources.place(source, "secret")
    with pytest.raises(WorkspaceError, match=LINK):
        sources.address(owner(), SHOP.id, "main", "secret")
    sources.tidy()
    sources.remove(owner(), SHOP.id)
    assert sources.listed(owner()) == []
    assert snapshot(elsewhere) == before


def test_tidying_deletes_nothing_behind_links(home: Path, elsewhere: Path) -> None:
    before = snapshot(elsewhere)
    link(home / "sources" / ("d" * 16), elsewhere)
    Sources(home).tidy()
    assert list((home / "sources").iterdir()) == []
    (home / "sources").rmdir()
    link(home / "sources", elsewhere)
    Sources(home).tidy()
    assert snapshot(elsewhere) == before


def test_the_server_says_so_and_goes_on(home: Path, elsewhere: Path) -> None:
    before = snapshot(elsewhere)
    server = LiveServer(home)
    try:
        with server.client() as client:
            files = {"file": ("shop.db", (elsewhere / "shop.db").read_bytes())}
            job = wait(client, client.post("/sources/files", files=files))
            (source,) = client.get("/sources").json()
            assert job["state"] == "done", job
            kept = home / "sources" / source["id"] / "shop.db"
            kept.unlink()
            kept.symlink_to(elsewhere / "shop.db")
            problem = is_problem(client.get(f"/sources/{source['id']}/schemas"), 400, "workspace")
            assert LINK in problem["message"]
            assert str(home) not in json.dumps(problem)
            link(home / "tokens.json", elsewhere / "tokens.json")
            assert client.get("/sources").is_success
            with server.client("somebody") as other:
                problem = is_problem(other.get("/sources"), 400, "workspace")
                assert str(home) not in json.dumps(problem)
            assert client.delete(f"/sources/{source['id']}").is_success
    finally:
        server.stop()
    assert snapshot(elsewhere) == before
