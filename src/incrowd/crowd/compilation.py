"""Compile the kernels once per machine: `@compiled("int64(int64[::1])")`.

Explicit signatures make a wrong type an error instead of a recompilation, and the machine code is
cached beside the source, so that only the first run after an installation pays for the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(signature: str) -> Callable[[Function], Function]:
    """Compile a function for one signature, without the interpreter lock, cached on disk."""

    def decorate(function: Function) -> Function:
        try:
            kernel = numba.njit(signature, cache=True, nogil=True)(function)
        except RuntimeError:  # no folder to cache in: a read-only installation without a home
            kernel = numba.njit(signature, nogil=True)(function)
        return cast(Function, kernel)

    return decorate
