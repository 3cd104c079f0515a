"""Let a file be read in a process of its own, which hands over what the database can take.

    told = prepare(request, session, excel.extract)       # {"name": "people", "rows": 3, …}

The process gets a folder of the session to write to, which goes when the session is closed or,
should this process be killed, when the next one starts.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined import caps
from incrowd.engines.files.format import ReadOptions, ReadRequest
from incrowd.errors import (
    LimitExceeded,
    ProcessCrashed,
    TookTooLong,
    TooLarge,
    TooMuchMemory,
)
from incrowd.language import say
from incrowd.progress import Progress

Told = dict[str, Any]
Preparation = Callable[[ReadRequest, Path], Told]
"""Reads a file and writes what is to be handed over to a path; the rest it tells."""

_TOO_LARGE: Final = os.strerror(errno.EFBIG)
_FOLDER: Final = "handed-over"
_RESULT: Final = "result"
_HERE: Final = "incrowd.engines.files.confined.preparing:carry_out"


def prepare(request: ReadRequest, session: Session, work: Preparation) -> Told:
    """Have a file read elsewhere, unless we wrote it ourselves."""
    folder = session.folder.path(_FOLDER)
    folder.mkdir(mode=0o700, exist_ok=True)
    if request.trusted:
        return work(request, folder / _RESULT)
    return run_on_file(work, request, folder)


def handed_over(session: Session) -> Path:
    """Where the result of a preparation lies."""
    return session.folder.path(_FOLDER) / _RESULT


def run_on_file(work: Preparation, request: ReadRequest, folder: Path) -> Told:
    """Read a file in a process that may write to a folder; errors are about the file."""
    told: Told = _run(work, request, folder, [str(folder / _RESULT)], {})
    return told


def run_listing(
    work: Callable[..., list[Any]], request: ReadRequest, folder: Path, asked: Mapping[str, str]
) -> list[Any]:
    """Ask what a file holds, in the same way."""
    listed: list[Any] = _run(work, request, folder, [], asked)
    return listed


def _run(
    work: Callable[..., Any],
    request: ReadRequest,
    folder: Path,
    paths: Sequence[str],
    asked: Mapping[str, str],
) -> Any:  # noqa: ANN401 - what the work tells
    from incrowd.sandbox import run_confined  # not needed in the confined process

    arguments = {
        "work": f"{work.__module__}:{work.__qualname__}",
        "request": {
            "path": str(request.path),
            "compression": request.compression,
            "options": asdict(request.options),
            "ordered": request.ordered,
        },
        "paths": paths,
        "asked": asked,
    }
    limits = caps.reader_limits(request.path, folder)
    with _about(request.name):
        return run_confined(_HERE, arguments, limits, _renamed(request), folder)


def _renamed(request: ReadRequest) -> Progress:
    """While nothing is told yet, say that the file is read."""
    reading = say("reading {name}", name=request.name)

    def tell(step: str, done: float | None) -> None:
        request.progress(reading if step == "starting" else step, done)

    return tell


@contextmanager
def _about(name: str) -> Iterator[None]:
    """Name the file that took too much, and say what to do."""
    elsewhere = say("Get it again, or save it in another format, such as CSV.")
    try:
        yield
    except TooMuchMemory:
        raise TooMuchMemory(
            say("Reading '{name}' takes more memory than one file may take.", name=name),
            say(
                "Save it as CSV or Parquet, with fewer columns, or allow more: {name}=16GB.",
                name=caps.MEMORY,
            ),
        ) from None
    except TookTooLong:
        raise TookTooLong(
            say("Reading '{name}' takes longer than one file may take.", name=name),
            say("Save it as CSV or Parquet, or allow more time: {name}=3600.", name=caps.SECONDS),
        ) from None
    except LimitExceeded:
        raise ProcessCrashed(
            say("'{name}' cannot be read: it is damaged or malicious.", name=name), elsewhere
        ) from None


def carry_out(
    progress: Progress,
    work: str,
    request: Mapping[str, Any],
    paths: Sequence[str],
    asked: Mapping[str, str],
) -> Any:  # noqa: ANN401 - what the work tells
    """The same in the confined process: read a file, and say in words what is wrong with it."""
    from importlib import import_module

    path, options = Path(request["path"]), ReadOptions(**request["options"])
    wanted = ReadRequest(path, request["compression"], options, progress, request["ordered"])
    module, _, name = work.partition(":")
    with _explained(wanted):
        return getattr(import_module(module), name)(wanted, *map(Path, paths), **asked)


@contextmanager
def _explained(request: ReadRequest) -> Iterator[None]:
    """Errors as they would be here; lack of memory is told by whoever knows the limit."""
    try:
        with translate_errors(str(request.path)):
            yield
    except Exception as error:
        if isinstance(error.__cause__, MemoryError):
            raise error.__cause__ from None
        if _TOO_LARGE in f"{error}{error.__cause__}":
            raise TooLarge(
                say("'{name}' is too large once it is unpacked.", name=request.name),
                say("Free some space in the temporary folder, or take a part of the data."),
            ) from None
        raise


def describe(told: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The name of the table and of its columns."""
    return str(told["name"]), tuple(map(str, told["names"]))
