"""Synthetic tables about people who do not exist.

>>> from incrowd.synthetic import generate
>>> generate("census", rows=3, seed=7).num_rows
3
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incrowd.errors import UnknownName

if TYPE_CHECKING:
    from incrowd.synthetic.generators import GENERATORS, Generator, generate
    from incrowd.synthetic.hospitals import Hospitals, make_hospitals
    from incrowd.synthetic.writing import renew_samples, write

__all__ = [
    "GENERATORS",
    "SAMPLE_ROWS",
    "SAMPLE_SEED",
    "Generator",
    "Hospitals",
    "generate",
    "make_hospitals",
    "renew_samples",
    "sample_path",
    "samples",
    "write",
]

SAMPLE_ROWS: Final = {"census": 2_000, "hospital": 1_000}
"""The samples that come with incrowd, made by its own generators."""
SAMPLE_SEED: Final = 7
SAMPLE_FOLDER: Final = Path(__file__).with_name("samples")

# Arrow and NumPy take longer to load than `incrowd --help` may take, so they wait for first use.
_HOMES: Final = {
    "GENERATORS": "generators",
    "Generator": "generators",
    "Hospitals": "hospitals",
    "generate": "generators",
    "make_hospitals": "hospitals",
    "renew_samples": "writing",
    "write": "writing",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def samples() -> dict[str, Path]:
    """Where each sample lies, by the name of its generator."""
    return {name: SAMPLE_FOLDER / f"{name}.csv" for name in SAMPLE_ROWS}


def sample_path(name: str) -> Path:
    """Where a sample lies.

    >>> sample_path("census").name
    'census.csv'
    """
    if name not in SAMPLE_ROWS:
        raise UnknownName.among("sample", name, SAMPLE_ROWS)
    return samples()[name]
