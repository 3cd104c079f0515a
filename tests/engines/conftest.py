"""Small files in the making, and sources that are closed when a test is over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_rows import Opener, Writer

from incrowd.engines import Source, connect


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Opener]:
    """Connect to something; afterwards nothing may be left in the temporary folder."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    sources: list[Source] = []

    def open_one(*arguments: Any, **options: Any) -> Source:
        sources.append(connect(*arguments, **options))
        return sources[-1]

    yield open_one
    for source in sources:
        source.close()
    assert list(folder.iterdir()) == []


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    """Write a small file."""

    def write(content: bytes | str, name: str = "people.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
