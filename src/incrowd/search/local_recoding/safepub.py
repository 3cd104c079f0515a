"""SafePub: draw rows at random, generalise by a fixed scheme, and remove groups below k.

What every published column says of a row is a quasi-identifier, so rows with the same values are
the same: it is enough to draw how many of each combination are published.

The levels are not searched, as that would look at the data: they are those that are asked for, or
else the middle level of each hierarchy. After Bild, Kuhn, Prasser, SafePub: A Truthful Data
Anonymization Algorithm With Strong Privacy Guarantees, PoPETs 2018(1), without its search.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from hashlib import sha256
from typing import Final

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.language import Message, say
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.recoding import Recoding
from incrowd.search.sampling_guarantee import sampling_rate, smallest_k

EPSILON: Final = 1.0
DELTA: Final = 1e-6
"""What is promised where nothing is asked for."""
FIXED: Final = "csv"
"""The builder of hierarchies that were given, and so not made from the data."""


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Draw, generalise and remove; each call draws anew unless the problem has a seed."""
    crowd = problem.crowd
    epsilon, delta = problem.epsilon or EPSILON, problem.delta or DELTA
    k = max(problem.k, smallest_k(epsilon, delta))
    levels = choose_levels(problem)
    drawn = _draw(crowd, levels, sampling_rate(epsilon), problem.seed)
    listeners.progress(0.5)
    kept = drawn.kept.copy()
    kept[drawn.kept] = drawn.class_sizes[drawn.class_of[drawn.kept]] >= k
    listeners.progress(1.0)
    not_drawn = int(drawn.counts[~drawn.kept].sum())
    notes = tell_promise(crowd, levels, epsilon, delta, k)
    return Solution(replace(drawn, kept=kept), notes=notes, not_drawn=not_drawn)


def choose_levels(problem: Problem) -> tuple[int, ...]:
    """The levels that are asked for, else the middle one of each hierarchy: (H + 1) // 2."""
    return tuple(
        hierarchy.check_level(problem.lowest.get(hierarchy.attribute, (hierarchy.height + 1) // 2))
        for hierarchy in problem.crowd.hierarchies
    )


def _draw(crowd: Crowd, levels: tuple[int, ...], share: float, seed: str | None) -> Recoding:
    """Each row with the same probability, on its own: the rest of its tuple is left out."""
    secret = secrets.token_hex(32) if seed is None else seed
    random = np.random.Generator(np.random.PCG64(int.from_bytes(sha256(secret.encode()).digest())))
    chosen = random.binomial(crowd.counts, share).astype(np.int64)
    tuples = np.arange(len(crowd.counts), dtype=np.int32)
    counts = np.concatenate([chosen, crowd.counts - chosen])
    some = counts > 0
    kept = np.repeat([True, False], len(tuples))[some]
    each = np.tile(tuples, 2)[some]
    cells = np.repeat(np.array(levels, np.uint8)[:, None], len(each), axis=1)
    return Recoding(crowd, each, counts[some], np.ascontiguousarray(cells), kept)


def tell_promise(
    crowd: Crowd, levels: tuple[int, ...], epsilon: float, delta: float, k: int
) -> tuple[Message, ...]:
    """What is promised, under which condition, and what is not."""
    drawn = say(
        "Each row was drawn with a probability of {percent:.1f} %, and groups of fewer than {k:,} "
        "drawn rows were left out.",
        percent=100 * sampling_rate(epsilon),
        k=k,
    )
    made = [
        hierarchy.attribute
        for hierarchy, level in zip(crowd.hierarchies, levels, strict=True)
        if 0 < level < hierarchy.height and hierarchy.builder != FIXED
    ]
    exact = say(
        "The figures beside the file are exact, so do not publish them. Each further file that is "
        "drawn from the same data spends the budget again."
    )
    if made:
        names = ", ".join(made)
        return (
            drawn,
            say(
                "The file is not differentially private: the hierarchies of {names} were made "
                "from this data. Give files that were made without looking at it.",
                names=names,
            ),
        )
    promise = say(
        "The file is differentially private with epsilon = {epsilon:g} and delta = {delta:g}, if "
        "levels and hierarchies were chosen without looking at this data.",
        epsilon=epsilon,
        delta=delta,
    )
    return drawn, promise, exact


SAFEPUB = Method(
    name="safepub",
    title="SafePub",
    explanation="Draws rows at random, generalises them by levels fixed beforehand and removes "
    "small groups, so that the file would look nearly the same without any one person.",
    citation="Bild, Kuhn, Prasser, SafePub: A Truthful Data Anonymization Algorithm With Strong "
    "Privacy Guarantees, PoPETs 2018(1); Li, Qardaji, Su, On sampling, anonymization, and "
    "differential privacy, ASIACCS 2012.",
    recoding="local",
    options=("lowest", "epsilon", "delta"),
    run=solve,
    utility="loss",
)
