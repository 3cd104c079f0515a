"""The samples that come with incrowd, made by its own generators: `sample_path("census")`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from incrowd.errors import UnknownName

SAMPLE_ROWS: Final = {"census": 2_000, "hospital": 1_000}
SAMPLE_SEED: Final = 7

_FOLDER: Final = Path(__file__).with_name("samples")


def samples() -> dict[str, Path]:
    """Where each sample lies, by the name of its generator."""
    return {name: _FOLDER / f"{name}.csv" for name in SAMPLE_ROWS}


def sample_path(name: str) -> Path:
    """Where a sample lies.

    >>> sample_path("census").name
    'census.csv'
    """
    if name not in SAMPLE_ROWS:
        raise UnknownName.among("sample", name, SAMPLE_ROWS)
    return samples()[name]


def renew_samples(folder: Path = _FOLDER) -> list[Path]:
    """Write the samples anew, after a generator has changed."""
    room = import_module("incrowd.synthetic")
    return [
        room.write(room.generate(name, rows, SAMPLE_SEED), folder / f"{name}.csv", overwrite=True)
        for name, rows in SAMPLE_ROWS.items()
    ]
