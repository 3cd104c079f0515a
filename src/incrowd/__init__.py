"""See who stands out in your data, and hide them in the crowd.

>>> import incrowd as ic
>>> with ic.open(ic.sample("census")) as table:
...     risk = table.risk()
>>> risk.rows, risk.highest_risk
(2000, 100.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from incrowd.dataset.results import Advice, Check, Risk
    from incrowd.errors import IncrowdError
    from incrowd.hierarchies.hierarchy import Hierarchy
    from incrowd.service.attacks.attack import attack
    from incrowd.service.datasets.dataset import Dataset
    from incrowd.service.datasets.opening import open_table as open
    from incrowd.service.exports.recipes import apply_recipe as apply
    from incrowd.service.linked.link import link
    from incrowd.service.linked.merge import join_people
    from incrowd.service.samples import generate
    from incrowd.service.samples import sample_path as sample
    from incrowd.table import Attribute, Role

__version__ = "0.2.0"

__all__ = [
    "Advice",
    "Attribute",
    "Check",
    "Dataset",
    "Hierarchy",
    "IncrowdError",
    "Risk",
    "Role",
    "apply",
    "attack",
    "generate",
    "join_people",
    "link",
    "open",
    "sample",
]

# The engines take longer to load than `incrowd --help` may take, so they wait for first use.
_HOMES: Final = {
    "Advice": ("dataset.results", "Advice"),
    "Attribute": ("table", "Attribute"),
    "Check": ("dataset.results", "Check"),
    "Dataset": ("service.datasets.dataset", "Dataset"),
    "Hierarchy": ("hierarchies.hierarchy", "Hierarchy"),
    "IncrowdError": ("errors", "IncrowdError"),
    "Risk": ("dataset.results", "Risk"),
    "Role": ("table", "Role"),
    "apply": ("service.exports.recipes", "apply_recipe"),
    "attack": ("service.attacks.attack", "attack"),
    "generate": ("service.samples", "generate"),
    "join_people": ("service.linked.merge", "join_people"),
    "link": ("service.linked.link", "link"),
    "open": ("service.datasets.opening", "open_table"),
    "sample": ("service.samples", "sample_path"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'incrowd' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(import_module(f"incrowd.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
