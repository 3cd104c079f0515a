"""Read the meaning of a column from its name: `fechaNacimiento_2` says birth date, in Spanish."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
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
"""The words of column names in each language: German knows `Geburtsdatum`."""

LONGEST_NAME: Final = 200
"""Characters of a name that are read; nobody writes a meaning further to the right."""

LONGEST_PHRASE: Final = 6
"""Words that a phrase may span in a name."""

HEAD_MEANINGS: Final = frozenset({Meaning.DATE, Meaning.AGE, Meaning.YEAR})
"""What a name is about when it starts or ends with it: `diagnosis_date`, `edad_diagnostico`."""

_FILLERS: Final = (
    "a al at an and d da das de dei del dell della der des di die do dos du e el em en et fur"
    " i il im in l la las le les lo los o of on os the und y"
)
FILLERS: Final = frozenset(_FILLERS.split())
"""Small words that may be left out of a name: `date naissance`."""

_SPELT_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""How German umlauts are written where they are not available."""

_BORDERS: Final = re.compile(
    r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][^\W\d_A-Z])|(?<=\D)(?=\d)|(?<=\d)(?=\D)|[\W_]+"
)


@dataclass(frozen=True)
class Entry:
    """A known phrase: what it means, in which language, and how far it may be trusted."""

    meaning: Meaning
    language: str
    unsure: bool
    weak: bool


@dataclass(frozen=True)
class Reading:
    """One way to read a name: the entry found, and whether it is the whole name."""

    entry: Entry
    whole: bool

    @property
    def meaning(self) -> Meaning:
        """What the name means in this reading."""
        return self.entry.meaning


def fold(text: str) -> str:
    """Drop case and accents.

    >>> fold("Straße"), fold("AÑO")
    ('strasse', 'ano')
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def split(name: str) -> tuple[str, ...]:
    """Cut a name into words at separators, changes of case and digits.

    >>> split("Date-de_naissance2"), split("codiceFiscale"), split("Código Postal")
    (('date', 'de', 'naissance', '2'), ('codice', 'fiscale'), ('codigo', 'postal'))
    """
    plain = unicodedata.normalize("NFKD", name[:LONGEST_NAME])
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(word for word in (fold(part) for part in _BORDERS.split(bare)) if word)


@lru_cache(maxsize=4096)
def read(name: str) -> tuple[Reading, ...]:
    """List the readings of a name, the most telling one first.

    >>> [reading.meaning.value for reading in read("diagnosis_date")]
    ['date', 'diagnosis']
    >>> read("package")
    ()
    """
    words = split(name)
    result = [span for span in _spans(words) if span is not None]
    outer = [span for span in result if not any(_inside(span, other) for other in result)]
    outer.sort(key=lambda span: _rank(span, len(words)))
    letters = sum(not word.isdigit() for word in words)
    readings = (
        Reading(entry, whole=stop - start >= letters or (start, stop) == (0, len(words)))
        for start, stop, entry in outer
    )
    return tuple({reading.meaning: reading for reading in reversed(list(readings))}.values())[::-1]


Span = tuple[int, int, Entry]


def _spans(words: tuple[str, ...]) -> Iterator[Span]:
    for start in range(len(words)):
        for stop in range(start + 1, min(start + LONGEST_PHRASE, len(words)) + 1):
            entry = _find(words[start:stop])
            if entry is not None:
                yield start, stop, entry


def _find(words: tuple[str, ...]) -> Entry | None:
    phrases = _phrases()
    entry = phrases.get("".join(words))
    if entry is None and words[0] not in FILLERS and words[-1] not in FILLERS:
        entry = phrases.get("".join(word for word in words if word not in FILLERS))
    if entry is None and len(words) == 1:
        ends = (words[0][cut:] for cut in range(3, len(words[0]) - 4))
        entry = next((_endings()[end] for end in ends if end in _endings()), None)
    return entry


def _inside(span: Span, other: Span) -> bool:
    return other[0] <= span[0] and span[1] <= other[1] and other[1] - other[0] > span[1] - span[0]


def _rank(span: Span, words: int) -> tuple[bool, bool, bool, int, int]:
    start, stop, entry = span
    at_edge = start == 0 or stop == words
    leads = entry.meaning in HEAD_MEANINGS and at_edge
    return entry.weak, entry.unsure, not leads, start - stop, -start


@cache
def _phrases() -> Mapping[str, Entry]:
    """Every phrase without its spaces, with and without the small words in it."""
    known: dict[str, Entry] = {}
    for _, words, entry in _entries():
        known.setdefault("".join(words), entry)
        telling = [word for word in words if word not in FILLERS]
        if len(telling) > 1:
            known.setdefault("".join(telling), entry)
    return MappingProxyType(known)


@cache
def _endings() -> Mapping[str, Entry]:
    return MappingProxyType(
        {"".join(words): entry for marks, words, entry in _entries() if "*" in marks}
    )


def _entries() -> Iterator[tuple[str, tuple[str, ...], Entry]]:
    for language, meanings in LANGUAGES.items():
        for meaning, phrases in meanings.items():
            for phrase in phrases.split(","):
                text = phrase.strip()
                marks = text[: len(text) - len(text.lstrip("?~*"))]
                entry = Entry(meaning, language, unsure="?" in marks, weak="~" in marks)
                yield marks, split(text), entry
                if language == "German":
                    yield marks, split(text.translate(_SPELT_OUT)), entry
