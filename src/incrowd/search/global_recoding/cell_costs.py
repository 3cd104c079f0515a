"""What rows cost at every level of every attribute: the part of a score that an attribute adds.

A measure that is a mean over attributes needs of a state no more than its levels and, per
attribute, how many rows of each value are lost. The cost of attribute `a` at a level is

    none_lost[a, level] + Σ over values v of lost(v) · added[level, v]         (loss, precision)
    none_lost[a, level] + Σ over groups g of lost(g) · log2(lost / lost(g))    (entropy)

and never falls when a level rises or more rows are lost: a lost row costs at least what it costs
published, and so hides no less. (Entropy: `s log s − Σ c log c` grows with every `c`.)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.compilation import compiled, struct
from incrowd.measures.measure import Figures, Form
from incrowd.search.global_recoding.lattice import LATTICE, Lattice
from incrowd.search.goal import Task


class CostRates(NamedTuple):
    """What costs are made of."""

    added: Figures
    """`added[offset of a level + code]`: what a lost row of a value adds."""
    none_lost: NDArray[np.float64]
    """`none_lost[a, level]`: the cost with no row lost."""
    weights: Figures
    """How much each attribute counts."""


COST_RATES: Final = struct(
    CostRates, added="float64[::1]", none_lost="float64[:, ::1]", weights="float64[::1]"
)

LINEAR, ENTROPY, GEOMETRIC, DISCERNIBILITY, CLASS_SIZE = range(5)
KINDS: Final[Mapping[Form, int]] = {
    "sum": LINEAR,
    "bits": ENTROPY,
    "geometric_mean": GEOMETRIC,
    "squared_sizes": DISCERNIBILITY,
    "class_count": CLASS_SIZE,
}
OF_SIZES = DISCERNIBILITY
"""From here on, a measure has no cell costs but is made of the sizes of classes."""


@dataclass(frozen=True, eq=False)
class CellCosts:
    """The costs of a task: how they are put together, and what they are made of."""

    kind: int
    rates: CostRates
    least: NDArray[np.float64]
    """`least[a, level]`: what any lost row adds, the cheapest one."""

    def with_more_lost(self, costs: NDArray[np.float64], rows: int) -> NDArray[np.float64]:
        """Costs when some more rows are lost, no matter which."""
        weights = self.rates.weights[:, None]
        if self.kind != GEOMETRIC:
            return np.asarray(costs + rows * weights * self.least, np.float64)
        divided = costs / np.where(weights > 0, weights, 1.0)
        return np.asarray(weights * np.log1p(np.expm1(divided) + rows * self.least), np.float64)


def find_cell_costs(crowd: Crowd, task: Task, lattice: Lattice) -> CellCosts:
    """Work out the rates of the measure that a task asks for."""
    objective, rows = task.goal.objective, float(crowd.rows)
    level_codes, offsets = lattice.level_codes, lattice.offsets
    added_by_row, none_lost = np.zeros(len(level_codes)), np.zeros(offsets.shape)
    least = np.zeros(offsets.shape)
    for a, (ladder, domain) in enumerate(zip(crowd.ladders, crowd.domains, strict=True)):
        counts = domain.counts.astype(np.float64)
        for level in range(len(ladder.codes)):
            start = offsets[a, level]
            cost, added = objective.level_cost(ladder, level, counts, rows)
            none_lost[a, level], added_by_row[start : start + len(counts)] = cost, added
            least[a, level] = np.min(added)
    rates = CostRates(added_by_row, none_lost, task.weights)
    return CellCosts(KINDS[objective.form], rates, least)


@compiled(f"float64({LATTICE}, int64[::1], int64, int64, int64, float64[::1])")
def hidden_bits(
    lattice: Lattice,
    lost: NDArray[np.int64],
    rows_lost: int,
    attribute: int,
    level: int,
    scratch: Figures,
) -> float:
    """How many bits it takes to tell which group of a level each lost row was in."""
    level_codes, offsets = lattice.level_codes, lattice.offsets
    radices, starts = lattice.radices, lattice.starts
    offset, start = offsets[attribute, level], starts[attribute]
    groups = radices[attribute, level]
    scratch[:groups] = 0.0
    for code in range(starts[attribute + 1] - start):
        scratch[level_codes[offset + code]] += lost[start + code]
    bits = 0.0
    for group in range(groups):
        if scratch[group] > 0:
            bits += scratch[group] * np.log2(rows_lost / scratch[group])
    return bits


@compiled(
    f"void({LATTICE}, {COST_RATES}, int64, int64[::1], int64, int64[::1], int64[::1],"
    " float64[:, ::1])"
)
def cost_levels(
    lattice: Lattice,
    rates: CostRates,
    kind: int,
    lost: NDArray[np.int64],
    rows_lost: int,
    lowest: NDArray[np.int64],
    highest: NDArray[np.int64],
    costs: NDArray[np.float64],
) -> None:
    """Write the weighted cost of every attribute at every level between the bounds.

    `lost` has the lost rows per value of each attribute, one attribute after the other.
    """
    offsets, radices, starts = lattice.offsets, lattice.radices, lattice.starts
    weights = rates.weights
    widest = 1
    for a in range(len(weights)):
        for level in range(lowest[a], highest[a] + 1):
            widest = max(widest, radices[a, level])
    scratch = np.empty(widest, np.float64)
    for a in range(len(weights)):
        for level in range(lowest[a], highest[a] + 1):
            cost = rates.none_lost[a, level]
            if rows_lost and kind == ENTROPY:
                cost += hidden_bits(lattice, lost, rows_lost, a, level, scratch)
            elif rows_lost:
                offset, start = offsets[a, level], starts[a]
                for code in range(starts[a + 1] - start):
                    cost += lost[start + code] * rates.added[offset + code]
            costs[a, level] = weights[a] * (np.log1p(cost) if kind == GEOMETRIC else cost)
