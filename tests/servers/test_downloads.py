"""What is fetched is checked before it is used, and kept."""

from __future__ import annotations

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from servers import downloads
from servers.downloads import Artifact, DownloadError, checksums

MAVEN = """#!/bin/sh
# as Maven does it: a file of the repository that -Dmaven.repo.local names
echo "$@" >> {calls}
for word in "$@"; do case $word in -Dmaven.repo.local=*) repository=${{word#*=}};; esac; done
mkdir -p "$repository/io/trino/trino-server/476"
cp {archive} "$repository/io/trino/trino-server/476/trino-server-476.tar.gz"
"""


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive that a program called `mvn` puts where it belongs."""
    path = tmp_path / "trino.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        file = tarfile.TarInfo("trino-server-476/lib/trino.jar")
        file.size = 4
        packed.addfile(file, io.BytesIO(b"java"))
    program = tmp_path / "bin" / "mvn"
    program.parent.mkdir()
    program.write_text(MAVEN.format(calls=tmp_path / "calls", archive=path), "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.setenv("INCROWD_SERVERS", str(tmp_path / "cache"))
    return path


def expect(monkeypatch: pytest.MonkeyPatch, folder: Path, sha256: str) -> None:
    line = f"trino-server-476 {sha256} io.trino:trino-server:476:tar.gz\n"
    (folder / "checksums.txt").write_text(line, "utf-8")
    monkeypatch.setattr(downloads, "CHECKSUMS", folder / "checksums.txt")


def test_a_program_is_fetched_once(archive: Path, tmp_path: Path, monkeypatch) -> None:
    expect(monkeypatch, tmp_path, hashlib.sha256(archive.read_bytes()).hexdigest())
    folder = downloads.trino()
    assert (folder / "lib" / "trino.jar").read_bytes() == b"java"
    assert downloads.trino() == folder
    assert len((tmp_path / "calls").read_text().splitlines()) == 1


def test_another_content_is_refused_and_forgotten(archive, tmp_path: Path, monkeypatch) -> None:
    expect(monkeypatch, tmp_path, "0" * 64)
    with pytest.raises(DownloadError, match="has the checksum"):
        downloads.trino()
    left = [one for one in (tmp_path / "cache").rglob("*") if one.is_file() and one.stat().st_size]
    assert left == []


def test_every_artifact_has_coordinates_and_a_checksum() -> None:
    programs = {line.split()[0] for line in downloads.CHECKSUMS.read_text().splitlines()[1:]}
    assert programs == {"mongo-java-server-1.47.0", "trino-server-476"}
    for artifact in (one for program in programs for one in checksums(program)):
        assert artifact.coordinates.count(":") == 3
        assert len(bytes.fromhex(artifact.sha256)) == 32


def test_maven_keeps_an_artifact_by_its_coordinates() -> None:
    path = Artifact("org.slf4j:slf4j-api:2.0.17:jar", "").path(Path("m2"))
    assert path == Path("m2/org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar")
