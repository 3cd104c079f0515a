"""Compile and cache every kernel: `python -m incrowd.service.warm_up`, once per installation."""

import sys
import time
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


def list_modules() -> list[str]:
    """Name every module that may hold kernels.

    >>> "incrowd.crowd.crowd" in list_modules()
    True
    """
    names = (module.name for module in walk_packages(incrowd.__path__, "incrowd."))
    return [name for name in names if name.startswith(ROOMS)]


def warm() -> None:
    """Import every module that holds kernels; their signatures are explicit, so that compiles."""
    for name in list_modules():
        import_module(name)


def main() -> None:
    """Compile what is not compiled yet, and say how far it is: the first time takes a minute."""
    names, start, said = list_modules(), time.monotonic(), 0
    for done, name in enumerate(names, start=1):
        import_module(name)
        tenths = done * 10 // len(names)
        if tenths > said and time.monotonic() - start > 1:
            said = tenths
            sys.stderr.write(f"Compiling the code that counts … {tenths * 10} %\n")


if __name__ == "__main__":
    main()
