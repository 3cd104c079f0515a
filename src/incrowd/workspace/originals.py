"""The file that a data set was read from, kept beside it so that it can be read in another way."""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from incrowd.workspace.tokens import write_private

_FOLDER: Final = "original"
_OPTIONS: Final = "reading.json"


def keep_original(folder: Path, file: Path, options: Mapping[str, str]) -> None:
    """Keep a file with the data set that is made of it; on one disk that takes no room."""
    place = folder / _FOLDER
    place.mkdir(mode=0o700)
    target = place / file.name
    try:
        os.link(file, target)
    except OSError:  # another disk, or one without links
        shutil.copyfile(file, target)
    keep_options(folder, options)


def keep_options(folder: Path, options: Mapping[str, str]) -> None:
    """Keep how the file was told to be read."""
    write_private(folder / _OPTIONS, json.dumps(dict(options)))


def find_original(folder: Path) -> Path | None:
    """The file of a data set; None where it came from elsewhere, or before files were kept."""
    place = folder / _FOLDER
    files = sorted(place.iterdir()) if place.is_dir() else []
    return files[0] if files else None


def read_options(folder: Path) -> dict[str, str]:
    """How the file was told to be read; nothing where it was left to be found out."""
    try:
        return {str(name): str(value) for name, value in _load(folder).items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _load(folder: Path) -> Mapping[str, object]:
    found: Mapping[str, object] = json.loads((folder / _OPTIONS).read_text("utf-8"))
    return found
