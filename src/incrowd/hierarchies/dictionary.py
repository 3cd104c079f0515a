"""Group values by the words that a classification lists: lawyer -> Professionals -> *.

A dictionary suits an attribute if it knows at least 60 % of the different values and 60 % of the
rows, missing values and words such as "other" or "unknown" aside. What it does not know is "other".
Words are compared as a whole, without case, accents and punctuation, and never guessed from parts:
a value that is not listed is not known.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np

from incrowd.hierarchies.builder import Level, Understood, assemble, group_by_key
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import Message, join, say
from incrowd.table import Kind

KNOWN_SHARE: Final = 0.6
"""Values and rows that must be known."""
MOST_VALUES: Final = 1000
GLANCE: Final = 100
"""Values that are looked at before all are: most columns are about something else."""
LONGEST: Final = 80
OTHER: Final = "other"
_NEUTRAL: Final = """
    other, others, unknown, missing, na, n a, not applicable, not stated, not known,
    unspecified, prefer not to say, refused, no answer, otro, otra, otros, otras, desconocido,
    desconocida, no consta, ns nc, andere, anderes, andere angabe, sonstige, sonstiges,
    unbekannt, keine angabe, autre, autres, inconnu, inconnue, non precise, altro, altra, altri,
    sconosciuto, sconosciuta, non indicato, outro, outra, outros, outras, desconhecido,
    desconhecida, nao informado
"""
NEUTRAL: Final = frozenset(" ".join(word.split()) for word in _NEUTRAL.split(","))
"""What says nothing about any theme, in six languages; it counts neither for nor against one."""

_ENDING: Final = re.compile(r"(?<=\w\w\w)(?:/-?|\*|:|_|\((?=\w+\)))(?:in|innen|a|o|e|as|os)\)?$")
"""A second ending for women or men: Lehrer/in, Lehrer*in, enfermero/a, avvocato(a)."""


def simplify(text: str) -> str:
    """Letters and digits in small words, without accents, punctuation and a second ending.

    >>> simplify("  Never-Married "), simplify("Médecin"), simplify("Lehrer/in")
    ('never married', 'medecin', 'lehrer')
    """
    bare = unicodedata.normalize("NFKD", text.strip().casefold())
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    apart = _ENDING.sub("", letters).replace("'", "").replace("’", "")
    return " ".join(re.findall(r"[^\W_]+", apart))


@dataclass(frozen=True, eq=False)
class Dictionary:
    """Groups with the words for what belongs to them, and the wider groups these lie in."""

    name: str
    title: Message
    why: Message
    """Why it fits, as part of a sentence."""
    how: Message
    words: Mapping[str, str]
    """For each group its words, separated by commas."""
    wider: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The wider group of each group; none where a dictionary has one level."""
    wider_title: Message | None = None
    find: Callable[[Iterable[str]], dict[str, str]] | None = None
    """Find the groups of values where these are not listed as words."""

    @cached_property
    def group_of(self) -> Mapping[str, str]:
        """The group of each word."""
        return {
            simplify(word): group
            for group, words in self.words.items()
            for word in words.split(",")
            if word.strip()
        }

    def look_up(self, values: Iterable[str | None]) -> dict[str, str]:
        """The group of each value that is known."""
        short = [value for value in values if value is not None and len(value) <= LONGEST]
        if self.find is not None:
            return self.find(short)
        known = ((value, self.group_of.get(simplify(value))) for value in short)
        return {value: group for value, group in known if group is not None}

    def suits(self, domain: Domain) -> Message | None:
        """Say why it fits if it knows enough of the values and makes fewer groups of them."""
        if domain.attribute.kind is not Kind.TEXT or not 2 < len(domain.values) <= MOST_VALUES:
            return None
        glance = domain.values[:: max(1, len(domain.values) // GLANCE)]
        if len(self.look_up(glance)) < KNOWN_SHARE / 2 * len(glance):
            return None
        known = self.look_up(domain.values)
        if not knows_enough(domain, known) or self.build(domain).height == 1:
            return None
        return self.why

    def build(self, domain: Domain) -> Hierarchy:
        """Put each value in its group; what is not known goes together."""
        known = self.look_up(domain.values)
        levels = [(self.title, known)]
        if self.wider_title is not None:
            wide = {value: self.wider[group] for value, group in known.items()}
            levels.append((self.wider_title, wide))
        return build_groups(domain, self.name, self.how, levels)


def knows_enough(domain: Domain, known: Mapping[str, str]) -> bool:
    """Whether 60 % of the values and of the rows are known, those that say nothing aside."""
    rows = {
        value: int(count)
        for value, count in zip(domain.values, domain.counts, strict=True)
        if value is not None and (value in known or simplify(value) not in NEUTRAL)
    }
    covered = sum(count for value, count in rows.items() if value in known)
    values = sum(value in known for value in rows)
    return (
        values > 1
        and values >= KNOWN_SHARE * len(rows)
        and covered >= KNOWN_SHARE * sum(rows.values())
    )


def build_groups(
    domain: Domain, name: str, how: Message, levels: Iterable[tuple[Message, Mapping[str, str]]]
) -> Hierarchy:
    """Make a hierarchy of the group that each value has at each level; the rest is "other"."""
    positions = [place for place, value in enumerate(domain.values) if value is not None]
    values = [value for value in domain.values if value is not None]
    built: list[Level] = []
    unknown: list[str] = []
    for title, group_of in levels:
        unknown = [value for value in values if value not in group_of]
        groups = (group_of.get(value, OTHER) for value in values)
        built.append(group_by_key(title, groups, str))
    if unknown:
        value = min(unknown)
        rest = say("Unknown values, such as '{value}', become '{other}'.", value=value, other=OTHER)
        how = join([how, rest])
    understood = Understood(domain, np.array(positions, np.int64))
    return assemble(understood, built, name, how)
