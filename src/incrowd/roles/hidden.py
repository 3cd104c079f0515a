"""Find what points to one person within texts that are about something else.

    find_hidden([("call +49 30 1234567", 2), ("ask ana@example.org", 1)])

A whole value or a part of it counts. What follows a pattern by chance does not: a checksum must be
right for most of the numbers that look like it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from incrowd.roles import national
from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns import bank, contact, network
from incrowd.roles.patterns.pattern import Pattern

Texts = Sequence[tuple[str, int]]
"""Different texts, each with its rows."""


@dataclass(frozen=True)
class Hidden:
    """What was found: how many different texts have it, in how many rows."""

    meaning: Meaning
    title: str
    texts: int
    rows: int


_EMAIL: Final = re.compile(r"[^\s,;:<>()\[\]{}\"'|]+@[^\s,;:<>()\[\]{}\"'|/]+")
_PHONE: Final = re.compile(
    r"(?<![\w+.-])(?:\+|00)[1-9](?:[ ./()-]{0,3}\d){6,14}(?![\w*])", re.ASCII
)
_NORTH_AMERICAN: Final = re.compile(
    r"(?<![\w-])(?:\([2-9]\d\d\) ?|[2-9]\d\d[.-])\d{3}[.-]\d{4}(?!\w)"
)
_IBAN: Final = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[0-9A-Z]{2,4}){2,8}\b")
_TITLED: Final = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau|Herrn|Señor|Señora|Sr|Sra|Mme|Monsieur|Madame|Signor|"
    r"Signora|Dott|Senhor|Senhora)\.? (?:[A-ZÀ-Þ]\. )?[A-ZÀ-Þ][a-zß-ÿ]+"
)
_FULL_NAME: Final = re.compile(
    r"([A-ZÀ-Þ][a-zß-ÿş]+)(?:[ -][A-ZÀ-Þ](?:[a-zß-ÿşı'’]+|\.)?(?:[A-ZÀ-Þ][a-zß-ÿ]+)?){1,3}"
    r"|[A-ZÀ-Þ][a-zß-ÿşı'’-]+, ([A-ZÀ-Þ][a-zß-ÿş]+)(?: [A-ZÀ-Þ][a-zß-ÿş.]*)?"
)
_SERIAL: Final = re.compile(r"[#A-Za-z]{0,4}[-_/#]?\d[\d/-]{3,}\d", re.ASCII)
_DATED: Final = re.compile(r"\d{1,4}[-/]\d{1,2}([-/]\d{1,4})?|(19|20)\d{6}", re.ASCII)
_MEASURED: Final = re.compile(
    r"[€$£%]|\d ?(?:EUR|USD|GBP|CHF|euros?|dollars?|k?m|[ckm]?g|[cdm]?l|mm|cm|h|min|s|ms|IU|U/L|"
    r"steps|people|rows|inhabitants)\b|\d ?[-–] ?<? ?\d+[)\]]"
)
FEWEST_SERIALS: Final = 5
"""Numbers that occur once from which on it is no accident."""
_TOKENS: Final = re.compile(r"[\s,;:()\[\]{}<>\"']+")
FEWEST_NAMES: Final = 3
"""Different full names from which on it is no accident that they begin with given names."""
NAMES_SHARE: Final = 0.05
"""The share of texts that must be full names: among many towns is a Virginia Beach, too."""
SHARE: Final = 0.5
"""The share of numbers of the same length whose checksum must be right."""
MOST_NUMBERS: Final = 5000
"""Different numbers whose checksums are worked out."""

_NAMES: Final = """
    Aaron Adam Agnieszka Ahmad Alan Albert Alejandro Alessandro Alex Alexander Alexandra Alice
    Amanda Amelie Amy Ana Andrea Andreas Andrew Angela Anna Anne Anthony Antoine Antonio Arthur
    Ayse Barbara Beatriz Ben Benjamin Bernd Bianca Birgit Brandon Brenda Brian Bruno Camille
    Carla Carlos Carmen Carol Caroline Catherine Cecilia Charles Charlotte Chiara Chloe
    Christian Christina Christine Christopher Claire Clara Claudia Cristina Cynthia Daniel
    Daniela David Deborah Dennis Diana Diego Dieter Donald Donna Dorothy Eduardo Edward Elena
    Elias Elizabeth Ella Emily Emma Enrique Eric Erika Ethan Eva Evelyn Fabian Fatima Federico
    Felix Fernanda Fernando Florian Francesca Francesco Francisco Frank Franz Frieda Gabriel
    Gary George Gerald Gerhard Giovanni Giulia Gloria Grace Gregory Guillermo Hannah Hans Harold
    Heather Heike Heinz Helen Helena Helga Henri Henry Hugo Ibrahim Ines Ingrid Irene Isabel
    Isabella Jack Jacob Jacques Jacqueline James Jan Jane Janet Jason Javier Jean Jeffrey
    Jennifer Jeremy Jessica Joan Johanna Johannes John Jonas Jonathan Jordan Jorge Jose Joseph
    Joshua Juan Judith Julia Julian Julie Justin Kai Karen Karin Karl Katharina Katherine
    Kathleen Kelly Kenneth Kevin Kimberly Klaus Larry Laura Lauren Lea Lena Leon Leonardo Leonie
    Liam Linda Lisa Logan Lorenzo Louis Louise Luca Lucas Lucia Luis Luisa Lukas Manuel Marc
    Marco Margaret Maria Marie Marina Mario Mark Markus Marta Martha Martin Martina Mary Mateo
    Matteo Matthew Matthias Maximilian Megan Melissa Mia Michael Michele Michelle Miguel Mohamed
    Mohammed Monica Monika Mustafa Nancy Natalia Nathan Nicholas Nicolas Nicole Nina Noah Nora
    Olivia Omar Oscar Pablo Pamela Paola Patricia Patrick Paul Paula Pedro Peter Petra Philip
    Pierre Piotr Rachel Rafael Ralf Ralph Raquel Raymond Rebecca Renate Ricardo Richard Robert
    Roberto Roger Ronald Rosa Roy Russell Ruth Ryan Sabine Samantha Samuel Sandra Sara Sarah
    Scott Sean Sebastian Sergio Sharon Shirley Silvia Simon Simone Sofia Sophia Sophie Stefan
    Stefania Stephanie Stephen Steven Susan Susanne Sven Tanja Teresa Terry Theodor Theresa
    Thomas Tim Tina Tobias Tom Tomasz Tyler Ursula Ute Uwe Valentina Valeria Vanessa Vera
    Veronica Victor Victoria Vincent Virginia Walter Wayne Werner William Wolfgang Yusuf Zachary
    Zoe
"""
GIVEN_NAMES: Final = frozenset(_NAMES.split())
"""Common in six languages: enough to know a column of names, not every name."""


def find_hidden(texts: Texts) -> tuple[Hidden, ...]:
    """List what points to one person in some texts, the surest first."""
    result = [
        *(hidden for search in _SEARCHES if (hidden := search(texts)) is not None),
        *_find_numbers(texts),
    ]
    return tuple(result)


def _collect(
    texts: Texts, meaning: Meaning, title: str, has: Callable[[str], bool], fewest: int = 1
) -> Hidden | None:
    rows = [count for text, count in texts if has(text)]
    return Hidden(meaning, title, len(rows), sum(rows)) if len(rows) >= fewest else None


def _find_emails(texts: Texts) -> Hidden | None:
    def has(text: str) -> bool:
        parts = _EMAIL.findall(text) if "@" in text else ()
        return any("*" not in part and contact.is_email(part.strip(".!?")) for part in parts)

    return _collect(texts, Meaning.EMAIL, contact.EMAIL.title, has)


def _find_phones(texts: Texts) -> Hidden | None:
    def has(text: str) -> bool:
        return _PHONE.search(text) is not None or _NORTH_AMERICAN.search(text) is not None

    return _collect(texts, Meaning.PHONE, contact.PHONE.title, has)


def _find_ibans(texts: Texts) -> Hidden | None:
    def has(text: str) -> bool:
        return any(bank.is_iban(part) for part in _IBAN.findall(text))

    return _collect(texts, Meaning.IBAN, bank.IBAN.title, has)


def _find_titled(texts: Texts) -> Hidden | None:
    return _collect(
        texts, Meaning.NAME, "names of people", lambda text: _TITLED.search(text) is not None
    )


def _find_names(texts: Texts) -> Hidden | None:
    def has(text: str) -> bool:
        match = _FULL_NAME.fullmatch(text.strip())
        return match is not None and (match[1] or match[2]) in GIVEN_NAMES

    fewest = max(FEWEST_NAMES, ceil(NAMES_SHARE * len(texts)))
    return _collect(texts, Meaning.NAME, "names of people", has, fewest)


def _find_serials(texts: Texts) -> Hidden | None:
    """Long numbers in texts, as in `flu, case 100037`, most of which occur in one row only."""
    rows_of: dict[str, int] = {}
    for text, rows in texts:
        for number in _serials(text):
            rows_of[number] = rows_of.get(number, 0) + rows
    single = sum(rows == 1 for rows in rows_of.values())
    if single < max(FEWEST_SERIALS, SHARE * len(rows_of)):
        return None
    return Hidden(Meaning.IDENTIFIER, "numbers that occur only once", single, single)


def _serials(text: str) -> Iterator[str]:
    """Numbers of five digits or more that are no dates, amounts or measures, beside words."""
    if not any(letter.isalpha() for letter in text) or _MEASURED.search(text):
        return
    for word in _TOKENS.split(text):
        if _SERIAL.fullmatch(word) and not _DATED.fullmatch(word):
            yield word


_SEARCHES: Final = (
    _find_emails,
    _find_phones,
    _find_ibans,
    _find_titled,
    _find_names,
    _find_serials,
)
_NUMBERS: Final[tuple[Pattern, ...]] = (
    network.UUID,
    network.IP,
    network.MAC,
    network.URL,
    *national.BUILT_IN,
    bank.CARD,
    contact.PHONE,
)
"""Patterns that whole words follow."""


def _find_numbers(texts: Texts) -> Iterator[Hidden]:
    words = list(_words(texts))
    for pattern in _NUMBERS:
        alike = [
            (word, rows) for word, rows in words if pattern.shortest <= len(word) <= pattern.longest
        ]
        hits = [(word, rows) for word, rows in alike if pattern.matches(word)]
        if pattern.proves(len(hits)) and len(hits) >= SHARE * len(alike):
            yield Hidden(pattern.meaning, pattern.title, len(hits), sum(rows for _, rows in hits))


def _words(texts: Texts) -> Iterable[tuple[str, int]]:
    """Words that may be numbers of people, whole texts first: half of them digits at least."""
    seen: dict[str, int] = {}
    for text, rows in texts:
        if len(seen) >= MOST_NUMBERS:
            break
        for word in dict.fromkeys((text.strip(), *_TOKENS.split(text))):
            digits = sum(letter.isdigit() for letter in word)
            if digits >= 4 or "://" in word or word.startswith("www."):
                seen[word] = seen.get(word, 0) + rows
    return seen.items()
