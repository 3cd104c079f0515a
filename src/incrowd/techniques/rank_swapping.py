"""Swap values between rows that stand close together in the order: `income:rank_swap=5`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.kernels.compilation import compiled
from incrowd.language import say
from incrowd.techniques.cells import Cells
from incrowd.techniques.technique import (
    MOMENTS,
    NUMBERS,
    Parameter,
    Random,
    Setting,
    Technique,
)


@compiled("int64(int64[::1], int64)")
def find_free(following: NDArray[np.int64], place: int) -> int:
    """The first place from here on that has no partner yet; paths are shortened on the way."""
    end = place
    while following[end] != end:
        end = following[end]
    while following[place] != end:
        onward = following[place]
        following[place] = end
        place = onward
    return end


@compiled("int64[::1](int64, float64[::1])")
def pair_up(reach: int, draws: NDArray[np.float64]) -> NDArray[np.int64]:
    """Give each place a partner at most `reach` further on; the last ones may stay alone.

    A place asks for the partner that its draw says; where that one is taken, for the next free
    one, or else the first free one.
    """
    count = len(draws)
    partners = np.arange(count)
    following = np.arange(count + 1)
    for place in range(count):
        if following[place] != place:
            continue
        following[place] = place + 1
        last = min(place + reach, count - 1)
        wish = place + 1 + int(draws[place] * (last - place))
        partner = find_free(following, min(wish, count))
        if partner > last:
            partner = find_free(following, place + 1)
        if partner <= last:
            partners[place], partners[partner] = partner, place
            following[partner] = partner + 1
    return partners


def swap_ranks(cells: Cells, setting: Setting, random: Random) -> Cells:
    """Swap each value with one that stands at most p percent of the rows further on."""
    rows = cells.known
    reach = int(float(setting.number) / 100 * len(rows))
    if not reach:
        raise InvalidParameter(
            say(
                "{percent:g} % of {rows:,} values is less than one row, so nothing would be "
                "swapped.",
                percent=float(setting.number),
                rows=len(rows),
            ),
            say("Choose a larger percentage."),
        )
    # equal values stand in a random order, so that none of them is swapped more often
    ties = random.random(len(rows))
    order = rows[np.lexsort((ties, cells.ranks[cells.codes[rows]]))]
    partners = pair_up(reach, random.random(len(rows)))
    codes = cells.codes.copy()
    codes[order] = cells.codes[order[partners]]
    return cells.with_codes(codes)


RANK_SWAP = Technique(
    name="rank_swap",
    title="Rank swapping",
    explanation="Swaps values between people whose values are close to each other, so that every "
    "value occurs as often as before but not in the same rows.",
    citation="Moore, Controlled Data-Swapping Techniques for Masking Public Use Microdata Sets, "
    "US Bureau of the Census, 1996.",
    parameter=Parameter(
        "Farthest distance of a swap, in percent of the rows",
        "percent",
        5,
        0,
        100,
        above_minimum=True,
    ),
    random=True,
    kinds=NUMBERS | MOMENTS,
    keeps_counts=True,
    change=swap_ranks,
)
