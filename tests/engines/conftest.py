"""Small files in the making, and sources that are closed when a test is over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from engine_places import PLACES, Place, open_place
from engine_rows import Opener, Writer
from stored_rows import Keeper, Row, keep

from incrowd.engines import Source, connect
from incrowd.engines.stored.table import StoredTable


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


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Keeper]:
    """Store rows and open them; afterwards nothing but the stored tables may be left."""
    tables: list[StoredTable] = []

    def keep_one(rows: Sequence[Row], names: Sequence[str]) -> StoredTable:
        folder = tmp_path / f"table{len(tables)}"
        folder.mkdir()
        tables.append(keep(folder, rows, names))
        return tables[-1]

    yield keep_one
    for place, table in enumerate(tables):
        table.close()
        left = sorted(path.name for path in (tmp_path / f"table{place}").iterdir())
        assert left == ["data.parquet", "data.parquet.json"]


@pytest.fixture(scope="module", params=PLACES)
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """Each engine in turn, with tables of this file of tests alone."""
    with open_place(request.param, request, tmp_path_factory.mktemp("place")) as opened_place:
        yield opened_place
