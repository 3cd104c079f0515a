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
    from incrowd.errors import IncrowdError
    from incrowd.hierarchies.hierarchy import Hierarchy
    from incrowd.service.attacking import attack
    from incrowd.service.dataset import Dataset
    from incrowd.service.generating import generate
    from incrowd.service.generating import sample_path as sample
    from incrowd.service.joint import join_people
    from incrowd.service.linking import link
    from incrowd.service.opening import open_table as open
    from incrowd.service.releasing import apply_recipe as apply
    from incrowd.service.results import Advice, Check, Risk
    from incrowd.table import Attribute, Role

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
    "Advice": ("service.results", "Advice"),
    "Attribute": ("table", "Attribute"),
    "Check": ("service.results", "Check"),
    "Dataset": ("service.dataset", "Dataset"),
    "Hierarchy": ("hierarchies.hierarchy", "Hierarchy"),
    "IncrowdError": ("errors", "IncrowdError"),
    "Risk": ("service.results", "Risk"),
    "Role": ("table", "Role"),
    "apply": ("service.releasing", "apply_recipe"),
    "attack": ("service.attacking", "attack"),
    "generate": ("service.generating", "generate"),
    "join_people": ("service.joint", "join_people"),
    "link": ("service.linking", "link"),
    "open": ("service.opening", "open_table"),
    "sample": ("service.generating", "sample_path"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'incrowd' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(import_module(f"incrowd.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
