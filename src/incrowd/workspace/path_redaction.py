"""Name an uploaded file as its owner does: where it lies here is nobody's business."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from incrowd.errors import IncrowdError


@contextmanager
def hiding(folder: Path) -> Iterator[None]:
    """Leave a folder out of every error that comes out of the block.

    >>> try:
    ...     with hiding(Path("/work/uploads/0123")):
    ...         raise IncrowdError("There is no file '/work/uploads/0123/a.csv'.")
    ... except IncrowdError as error:
    ...     error.message
    "There is no file 'a.csv'."
    """
    try:
        yield
    except IncrowdError as error:
        error.message = _without(error.message, folder)
        error.hint = _without(error.hint, folder)
        error.errors = tuple(_without(text, folder) for text in error.errors)
        raise


def _without(text: str, folder: Path) -> str:
    """A text that does not name the folder stays what it is, so that it can be translated."""
    prefix = f"{folder}/"
    return text.replace(prefix, "") if prefix in text else text
