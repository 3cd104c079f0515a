"""Links in a workspace lead nowhere, and nobody else can open what lies in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from api.live_server import LiveServer, is_problem, upload, wait

from incrowd.errors import DataError, IncrowdError
from incrowd.workspace.folder import Workspace

FOREIGN = "not of this workspace"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with everything in it, as a server left it."""
    folder = tmp_path_factory.mktemp("home") / "workspace"
    before = os.umask(0)  # so that only what we ask for keeps others out
    try:
        server = LiveServer(folder)
    finally:
        os.umask(before)
    try:
        with server.client() as client:
            dataset = upload(client)
            body = {"kind": "suppress", "k": 2}
            assert client.post(f"/datasets/{dataset}/decisions", json=body).is_success
            written = wait(client, client.post(f"/datasets/{dataset}/export", json={}))
            assert written["state"] == "done", written
            preset = {"name": "ours", "limits": {"k": 3}}
            client.put("/presets/ours", json=preset)
            assert _open_to_others(folder) == []
    finally:
        server.stop()
    return folder


def _open_to_others(folder: Path) -> list[str]:
    """What others could open: folders, and files that no closed folder keeps from them."""
    closed = stat.S_IMODE(folder.stat().st_mode) == 0o700
    places = [folder, *folder.rglob("*")]
    return [
        f"{path.relative_to(folder)} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in places
        if (path.is_dir() or path.parent == folder or not closed)
        and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]


def test_nobody_else_can_open_anything(home: Path) -> None:
    assert _open_to_others(home) == []


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "kept.csv").write_text(FOREIGN)
    (folder / "dataset.json").write_text(FOREIGN)
    return folder


def untouched(elsewhere: Path) -> bool:
    names = sorted(path.name for path in elsewhere.iterdir())
    texts = {path.read_text() for path in elsewhere.iterdir()}
    return names == ["dataset.json", "kept.csv"] and texts == {FOREIGN}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.parametrize("name", ["datasets", "uploads", "exports", "sources", "presets"])
def test_a_folder_of_ours_that_is_a_link_is_refused(
    name: str, tmp_path: Path, elsewhere: Path
) -> None:
    place = tmp_path / "workspace"
    place.mkdir()
    (place / name).symlink_to(elsewhere)
    with pytest.raises(DataError, match="is a link to another place"):
        Workspace(place)
    assert untouched(elsewhere)


def test_a_lock_that_is_a_link_is_refused(tmp_path: Path, elsewhere: Path) -> None:
    place = tmp_path / "workspace"
    place.mkdir()
    (place / "in-use").symlink_to(elsewhere / "made-by-us")
    with pytest.raises(DataError, match="cannot be used"):
        Workspace(place)
    assert untouched(elsewhere)


@pytest.mark.parametrize("place", ["uploads", "exports", "datasets"])
def test_sweeping_removes_links_and_not_what_they_lead_to(
    place: str, tmp_path: Path, elsewhere: Path
) -> None:
    Workspace(tmp_path / "workspace").close()
    links = [tmp_path / "workspace" / place / name for name in (".one", ".two", ".gone")]
    links[0].symlink_to(elsewhere)
    links[1].symlink_to(elsewhere / "kept.csv")
    links[2].symlink_to(elsewhere / "nothing")
    Workspace(tmp_path / "workspace").close()
    assert not any(link.is_symlink() for link in links)
    assert untouched(elsewhere)


def test_a_data_set_that_is_a_link_is_no_data_set(workspace: Workspace, elsewhere: Path) -> None:
    link = workspace.datasets / "0123456789abcdef"
    link.symlink_to(elsewhere)
    assert workspace.records() == []
    with pytest.raises(IncrowdError):
        workspace.record(link.name)
    with pytest.raises(IncrowdError):
        workspace.delete(link.name)
    assert untouched(elsewhere)


def test_deleting_a_data_set_leaves_what_links_lead_to(
    workspace: Workspace, elsewhere: Path
) -> None:
    record = workspace.create("people.csv", "ana", lambda folder: (1, 1))
    export = workspace.exports / f"{record.id}-0123456789abcdef"
    export.symlink_to(elsewhere)
    workspace.delete(record.id)
    assert untouched(elsewhere)


FILES = [
    *("dataset.json", "journal.jsonl", "data.parquet", "data.parquet.json", "preset.txt"),
    *("original/people.csv", "recodings/0.npz", "recodings/deeper/still.npz"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Path]]:
    place = tmp_path_factory.mktemp("linked") / "workspace"
    server = LiveServer(place)
    yield server, place
    assert server.stop() == ("", "")


@pytest.mark.parametrize("name", FILES)
def test_a_link_in_a_data_set_is_not_followed(
    name: str, server: tuple[LiveServer, Path], elsewhere: Path
) -> None:
    """What the link leads to is neither read, written nor deleted."""
    with server[0].client() as client:
        linked = upload(client)
        path = server[1] / "datasets" / linked / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(elsewhere / "kept.csv")
        assert linked not in [one["id"] for one in client.get("/datasets").json()]
        answer = client.get(f"/datasets/{linked}")
        assert not answer.is_success
        assert FOREIGN not in answer.text
        assert str(server[1]) not in answer.text
        body = {"kind": "suppress", "k": 2}
        assert not client.post(f"/datasets/{linked}/decisions", json=body).is_success
        again = client.post(f"/datasets/{linked}/reading", json={"delimiter": ";"})
        assert not again.is_success or wait(client, again)["state"] == "failed"
        client.delete(f"/datasets/{linked}")
        assert untouched(elsewhere)


@pytest.mark.parametrize("name", ["original", "recodings"])
def test_a_folder_of_a_data_set_that_is_a_link_is_not_followed(
    name: str, server: tuple[LiveServer, Path], elsewhere: Path
) -> None:
    with server[0].client() as client:
        linked = upload(client)
        path = server[1] / "datasets" / linked / name
        if path.exists():
            path.rename(path.with_name("aside"))
        path.symlink_to(elsewhere)
        is_problem(client.get(f"/datasets/{linked}"), 400)
        client.delete(f"/datasets/{linked}")
        assert untouched(elsewhere)


def test_an_export_that_is_a_link_is_not_handed_out(
    server: tuple[LiveServer, Path], elsewhere: Path
) -> None:
    with server[0].client() as client:
        dataset, exports = upload(client), server[1] / "exports"
        (exports / f"{dataset}-0123456789abcdef").symlink_to(elsewhere)
        is_problem(client.get("/exports/0123456789abcdef/file"), 404)
        folder = exports / f"{dataset}-fedcba9876543210"
        folder.mkdir()
        (folder / "people.csv").symlink_to(elsewhere / "kept.csv")
        is_problem(client.get("/exports/fedcba9876543210/file"), 404)
        (folder / "people.csv").unlink()
        (folder / "people.csv").write_text("a file of ours")
        assert client.get("/exports/fedcba9876543210/file").text == "a file of ours"
