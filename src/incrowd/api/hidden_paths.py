"""Tell names, not paths: whoever uses the page need not know where its files lie.

>>> hide_paths_below(Path("/home/ana/.incrowd"))
>>> without_paths("The journal '/home/ana/.incrowd/datasets/01/journal.jsonl' is damaged.")
"The journal 'journal.jsonl' is damaged."
"""

import re
import tempfile
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from incrowd.language import translate

_WORKSPACE: Final[ContextVar[str]] = ContextVar("workspace", default="")
_INSIDE: Final = r"(?:[^\s'\"/]+/)*"
"""Folders, up to the last name."""


def hide_paths_below(folder: Path) -> None:
    """Leave a folder, and those for temporary files, out of what is told from here on."""
    _WORKSPACE.set(str(folder))


def tell(message: str) -> str:
    """A message in the language of the request, without paths of the server."""
    return without_paths(translate(message))


def without_paths(text: str) -> str:
    """A text with names for the files of the server."""
    for folder in filter(None, (_WORKSPACE.get(), tempfile.gettempdir())):
        if folder in text:
            text = re.sub(rf"{re.escape(folder)}/{_INSIDE}", "", text)
    return text
