"""Programs of servers, fetched by Maven coordinates, checked, and cached in a folder that survives.

`python -m servers.downloads` fetches all of them ahead of the tests. Maven is used as it is set up
on this machine; where it gets things from is its own business.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHECKSUMS = Path(__file__).with_name("checksums.txt")
_PATIENCE = 1800.0


class DownloadError(Exception):
    """Something could not be fetched, or is not what was expected."""


@dataclass(frozen=True)
class Artifact:
    """`group:name:version:type`, such as `org.slf4j:slf4j-api:2.0.17:jar`."""

    coordinates: str
    sha256: str

    def path(self, repository: Path) -> Path:
        """Where Maven keeps it."""
        group, name, version, kind = self.coordinates.split(":")
        return repository.joinpath(*group.split("."), name, version, f"{name}-{version}.{kind}")


def trino() -> Path:
    """The folder of Trino with all its plugins."""
    return _cached("trino-server-476", "io.trino:trino-server:476:tar.gz", _unpack)


def mongo_java_server() -> Path:
    """A folder with the jars of mongo-java-server."""
    return _cached("mongo-java-server-1.47.0", "de.bwaldvogel:mongo-java-server:1.47.0:jar", _copy)


def cache() -> Path:
    """The folder that survives: $INCROWD_SERVERS, or one in the user's cache."""
    return Path(os.environ.get("INCROWD_SERVERS") or Path.home() / ".cache" / "incrowd-servers")


def checksums(program: str) -> list[Artifact]:
    """What a program consists of, by the list that is kept with the tests."""
    lines = (line.split() for line in CHECKSUMS.read_text("utf-8").splitlines())
    return [Artifact(line[2], line[1]) for line in lines if line and line[0] == program]


def _cached(program: str, root: str, install: Callable[[list[Path], Path], None]) -> Path:
    """Fetch, check and install a program unless it is there; all of it or nothing."""
    target = cache() / program
    with _locked(cache() / f"{program}.lock"):
        if target.exists():
            return target
        artifacts = checksums(program)
        repository = cache() / "maven"
        _fetch(root, repository, transitive=len(artifacts) > 1)
        with tempfile.TemporaryDirectory(dir=cache(), prefix=f"{program}-") as part:
            folder = Path(part) / program
            folder.mkdir()
            install([_check(one, repository) for one in artifacts], folder)
            folder.rename(target)
    return target


def _fetch(coordinates: str, repository: Path, *, transitive: bool) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise DownloadError("Maven is not installed; 'make java' installs it.")
    done = subprocess.run(
        [
            maven,
            "--batch-mode",
            "--quiet",
            f"-Dmaven.repo.local={repository}",
            "dependency:get",
            f"-Dartifact={coordinates}",
            f"-Dtransitive={str(transitive).lower()}",
        ],
        cwd=cache(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=_PATIENCE,
    )
    if done.returncode:
        raise DownloadError(f"Maven could not fetch {coordinates}: {done.stdout[-1000:]}")


def _check(artifact: Artifact, repository: Path) -> Path:
    """Refuse, and forget, a file whose checksum is not the one that is written down."""
    path = artifact.path(repository)
    with path.open("rb") as file:
        seen = hashlib.file_digest(file, "sha256").hexdigest()
    if seen != artifact.sha256:
        shutil.rmtree(path.parent)
        raise DownloadError(
            f"{artifact.coordinates} has the checksum {seen}, not {artifact.sha256}."
        )
    return path


def _copy(files: list[Path], folder: Path) -> None:
    for file in files:
        shutil.copy(file, folder)


def _unpack(files: list[Path], folder: Path) -> None:
    """Unpack an archive without the folder that it wraps everything in."""
    with tarfile.open(files[0]) as archive:
        archive.extractall(folder, filter="data")
    (inner,) = folder.iterdir()
    for one in inner.iterdir():
        one.rename(folder / one.name)
    inner.rmdir()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    print(mongo_java_server(), trino(), sep="\n")  # noqa: T201
