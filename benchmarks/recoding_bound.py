"""What no 2-anonymous recoding of Adult can exceed, by weighted entropy: how much room is left.

Every row that is alone in its tuple gets a price y ≥ 0 such that two rows together never cost less
to publish alike than their prices: y(a) + y(b) ≤ e(a, b), and y(a) ≤ all the bits of a. Go round a
class of any size: each row loses at least what its neighbour on either side costs it, so half of
what all the neighbouring pairs cost, and with it the sum of the prices, is never more than what the
class loses. All prices together are thus a lower bound of the loss, whatever the recoding.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.recoding import FACTS, peers_of, ranked_by, read_crowd
from benchmarks.timing import ADULT
from incrowd.crowd.crowd import Crowd
from incrowd.kernels.compilation import compiled

Floats = NDArray[np.float64]


@compiled(
    "void(int64[::1], int64[:, ::1], float64[::1], int64[::1], int64[::1], float64[::1], "
    "float64, float64[::1])"
)
def raise_prices(
    alone: NDArray[np.int64],
    tuples: NDArray[np.int64],
    costs: Floats,
    starts: NDArray[np.int64],
    widths: NDArray[np.int64],
    prices: Floats,
    share: float,
    raised: Floats,
) -> None:
    """Give each lone row a share of what its cheapest partner leaves it, one after the other."""
    for row in alone:
        room = np.inf
        for other in range(len(tuples)):
            if other == row:
                continue
            cost = -prices[other]
            for place in range(tuples.shape[1]):
                cell = starts[place] + tuples[row, place] * widths[place]
                cost += costs[cell + tuples[other, place]]
                if cost >= room:
                    break
            room = min(room, cost)
        raised[row] = share * max(room, 0.0)


def run(large: bool) -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    crowd, facts = read_crowd(ADULT / "adult.csv"), json.loads(FACTS.read_text())
    found = []
    for experiment in range(1, 5):
        weights = ranked_by(crowd, facts, experiment)
        shares = np.array([weights.weight(name) for name in crowd.names])
        peer = max(one["entropy_weighted"] for one in peers_of(facts, "arx", experiment, 2))
        bound = highest_entropy(crowd, shares / shares.sum())
        found.append({"experiment": experiment, "k": 2, "at_most": bound, "arx": peer})
    return {"weighted_entropy": found}


def highest_entropy(crowd: Crowd, weights: Floats) -> float:
    """No 2-anonymous recoding has a weighted entropy above this."""
    tuples = np.ascontiguousarray(np.stack(crowd.codes, axis=1).astype(np.int64))
    tables, whole = zip(*(_costs(crowd, place) for place in range(len(weights))), strict=True)
    costs = [weight * table for weight, table in zip(weights, tables, strict=True)]
    sizes = [table.size for table in costs]
    starts = np.cumsum([0, *sizes[:-1]]).astype(np.int64)
    widths = np.array([len(table) for table in costs], np.int64)
    alone = np.flatnonzero(crowd.counts == 1)
    all_bits = sum(
        weight * bits[tuples[:, place]]
        for place, (weight, bits) in enumerate(zip(weights, whole, strict=True))
    )
    flat = np.concatenate([table.ravel() for table in costs])
    prices = np.zeros(len(tuples))
    raise_prices(alone, tuples, flat, starts, widths, np.zeros(len(tuples)), 0.5, prices)
    raise_prices(alone, tuples, flat, starts, widths, prices, 1.0, prices)
    return float(1 - np.minimum(prices, all_bits).sum())


def _costs(crowd: Crowd, place: int) -> tuple[Floats, Floats]:
    """What a pair of values hides when published alike, and a value when hidden, as shares."""
    ladder = crowd.ladders[place]
    rows = np.bincount(crowd.codes[place], crowd.counts, minlength=len(ladder.codes[0]))
    bits = np.log2(np.maximum(rows, 1))
    alike = np.zeros((len(bits), len(bits)))
    for codes in reversed(ladder.codes):
        region = np.log2(np.maximum(np.bincount(codes, rows), 1))[codes]
        alike = np.where(codes[:, None] == codes[None, :], region[:, None], alike)
    hidden = np.log2(rows.sum()) - bits
    total = float(rows @ hidden)
    return (2 * alike - bits[:, None] - bits[None, :]) / total, hidden / total
