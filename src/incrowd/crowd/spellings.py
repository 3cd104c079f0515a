"""What secrets mean, however they are written: `flu`, ` Flu` and `FLU` are one illness, `n/a` none.

Nobody is hidden among people whose diagnosis differs in its spelling alone.
"""

from typing import Final

import numpy as np

from incrowd.crowd.magnitude import size_of
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions

NOTHING: Final = -1
"""The meaning of a value that says nothing."""
_SINGLE: Final = (
    "na n/a n.a. nan null nil - -- — . ? unknown missing *missing* unbekannt k.a. k.a desconocido "
    "desconocida inconnu inconnue sconosciuto desconhecido s/d n.d. nd"
)
_PHRASES: Final = (
    "not known, not available, not stated, not specified, no data, k. a., keine angabe, nicht "
    "bekannt, sin datos, non renseigné, non noto, não informado"
)
_WORDS: Final = frozenset({*_SINGLE.split(), *_PHRASES.split(", ")})
"""How people write that a value is missing; `none` is no such word: no allergy is an answer."""


def read_meanings(domain: Domain) -> Positions:
    """For each value the first one that means the same, and `NOTHING` for those that say nothing.

    >>> from incrowd.table import Attribute, Kind, Profile, Role
    >>> illness = Attribute(Profile("illness", Kind.TEXT, 4, 0, 4), Role.SENSITIVE, "")
    >>> read_meanings(Domain(illness, ("FLU", "asthma", "flu ", "n/a"), np.ones(4, np.int64)))
    array([ 0,  1,  0, -1], dtype=int32)
    """
    first: dict[str | float, int] = {}
    meanings = np.full(len(domain.values), NOTHING, np.int32)
    for place, value in enumerate(domain.values):
        text = " ".join(value.split()).casefold() if value else ""
        if not text or text in _WORDS:
            continue
        size = size_of(text, domain.attribute.profile) if value else None
        meanings[place] = first.setdefault(text if size is None else size, place)
    return meanings
