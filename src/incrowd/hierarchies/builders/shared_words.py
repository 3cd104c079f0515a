"""Names that share a word: private nurse, school nurse -> nurse -> *."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import MOST_VALUES, build_groups, knows_enough, simplify
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import Message, say
from incrowd.table import Kind

SHORTEST: Final = 3
"""Letters of a word that says something."""
_NEGATIONS: Final = """
    no not non never without other anti ex former sin nunca otro otra otros otras kein keine
    nicht ohne nie sonstige andere sans jamais autre autres senza mai altro altra altri sem nao
    outro outra outros outras
"""
NEGATIONS: Final = frozenset(_NEGATIONS.split())
"""A name with one of these may be the opposite of what it shares a word with."""
_EMPTY_WORDS: Final = """
    and the for with und der die das les des del los las con per por para dos von van etc type
    typ tipo group gruppe grupo groupe gruppo class level other others unknown
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())

Ends: Final[Mapping[str, Callable[[Sequence[str]], str]]] = MappingProxyType(
    {"last": lambda words: words[-1], "first": lambda words: words[0]}
)
"""Where the word stands that says what a thing is: last in `school nurse`, first in `sopa fría`."""


def find_shared_words(values: Sequence[str | None]) -> dict[str, str]:
    """The word that each name shares with another at the same end, whichever end gives more.

    >>> find_shared_words(["school nurse", "private nurse", "cook", "pastry cook", "pilot"])
    {'school nurse': 'nurse', 'private nurse': 'nurse', 'cook': 'cook', 'pastry cook': 'cook'}
    """
    split = {value: simplify(value).split() for value in values if value is not None}
    named = {value: words for value, words in split.items() if _is_name(words)}
    choices = []
    for take in Ends.values():
        heads = {value: take(words) for value, words in named.items()}
        counts = Counter(heads.values())
        choices.append(
            {value: head for value, head in heads.items() if counts[head] > 1 and _says_much(head)}
        )
    return max(choices, key=len)


def suits(domain: Domain) -> Message | None:
    """Texts fit if most of them share their word with others, and not all the same one."""
    if domain.attribute.kind is not Kind.TEXT or not 2 < len(domain.values) <= MOST_VALUES:
        return None
    shared = find_shared_words(domain.values)
    if len(set(shared.values())) < 2 or not knows_enough(domain, shared):
        return None
    return say("many of its values share a word")


def build(domain: Domain) -> Hierarchy:
    """Put the names together that share a word."""
    how = say("Groups by the shared word.")
    levels = [(say("shared word"), find_shared_words(domain.values))]
    return build_groups(domain, "shared_words", how, levels)


def _is_name(words: Sequence[str]) -> bool:
    return bool(words) and not NEGATIONS & set(words)


def _says_much(word: str) -> bool:
    return len(word) >= SHORTEST and word.isalpha() and word not in _EMPTY


BUILDER = Builder(
    name="shared_words",
    title="Shared words",
    explanation="Groups names that share a word, and shows only that word.",
    citation="Navigli and Velardi, Learning domain ontologies from document warehouses and "
    "dedicated web sites, 2004, on trees of terms by string inclusion",
    suits=suits,
    build=build,
)
