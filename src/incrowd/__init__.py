"""See who stands out in your data, and hide them in the crowd.

>>> import incrowd as ic
>>> with ic.open(ic.sample("census")) as table:
...     risk = table.risk()
>>> risk.rows, risk.highest_risk
(2000, 100.0)
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

# Where the public names live: type checkers read it here, and so does `_read_homes`.
if TYPE_CHECKING:
    from incrowd.advice.verdict.check import Verdict
    from incrowd.anonymization.fitting import Fit
    from incrowd.dataset.results import Advice, Check, Risk
    from incrowd.errors import IncrowdError
    from incrowd.hierarchies.hierarchy import Hierarchy
    from incrowd.roles.questions import choose_role
    from incrowd.service.attacks import attack
    from incrowd.service.datasets.dataset import Dataset
    from incrowd.service.datasets.opening import open_table as open
    from incrowd.service.exports.export import apply_recipe as apply
    from incrowd.service.linked.link import link
    from incrowd.service.linked.new_datasets import join_people
    from incrowd.service.samples import generate
    from incrowd.service.samples import sample_path as sample
    from incrowd.table import Attribute, Role

__version__ = "0.2.0"

__all__ = [
    "Advice",
    "Attribute",
    "Check",
    "Dataset",
    "Fit",
    "Hierarchy",
    "IncrowdError",
    "Risk",
    "Role",
    "Verdict",
    "apply",
    "attack",
    "choose_role",
    "generate",
    "join_people",
    "link",
    "open",
    "sample",
]


def _read_homes() -> dict[str, tuple[str, str]]:
    """Where each public name lives, as the imports above say."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    block = next(each for each in tree.body if isinstance(each, ast.If))
    return {
        alias.asname or alias.name: (statement.module or "", alias.name)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


# The engines take longer to load than `incrowd --help` may take, so they wait for first use.
_HOMES = _read_homes()


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'incrowd' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
