"""Risk, privacy and utility, one file per measure: `measures("risk")[0].compute(question)`.

One measure by its name is found with `incrowd.measures.registry.measure`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incrowd.measures.enforcement import default_protections, enforce
    from incrowd.measures.measure import Measure, Parameter, Question
    from incrowd.measures.registry import BUILT_IN, measures

_HOMES = {
    "BUILT_IN": "registry",
    "Measure": "measure",
    "Parameter": "measure",
    "Question": "measure",
    "default_protections": "enforcement",
    "enforce": "enforcement",
    "measures": "registry",
}

__all__ = [
    "BUILT_IN",
    "Measure",
    "Parameter",
    "Question",
    "default_protections",
    "enforce",
    "measures",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"incrowd.measures.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'incrowd.measures' has no attribute '{name}'")
