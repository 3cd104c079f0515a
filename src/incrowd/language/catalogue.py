"""Translations, one JSON file per language: `translations("es")["as is"]` is `tal cual`.

To add a language, add its file. Besides the templates it holds under `$numbers` the two marks of
a number: the one that separates thousands, and the one before decimals.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
_FOLDER: Final = files("incrowd.language")
_NUMBERS: Final = "$numbers"
_FILES: Final = sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith(".json"))

LANGUAGES: Final = (ENGLISH, *(name.removesuffix(".json") for name in _FILES))


@cache
def translations(language: str) -> Mapping[str, str]:
    """Load the translation of each English template."""
    texts = _load(language)
    return {english: text for english, text in texts.items() if english != _NUMBERS}


@cache
def number_marks(language: str) -> dict[int, int]:
    """Map the marks of an English number to those of a language, for `str.translate`."""
    return str.maketrans(",.", _load(language)[_NUMBERS])


@cache
def _load(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(_FOLDER.joinpath(f"{language}.json").read_text("utf-8"))
    return texts
