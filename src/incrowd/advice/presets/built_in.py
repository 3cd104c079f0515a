"""The presets that come with incrowd: `preset("public").k` is 10."""

from collections.abc import Iterable, Mapping
from typing import Final

from incrowd.advice.presets.preset import LIMITS, Limit, Preset
from incrowd.answers import Words
from incrowd.errors import UnknownName
from incrowd.language import say

DEFAULT: Final = "public"
ALIASES: Final[Mapping[str, str]] = {"research": "partner"}
"""Earlier names."""

CELL_SIZES: Final = say(
    "El Emam, Guide to the De-Identification of Personal Health Information, 2013, chapter 'Cell "
    "Size Precedents'"
)
_CLINICAL: Final = say(
    "European Medicines Agency, External guidance on the implementation of policy 0070, and Health "
    "Canada, Guidance on public release of clinical information: a risk of at most 0.09"
)
_HANDBOOK: Final = say(
    "Hundepool et al., Statistical Disclosure Control, Wiley 2012: the threshold rule"
)
_OWN: Final = say("incrowd's own choice")
_DIVERSITY: Final = say(
    "{own}: with l = 2 no group shares one value (Machanavajjhala et al., l-Diversity, ICDE 2006, "
    "call that homogeneity)",
    own=_OWN,
)
_CLOSENESS: Final = say(
    "{own} for the distance of Li, Li and Venkatasubramanian, t-Closeness, ICDE 2007, for numbers "
    "and for values with a hierarchy, where different values can still mean the same",
    own=_OWN,
)
_FOLLOWS: Final = say("Follows from the smallest group")


def _limits(
    k: tuple[int, Words], highest: tuple[float, Words], average: tuple[float, Words]
) -> tuple[Limit, ...]:
    values = {
        "smallest_group": k,
        "highest_risk": highest,
        "average_risk": average,
        "diversity": (2, _DIVERSITY),
        "closeness": (0.5, _CLOSENESS),
    }
    return tuple(
        Limit(name, value, LIMITS[name].unit, source) for name, (value, source) in values.items()
    )


BUILT_IN: Final = (
    Preset(
        "public",
        "public release",
        "Anybody may get the data and try anything with it.",
        _limits(
            (
                10,
                say(
                    "{own}, next to the 11 that public releases in the United States use, between "
                    "the 5 that custodians have long used and the 20 of the strictest "
                    "({precedents})",
                    own=_OWN,
                    precedents=CELL_SIZES,
                ),
            ),
            (10.0, _FOLLOWS),
            (
                5.0,
                say(
                    "{own}: on average as if in a group of 20, the strictest of the precedents "
                    "({precedents})",
                    own=_OWN,
                    precedents=CELL_SIZES,
                ),
            ),
        ),
    ),
    Preset(
        "partner",
        "a research partner",
        "A partner under contract gets the data and promises not to look for people in it.",
        _limits(
            (
                5,
                say(
                    "The group of five that data custodians have long used ({precedents})",
                    precedents=CELL_SIZES,
                ),
            ),
            (20.0, _FOLLOWS),
            (10.0, say("{own}: half the highest risk", own=_OWN)),
        ),
    ),
    Preset(
        "internal",
        "internal use",
        "Only colleagues who are bound by confidentiality work with the data.",
        _limits(
            (
                3,
                say(
                    "The group of three, the smallest that custodians use ({precedents})",
                    precedents=CELL_SIZES,
                ),
            ),
            (33.4, say("Follows from the smallest group: a third, rounded up")),
            (20.0, say("{own}: on average as if in a group of five", own=_OWN)),
        ),
    ),
    Preset(
        "clinical",
        "clinical data for the EMA or Health Canada",
        "Data of a clinical trial is made public as the European Medicines Agency (policy 0070) "
        "and Health Canada ask for.",
        _limits(
            (12, say("Follows from the highest risk: 1 of 11 is 0.0909, which is above 0.09")),
            (9.0, _CLINICAL),
            (9.0, say("Cannot be above the highest risk")),
        ),
    ),
    Preset(
        "safe_harbor",
        "HIPAA Safe Harbor",
        "Health data of the United States without the 18 identifiers of the Privacy Rule; what it "
        "does not ask for, a smallest group and protected secrets, is asked for as well.",
        _limits(
            (
                11,
                say(
                    "The rule has no such limit; 11 is what public releases in the United States "
                    "use ({precedents})",
                    precedents=CELL_SIZES,
                ),
            ),
            (9.1, say("Follows from the smallest group: 1 of 11, rounded up")),
            (9.1, say("Cannot be above the highest risk")),
        ),
        rules=("safe_harbor",),
    ),
    Preset(
        "statistics",
        "a statistics office",
        "Microdata of official statistics for researchers, by the threshold rule.",
        _limits(
            (3, say("{handbook}; that it asks for three is {own}", handbook=_HANDBOOK, own=_OWN)),
            (33.4, say("Follows from the smallest group: a third, rounded up")),
            (10.0, say("{own}: on average as if in a group of ten", own=_OWN)),
        ),
    ),
)
"""In the order in which they are offered."""


def find_preset(name: str, own: Iterable[Preset] = ()) -> Preset:
    """The preset of that name, or of an earlier name.

    >>> find_preset("research").name
    'partner'
    """
    known = {preset.name: preset for preset in (*own, *BUILT_IN)}
    wanted = ALIASES.get(name, name)
    if wanted not in known:
        raise UnknownName.among("preset", name, [*known, *ALIASES])
    return known[wanted]
