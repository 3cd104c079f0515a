"""Make synthetic data, and find the samples that come with incrowd."""

from dataclasses import dataclass
from pathlib import Path

from incrowd import synthetic
from incrowd.answers import Answer


@dataclass(frozen=True)
class Generated(Answer):
    """A synthetic table that was written."""

    generator: str
    path: str
    rows: int
    seed: int
    columns: tuple[str, ...]


def generate(name: str, path: Path, rows: int, seed: int, *, overwrite: bool = False) -> Generated:
    """Write a synthetic table of people who do not exist."""
    table = synthetic.generate(name, rows, seed)
    written = synthetic.write(table, path, overwrite=overwrite)
    return Generated(name, str(written), table.num_rows, seed, tuple(table.column_names))


def sample_path(name: str) -> Path:
    """Where a bundled sample lies."""
    return synthetic.sample_path(name)
