"""The words of column names, one file per language: `LANGUAGES["German"]` knows `Geburtsdatum`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.words import english, french, german, italian, portuguese, spanish

LANGUAGES: Final[Mapping[str, Mapping[Meaning, str]]] = MappingProxyType(
    {
        "English": english.WORDS,
        "Spanish": spanish.WORDS,
        "German": german.WORDS,
        "French": french.WORDS,
        "Italian": italian.WORDS,
        "Portuguese": portuguese.WORDS,
    }
)
