"""Run a function of ours in a process of its own, within limits of memory, time and files.

    limits = Limits(memory=1 << 30, seconds=60, file_bytes=1 << 30)
    run_confined("incrowd.engines.files.confined:read", {"path": "x.xlsx"}, limits, progress)

What a damaged or malicious file does to the library that reads it, it does to that process alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incrowd.sandbox.limits import Limits
    from incrowd.sandbox.worker import ConfinedWorker, run_confined

__all__ = ["ConfinedWorker", "Limits", "run_confined"]


def __getattr__(name: str) -> object:
    """Import what is asked for: the confined process itself needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "limits" if name == "Limits" else "worker"
    return getattr(import_module(f"{__name__}.{module}"), name)
