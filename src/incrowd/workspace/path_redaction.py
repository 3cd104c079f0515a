"""Name an uploaded file as its owner does: where it lies here is nobody's business."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from incrowd.errors import IncrowdError
from incrowd.language import rewrite


@contextmanager
def hiding(folder: Path) -> Iterator[None]:
    """Leave a folder out of every error that comes out of the block.

    >>> from incrowd.language import say
    >>> try:
    ...     with hiding(Path("/work/uploads/0123")):
    ...         path = "/work/uploads/0123/a.csv"
    ...         raise IncrowdError(say("There is no file '{path}'.", path=path))
    ... except IncrowdError as error:
    ...     error.message
    "There is no file 'a.csv'."
    """

    def without_folder(text: str) -> str:
        return text.replace(f"{folder}/", "")

    try:
        yield
    except IncrowdError as error:
        error.message = rewrite(error.message, without_folder)
        error.hint = rewrite(error.hint, without_folder)
        error.errors = tuple(map(without_folder, error.errors))
        raise
