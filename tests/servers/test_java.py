"""A Java is chosen by what its file `release` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers import java


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full Java 17, and two of 25, of which one lacks the compiler."""
    kinds = {"old": ("17.0.15", "java.base jdk.compiler"), "wheel": ("25.0.2", "java.base")}
    kinds["new"] = ("25", "java.base jdk.compiler")
    for name, (version, modules) in kinds.items():
        (tmp_path / name / "bin").mkdir(parents=True)
        (tmp_path / name / "bin" / "java").touch()
        said = f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n'
        (tmp_path / name / "release").write_text(said, "utf-8")
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(java, "_homes", lambda: sorted(tmp_path.iterdir()))


@pytest.mark.usefixtures("homes")
@pytest.mark.parametrize(
    ("versions", "modules", "name"),
    [
        (range(17, 100), (), "old"),
        (range(24, 100), ("jdk.compiler",), "new"),
        (range(17, 22), ("jdk.compiler",), "old"),
    ],
)
def test_the_lowest_version_that_fits_is_taken(versions, modules, name) -> None:
    assert java.find_java(versions, *modules).home.name == name


@pytest.mark.usefixtures("homes")
def test_a_java_that_is_missing_is_named() -> None:
    with pytest.raises(LookupError, match="Java 18 to 21 is not installed; 'make java'"):
        java.find_java(range(18, 22))
