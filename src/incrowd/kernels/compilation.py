"""Compile the kernels once per machine: `@compiled("int64(int64[::1])")`.

Explicit signatures make a wrong type an error instead of a recompilation, and the machine code is
cached beside the source, so that only the first run after an installation pays for the compiler.

Numba compares a kernel with its own file alone, not with the files of the kernels that it calls.
So whenever one file with kernels has changed, all that was cached is thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
Stamps = dict[str, list[int]]
"""When each file with kernels was changed last, and its size."""

STAMPS: Final = "kernels.json"


def forget_changed(package: Path) -> None:
    """Throw the cache of a package away if a file with kernels has changed since it was filled."""
    cached = list(package.glob("*/**/__pycache__/*.nbi"))
    now = {str(path.relative_to(package)): _stamp(path) for path in map(_source, cached)}
    note = package / "__pycache__" / STAMPS
    known: Stamps = {}
    with suppress(OSError, ValueError):
        known = json.loads(note.read_text())
    if any(now.get(name, stamp) != stamp for name, stamp in known.items()):
        for index in cached:
            index.unlink(missing_ok=True)
        now = {}
    if now != known:
        with suppress(OSError):
            note.parent.mkdir(exist_ok=True)
            note.write_text(json.dumps(now))


def _source(index: Path) -> Path:
    """The file of a cached kernel: `__pycache__/sweep.walk-12.py311.nbi` is of `sweep.py`."""
    return index.parents[1] / f"{index.name.partition('.')[0]}.py"


def _stamp(path: Path) -> list[int]:
    with suppress(OSError):
        told = path.stat()
        return [told.st_mtime_ns, told.st_size]
    return []


with suppress(OSError):
    forget_changed(Path(__file__).parents[1])


def compiled(*signatures: str) -> Callable[[Function], Function]:
    """Compile a function for some signatures, without the interpreter lock, cached on disk."""

    def decorate(function: Function) -> Function:
        try:
            kernel = numba.njit(list(signatures), cache=True, nogil=True)(function)
        except RuntimeError:  # no folder to cache in: a read-only installation without a home
            kernel = numba.njit(list(signatures), nogil=True)(function)
        return cast(Function, kernel)

    return decorate
