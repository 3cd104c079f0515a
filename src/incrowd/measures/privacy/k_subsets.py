"""k of every combination of up to m attributes: (a, x), (a, y), (b, y) with m = 1 -> k = 1.

Somebody who knows at most m facts about a person finds at least k people with them. Rows with a
rarer combination are removed, again and again, as that makes others rare. What is left is the
largest table that holds it: two tables that hold it hold it together.
"""

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes
from incrowd.kernels.combinations import Demand, Lines, find_rarest, make_room, remove_rare
from incrowd.measures.measure import (
    Figures,
    Measure,
    Parameter,
    Promise,
    Question,
    ReleaseRule,
    worst,
)

DEFAULT_M: Final = 3
MOST_M: Final = 4
MOST_SETS: Final = 10_000
"""Sets of attributes that are looked at: 3 of 40 are 9,880."""
M = Parameter("m", "Facts known about a person", DEFAULT_M, 1, MOST_M, whole=True)


def count_sets(attributes: int, m: int) -> int:
    """How many sets of m attributes there are; of fewer attributes there is one.

    >>> count_sets(15, 3), count_sets(2, 3)
    (455, 1)
    """
    return comb(attributes, min(m, attributes))


def rarest_combinations(question: Question) -> Figures:
    """How many people share the rarest combination of each class, among those published.

    A suppressed class has none, and its figure is 0.
    """
    classes = question.classes
    published = np.flatnonzero(classes.kept)
    figures = np.zeros(classes.count)
    if len(published):
        lines = lay_out(classes, published)
        m = min(int(M.of(question)), len(lines.codes))
        rarest = np.full(len(published), np.iinfo(np.int64).max)
        alive = np.ones(len(published), np.bool_)
        sizes = np.ascontiguousarray(classes.sizes[published])
        find_rarest(lines, make_room(lines, m), alive, sizes, m, rarest)
        figures[published] = rarest
    return figures


def keep_common(question: Question, threshold: float, limit: int) -> NDArray[np.bool_]:
    """The published classes that stay, none where more rows than a limit would be removed."""
    classes = question.classes
    published = np.flatnonzero(classes.kept)
    kept = np.zeros(classes.count, np.bool_)
    sizes = np.ascontiguousarray(classes.sizes[published])
    k = int(np.ceil(threshold - 1e-9))
    if not len(published):
        return kept
    alive = np.ones(len(published), np.bool_)
    if int(sizes.min()) < k:  # else every combination has as many as its class
        lines = lay_out(classes, published)
        m = min(int(M.of(question)), len(lines.codes))
        if remove_rare(lines, make_room(lines, m), alive, sizes, Demand(m, k, limit)) > limit:
            return kept
    kept[published] = alive
    return kept


def lay_out(classes: Classes, which: NDArray[np.int64]) -> Lines:
    """The codes of some classes, those of each row where persons have several.

    Attributes with one value tell nothing and are left out, unless there is no other.
    """
    crowd, members = classes.crowd, classes.representatives[which]
    rows, owners = crowd, np.arange(len(which), dtype=np.int32)
    if crowd.persons is not None and crowd.folded:
        entries = crowd.persons.entries.of(members)
        rows, members, owners = crowd.by_rows, entries.values, entries.owners
    columns = [
        ladder.codes[level][codes[members]]
        for ladder, level, codes in zip(rows.ladders, classes.levels, rows.codes, strict=True)
    ]
    different = [column for column in columns if column.min() != column.max()]
    different.sort(key=lambda column: -int(column.max()))
    different = different or [np.zeros(len(members), np.int32)]
    radices = np.array([int(column.max()) + 1 for column in different], np.int64)
    return Lines(np.ascontiguousarray(np.stack(different), np.int32), radices, owners)


K_SUBSETS = Measure(
    name="k_subsets",
    title="k-anonymity for a few facts",
    explanation="Whatever few facts somebody knows about a person, up to as many as you say, they "
    "apply to at least this many people in the table.",
    citation="Terrovitis, Mamoulis, Kalnis, Privacy-Preserving Anonymization of Set-Valued Data "
    "(k^m-anonymity), PVLDB 1(1), 2008.",
    family="privacy",
    better="higher",
    unit="rows",
    compute=worst(rarest_combinations, "at_least"),
    parameters=(M,),
    per_class=rarest_combinations,
    bound="at_least",
    promise=Promise(
        "closed",
        bounds_blocks=True,
        lowest=1,
        whole=True,
        release=ReleaseRule(
            figure=worst(rarest_combinations, "at_least"),
            keep=keep_common,
            sure_k=lambda k, given: int(k),
        ),
    ),
)
