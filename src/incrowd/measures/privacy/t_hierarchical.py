"""t-closeness along a hierarchy: flu and cold are closer to each other than to a broken leg.

Two values are as far apart as the lowest level at which they are one, divided by the height H.
Such distances are those of a tree whose every edge has length 1 / 2H, and moving shares in a tree
costs, edge by edge, what has to pass: the distance is the mean of the equal distances of the
groups at the levels 0 … H − 1.
"""

import numpy as np

from incrowd.crowd.sensitive import Sensitive
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say
from incrowd.measures.measure import Figures, Groupings, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import lose_distant_rows


@compiled("void(int64[::1], int32[::1], float64[::1], int32[::1], float64[::1], float64[::1])")
def add_surplus(
    starts: Sizes,
    values: Positions,
    shares: Figures,
    group_of: Positions,
    overall: Figures,
    totals: Figures,
) -> None:
    """Add to each class what its groups have more than the groups of the whole table."""
    gathered = np.zeros(len(overall))
    for class_ in range(len(totals)):
        for entry in range(starts[class_], starts[class_ + 1]):
            gathered[group_of[values[entry]]] += shares[entry]
        for entry in range(starts[class_], starts[class_ + 1]):
            group = group_of[values[entry]]
            if gathered[group] > overall[group]:
                totals[class_] += gathered[group] - overall[group]
            gathered[group] = 0.0


def hierarchical_distance(question: Question) -> Figures:
    """How far the sensitive values of each class are from those of the whole original table."""
    values = question.values
    hierarchy = _hierarchy(question)
    where = hierarchy.locate(values.sensitive.domain.values)
    totals = np.zeros(question.classes.count)
    for level in range(hierarchy.height):
        groups = np.ascontiguousarray(hierarchy.groups[level - 1][where] if level else where)
        overall = np.asarray(np.bincount(groups, values.sensitive.shares), np.float64)
        add_surplus(values.starts, values.values, question.shares, groups, overall, totals)
    return totals / hierarchy.height


def _hierarchy(question: Question) -> Hierarchy:
    sensitive = question.values.sensitive
    if sensitive.hierarchy is None:
        raise InvalidParameter(
            say("'{name}' has no hierarchy to measure distances along.", name=sensitive.name),
            say("Give it one, or use the equal distance."),
        )
    return sensitive.hierarchy


def groups_by_level(sensitive: Sensitive) -> Groupings:
    """The groups of each value at the levels below the highest, which the distance is over."""
    domain, hierarchy = sensitive.domain.values, sensitive.hierarchy
    as_they_are = np.arange(len(domain))
    if hierarchy is None:
        return [as_they_are]
    where = hierarchy.locate(domain)
    above = [groups[where].astype(np.int64) for groups in hierarchy.groups[:-1]]
    return [as_they_are, *above]


def lose_distant(question: Question, threshold: float) -> Figures:
    """Lose rows of groups that a class has too many of until it is close enough."""
    return lose_distant_rows(question, groups_by_level(question.values.sensitive), threshold)


T_HIERARCHICAL = Measure(
    name="t_hierarchical",
    title="t-closeness, hierarchical distance",
    explanation="In every class the sensitive values are spread almost as in the whole table, "
    "values of one group being closer to each other than to others.",
    citation="Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and "
    "l-Diversity, ICDE 2007.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(hierarchical_distance, "at_most"),
    needs=frozenset({"sensitive", "hierarchy"}),
    per_class=hierarchical_distance,
    bound="at_most",
    promise=Promise(
        "convex",
        letter="t",
        surely_lost=lose_distant,
        groupings=groups_by_level,
        bounds_blocks=True,
        highest=1,
    ),
)
