"""Synthetic tables about people who do not exist.

>>> from incrowd.synthetic import generate
>>> generate("census", rows=3, seed=7).num_rows
3
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from incrowd.synthetic.bundled import renew_samples, sample_path, samples
    from incrowd.synthetic.catalogue import GENERATORS, Generator, generate
    from incrowd.synthetic.hospitals import Hospitals, make_hospitals
    from incrowd.synthetic.writing import write

__all__ = [
    "GENERATORS",
    "Generator",
    "Hospitals",
    "generate",
    "make_hospitals",
    "renew_samples",
    "sample_path",
    "samples",
    "write",
]

# Arrow and NumPy take longer to load than `incrowd --help` may take, so they wait for first use.
_HOMES: Final = {
    "GENERATORS": "catalogue",
    "Generator": "catalogue",
    "Hospitals": "hospitals",
    "generate": "catalogue",
    "make_hospitals": "hospitals",
    "renew_samples": "bundled",
    "sample_path": "bundled",
    "samples": "bundled",
    "write": "writing",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
