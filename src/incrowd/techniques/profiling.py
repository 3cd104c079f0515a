"""What is known of a column whose values were changed; how they are read stays as it was."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from incrowd.engines.duckdb.column_types import INTEGER
from incrowd.table import Kind, Profile
from incrowd.techniques.cells import Cells

LISTED = 1_000
"""The commonest values that a profile lists, as for a column that was read."""


def profile_cells(cells: Cells) -> Profile:
    """The profile of a column after a technique: figures are new, kind and format are not.

    Whole numbers that were rounded to a base with decimals are decimal numbers from then on.
    """
    present = np.flatnonzero(cells.counts).tolist()
    counts = {cells.values[place]: int(cells.counts[place]) for place in present}
    common = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].encode()))
    lengths = [len(value) for value in counts]
    known = replace(
        cells.profile,
        rows=len(cells.codes),
        missing=int(np.count_nonzero(cells.codes < 0)),
        distinct=len(counts),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        common=tuple(common[:LISTED]),
        markers=tuple(marker for marker in cells.profile.markers if marker in counts),
    )
    proper = [place for place in present if cells.proper[place]]
    if not cells.typed or not proper:
        return replace(known, minimum=None, maximum=None)
    if known.kind is Kind.INTEGER and not all(INTEGER.fits(cells.values[p]) for p in proper):
        known = replace(known, kind=Kind.DECIMAL)
    low = min(proper, key=lambda place: (cells.ranks[place], cells.values[place]))
    high = max(proper, key=lambda place: (cells.ranks[place], cells.values[place]))
    return replace(known, minimum=cells.values[low], maximum=cells.values[high])
