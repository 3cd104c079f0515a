"""Compile and cache every kernel: `python -m incrowd.service.warm_up`, once per installation."""

from importlib import import_module
from pkgutil import walk_packages

import incrowd

ROOMS = (
    "incrowd.kernels.",
    "incrowd.crowd.",
    "incrowd.measures.",
    "incrowd.engines.",
    "incrowd.search.",
    "incrowd.subsets.",
    "incrowd.linking.",
)


def warm() -> None:
    """Import every module that holds kernels; their signatures are explicit, so that compiles."""
    for module in walk_packages(incrowd.__path__, "incrowd."):
        if module.name.startswith(ROOMS):
            import_module(module.name)


if __name__ == "__main__":
    warm()
