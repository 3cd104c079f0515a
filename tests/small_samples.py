"""A few rows of the synthetic census in a file."""

from __future__ import annotations

from pathlib import Path

from incrowd.service.samples import generate


def sample_rows(path: Path, rows: int, seed: int = 7) -> Path:
    generate("census", path, rows, seed)
    return path
