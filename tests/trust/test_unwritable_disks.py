"""A disk that is full or read-only is called what it is, and nothing is lost by it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from api.live_server import LiveServer, is_problem, upload
from command_line import Result, incrowd_process

PEOPLE = "age,sex,disease\n" + "".join(
    f"{n % 50},{'fm'[n % 2]},{'x' * 40}{n % 5}\n" for n in range(8000)
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB of our own; only root can have one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = _mount("-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place))
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        while place.is_mount():
            _unmount(place)


def _mount(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/mount", *words], check=False, capture_output=True, text=True)


def _seal(disk: Path) -> None:
    """Cover the disk with itself, read-only: what is open for writing keeps it from being so."""
    assert _mount("--bind", str(disk), str(disk)).returncode == 0
    assert _mount("-o", "remount,bind,ro", str(disk)).returncode == 0


def _unmount(disk: Path) -> None:
    subprocess.run(["/bin/umount", "-l", str(disk)], check=True)


def _fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            pass
    return filler


def says(done: Result, text: str) -> None:
    assert done.returncode == 2, done.stdout
    assert text in " ".join(done.stderr.split())
    assert "inside incrowd" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


COMMANDS = {
    "release": ("anonymize", "{people}", "--qi", "age,sex", "-k", "2", "-o", "{disk}/out.csv"),
    "recipe": (
        *("anonymize", "{people}", "--qi", "age,sex", "-k", "2", "-o", "{elsewhere}"),
        *("--recipe", "{disk}/recipe.json"),
    ),
    "generated": ("generate", "census", "-o", "{disk}/made.csv"),
    "token": ("token", "ana", "--workspace", "{disk}/home"),
}


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_read_only_disk_is_not_called_full(name: str, disk: Path, people: Path) -> None:
    _seal(disk)
    elsewhere = people.with_name("elsewhere.csv")
    words = [word.format(disk=disk, people=people, elsewhere=elsewhere) for word in COMMANDS[name]]
    done = incrowd_process(*words)
    says(done, "ead-only")
    assert "full" not in done.stderr


@pytest.mark.parametrize("name", ["release", "generated"])
def test_a_full_disk_is_said_and_nothing_is_left(name: str, disk: Path, people: Path) -> None:
    _fill(disk)
    done = incrowd_process(*(word.format(disk=disk, people=people) for word in COMMANDS[name]))
    assert done.returncode == 2
    told = " ".join(done.stderr.split())
    assert "room on the disk" in told or "No space left" in told
    assert [path.name for path in disk.iterdir()] == ["filler"]


def test_a_full_place_for_temporary_files_is_said(disk: Path, people: Path) -> None:
    _fill(disk)
    words = (word.format(disk=people.parent, people=people) for word in COMMANDS["release"])
    done = incrowd_process(*words, TMPDIR=str(disk))
    assert "Traceback" not in done.stderr
    if done.returncode:
        says(done, "room")
    assert [path.name for path in disk.iterdir()] == ["filler"]


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_server_goes_on_after_its_disk_had_no_room(trouble: str, disk: Path) -> None:
    server = LiveServer(disk / "home")
    try:
        with server.client() as client:
            dataset = upload(client)
            known = client.get(f"/datasets/{dataset}").json()
            if trouble == "full":
                filler = _fill(disk)
            else:
                _seal(disk)
            body = {"kind": "suppress", "k": 2}
            kind = "disk_full" if trouble == "full" else "disk_not_writable"
            is_problem(client.post(f"/datasets/{dataset}/decisions", json=body), 507, kind)
            refused = client.post("/datasets", files={"file": ("more.csv", "a\n1\n")})
            is_problem(refused, 507, kind)
            assert client.get(f"/datasets/{dataset}").json() == known
            if trouble == "full":
                filler.unlink()
            else:
                _unmount(disk)
            assert client.post(f"/datasets/{dataset}/decisions", json=body).is_success
            assert upload(client, name="after.csv")
    finally:
        server.stop()
