"""Make synthetic data, and find the samples that come with incrowd."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from incrowd import synthetic


@dataclass(frozen=True)
class Generated:
    """A synthetic table that was written."""

    generator: str
    path: str
    rows: int
    seed: int
    columns: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return asdict(self)


def generate(name: str, path: Path, rows: int, seed: int, *, overwrite: bool = False) -> Generated:
    """Write a synthetic table of people who do not exist."""
    table = synthetic.generate(name, rows, seed)
    written = synthetic.write(table, path, overwrite=overwrite)
    return Generated(name, str(written), table.num_rows, seed, tuple(table.column_names))


def sample_path(name: str) -> Path:
    """Where a bundled sample lies."""
    return synthetic.sample_path(name)
