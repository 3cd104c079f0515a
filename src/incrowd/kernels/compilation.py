"""Compile the kernels once per machine: `@compiled("int64(int64[::1])")`.

Explicit signatures make a wrong type an error instead of a recompilation, and the machine code is
cached, so that only the first run after an installation pays for the compiler.

Numba knows a cached kernel by the time at which its file was changed, and nothing of the kernels
that it calls. Here a kernel is known by its content: its own code and everything it refers to, down
to the last callee. What has changed is compiled again; importing a module deletes nothing.
"""

from __future__ import annotations

import inspect
import marshal
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import sigutils, types
from numba.core.dispatcher import Dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

_DEFAULT_FOLDER: Final = Path(__file__).parent / "__pycache__"
_numba_config: Any = numba.config
_decorating: Final = threading.Lock()


def struct(named_tuple: type[tuple[Any, ...]], **fields: str) -> str:
    """Name a named tuple in the text of a signature: `struct(Point, x="int64", y="int64")`."""
    if tuple(fields) != tuple(named_tuple.__annotations__):
        raise TypeError(f"{named_tuple.__name__} has other fields than {', '.join(fields)}.")
    name = f"{named_tuple.__module__}.{named_tuple.__qualname__}".replace(".", "__")
    tuples: Any = types.BaseTuple
    # Numba looks up the names in a text among its own types
    vars(numba.types)[name] = lambda *kinds: tuples.from_types(kinds, named_tuple)
    return f"{name}({', '.join(fields.values())})"


def compiled(*signatures: str) -> Callable[[Function], Function]:
    """Compile a function for some signatures, without the interpreter lock, cached on disk.

    A signature may name structs: `compiled(f"void({POINT}, int64)")`.
    """

    def decorate(function: Function) -> Function:
        function.__dict__["signatures"] = [_describe_signature(each) for each in signatures]
        with _decorating:
            locators = _numba_config.CACHE_LOCATOR_CLASSES
            _numba_config.CACHE_LOCATOR_CLASSES = f"{__name__}.ContentLocator"
            try:
                kernel = numba.njit(list(signatures), cache=True, nogil=True)(function)
            except RuntimeError:  # no folder to cache in: a read-only installation
                kernel = numba.njit(list(signatures), nogil=True)(function)
            finally:
                _numba_config.CACHE_LOCATOR_CLASSES = locators
        return cast(Function, kernel)

    return decorate


def cache_folder() -> Path:
    """Where machine code is kept: beside this file, unless NUMBA_CACHE_DIR says otherwise."""
    return Path(_numba_config.CACHE_DIR or _DEFAULT_FOLDER)


class ContentLocator:
    """Where Numba caches a kernel: in one folder, under the digest of its content."""

    def __init__(self, function: FunctionType) -> None:
        self._folder = cache_folder()
        self._digest = digest(function)

    @classmethod
    def from_function(cls, function: FunctionType, _file: str) -> ContentLocator | None:
        """Find the place of a kernel; None where nothing can be written."""
        locator = cls(function)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator

    def ensure_cache_path(self) -> None:
        """Make the folder and see that files can be written into it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=self._folder).close()

    def get_cache_path(self) -> str:
        """Name the folder of the machine code."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Tell versions of a kernel apart."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Tell kernels of the same name apart; part of the file's name."""
        return self._digest[:16]


@cache
def digest(function: FunctionType) -> str:
    """Digest the content of a kernel: its name, its code, and the values that its code names."""
    content = sha256(f"{function.__module__}.{function.__qualname__}".encode())
    content.update("".join(getattr(function, "signatures", ())).encode())
    for code in _codes(function.__code__):
        content.update(marshal.dumps(_without_place(code)))
        for name in code.co_names:
            value = function.__globals__.get(name)
            if value is not None and getattr(value, "py_func", value) is not function:
                content.update(f"{name}={_describe(value)}".encode())
    return content.hexdigest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of the functions inside of it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _without_place(code: CodeType) -> CodeType:
    """The same code wherever it stands: in another folder, or further down in its file."""
    plain = [constant for constant in code.co_consts if not isinstance(constant, CodeType)]
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=tuple(plain))


def _describe_signature(signature: str) -> str:
    """Describe the structs of a signature by their fields: their order decides what is read."""
    normalize: Any = sigutils.normalize_signature
    arguments, result = normalize(signature)
    kinds = arguments if result is None else (*arguments, result)
    described = [_describe_type(kind) for kind in kinds if hasattr(kind, "fields")]
    return "".join(described)  # all else Numba knows


def _describe_type(kind: Any) -> str:  # noqa: ANN401
    if not hasattr(kind, "fields"):
        return str(kind)
    parts = zip(kind.fields, kind.types, strict=True)
    home = f"{kind.instance_class.__module__}.{kind.instance_class.__qualname__}"
    return home + ",".join(f"{name}:{_describe_type(part)}" for name, part in parts)


def _describe(value: object) -> str:
    """Describe a global value by its content, as far as a kernel can depend on it."""
    if isinstance(value, Dispatcher):
        return digest(value.py_func)
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type) and value.__module__.startswith("incrowd."):
        return inspect.getsource(value)
    return repr(value)
