"""Every measure by name: `measure("distinct_l").title`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from incrowd.errors import UnknownName
from incrowd.measures.measure import Family, Measure, Objective, Promise
from incrowd.measures.privacy.alpha_k import ALPHA_K
from incrowd.measures.privacy.beta_likeness import BETA_LIKENESS
from incrowd.measures.privacy.certainty import CERTAINTY
from incrowd.measures.privacy.delta_disclosure import DELTA_DISCLOSURE
from incrowd.measures.privacy.delta_presence import DELTA_PRESENCE
from incrowd.measures.privacy.distinct_l import DISTINCT_L
from incrowd.measures.privacy.enhanced_beta_likeness import ENHANCED_BETA_LIKENESS
from incrowd.measures.privacy.entropy_l import ENTROPY_L
from incrowd.measures.privacy.k_anonymity import K_ANONYMITY
from incrowd.measures.privacy.k_map import K_MAP
from incrowd.measures.privacy.k_subsets import K_SUBSETS
from incrowd.measures.privacy.profit_journalist import PROFIT_JOURNALIST
from incrowd.measures.privacy.profit_prosecutor import PROFIT_PROSECUTOR
from incrowd.measures.privacy.recursive_l import RECURSIVE_L
from incrowd.measures.privacy.t_equal import T_EQUAL
from incrowd.measures.privacy.t_hierarchical import T_HIERARCHICAL
from incrowd.measures.privacy.t_ordered import T_ORDERED
from incrowd.measures.risk.average import AVERAGE_RISK
from incrowd.measures.risk.average_journalist import AVERAGE_JOURNALIST_RISK
from incrowd.measures.risk.dankar import DANKAR
from incrowd.measures.risk.distribution import DISTRIBUTION
from incrowd.measures.risk.highest import HIGHEST_RISK
from incrowd.measures.risk.journalist import JOURNALIST_RISK
from incrowd.measures.risk.marketer import MARKETER_RISK
from incrowd.measures.risk.match import MATCH_RISK
from incrowd.measures.risk.pitman import PITMAN
from incrowd.measures.risk.row_risk import ROW_RISK
from incrowd.measures.risk.snb import SNB
from incrowd.measures.risk.uniques import UNIQUES
from incrowd.measures.risk.zayatz import ZAYATZ
from incrowd.measures.utility.class_size import CLASS_SIZE
from incrowd.measures.utility.discernibility import DISCERNIBILITY
from incrowd.measures.utility.entropy import ENTROPY
from incrowd.measures.utility.exactness import EXACTNESS
from incrowd.measures.utility.information import INFORMATION
from incrowd.measures.utility.loss import LOSS
from incrowd.measures.utility.loss_geometric import LOSS_GEOMETRIC
from incrowd.measures.utility.precision import PRECISION
from incrowd.measures.utility.utility_loss import UTILITY_LOSS

BUILT_IN: tuple[Measure, ...] = (
    AVERAGE_RISK,
    HIGHEST_RISK,
    ROW_RISK,
    DISTRIBUTION,
    UNIQUES,
    JOURNALIST_RISK,
    AVERAGE_JOURNALIST_RISK,
    MARKETER_RISK,
    MATCH_RISK,
    ZAYATZ,
    PITMAN,
    SNB,
    DANKAR,
    K_ANONYMITY,
    K_SUBSETS,
    K_MAP,
    DISTINCT_L,
    ENTROPY_L,
    RECURSIVE_L,
    T_ORDERED,
    T_EQUAL,
    T_HIERARCHICAL,
    DELTA_PRESENCE,
    PROFIT_PROSECUTOR,
    PROFIT_JOURNALIST,
    ALPHA_K,
    BETA_LIKENESS,
    ENHANCED_BETA_LIKENESS,
    DELTA_DISCLOSURE,
    CERTAINTY,
    UTILITY_LOSS,
    PRECISION,
    LOSS,
    LOSS_GEOMETRIC,
    ENTROPY,
    INFORMATION,
    EXACTNESS,
    DISCERNIBILITY,
    CLASS_SIZE,
)


def measure(name: str) -> Measure:
    """Find a measure by name, or say which one was probably meant.

    >>> measure("t_orderd")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no measure 't_orderd'.
    """
    for candidate in BUILT_IN:
        if candidate.name == name:
            return candidate
    raise UnknownName.among("measure", name, [known.name for known in BUILT_IN])


def measures(family: Family | None = None) -> tuple[Measure, ...]:
    """All measures, or those of one family, in the order in which they are shown.

    >>> [measure.name for measure in measures("utility")][:3]
    ['utility_loss', 'precision', 'loss']
    """
    return tuple(measure for measure in BUILT_IN if family in (None, measure.family))


def objectives() -> dict[str, Objective]:
    """The measures that a search can make as small as possible, by name.

    >>> list(objectives())[:2]
    ['precision', 'loss']
    """
    return {measure.name: measure.objective for measure in BUILT_IN if measure.objective}


def promises() -> dict[str, Promise]:
    """The privacy models that a search can keep, by name.

    >>> promises()["t_ordered"].letter
    't'
    """
    return {measure.name: measure.promise for measure in BUILT_IN if measure.promise}


def diversities() -> dict[str, str]:
    """The ways to count l, and the privacy model of each.

    >>> diversities()["entropy"]
    'entropy_l'
    """
    models = [name for name, promise in promises().items() if promise.letter == "l"]
    return {model.removesuffix("_l"): model for model in models}


if TYPE_CHECKING:
    ObjectiveName = str
    DiversityName = str
else:  # so that the REST API can list the names and refuse all others
    ObjectiveName = Literal[tuple(objectives())]
    DiversityName = Literal[tuple(diversities())]
