"""Every technique by name: `technique("round").title`."""

from typing import Final

from incrowd.errors import UnknownName
from incrowd.techniques.bottom_coding import BOTTOM
from incrowd.techniques.pram import PRAM
from incrowd.techniques.rank_swapping import RANK_SWAP
from incrowd.techniques.rounding import ROUND
from incrowd.techniques.sampling import SAMPLE
from incrowd.techniques.technique import Technique
from incrowd.techniques.top_coding import TOP

BUILT_IN: Final[tuple[Technique, ...]] = (SAMPLE, RANK_SWAP, PRAM, ROUND, TOP, BOTTOM)


def technique(name: str) -> Technique:
    """Find a technique by name, or say which one was probably meant.

    >>> technique("top").title
    'Top coding'
    """
    for known in BUILT_IN:
        if known.name == name:
            return known
    raise UnknownName.among("technique", name, [known.name for known in BUILT_IN])
