"""A few rows of a table as they are, and as a release would publish them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from incrowd.anonymization.outcome import Outcome
from incrowd.engines.stored.page import PageRequest
from incrowd.release.published_rows import recodings
from incrowd.table import DROPPED

ROWS: Final = 5
LOOKED_AT: Final = 200
"""Rows among which a sample is chosen."""

Cells = Mapping[str, str | None]


@dataclass(frozen=True)
class SampleRow:
    """A row before and after, by column; nothing after where it is removed."""

    before: Cells
    after: Cells | None


def sample_rows(outcome: Outcome) -> tuple[SampleRow, ...]:
    """Some of the first rows, one that is removed among them if there is any."""
    rows = list(_pair_rows(outcome))
    removed = [row for row in rows if row.after is None][:1]
    published = (row for row in rows if row.after is not None)
    return (*islice(published, ROWS - len(removed)), *removed)


def _pair_rows(outcome: Outcome) -> Iterator[SampleRow]:
    hidden = {each.name for each in outcome.dataset.attributes if each.role in DROPPED}
    shown = recodings(outcome.classes.crowd, outcome.levels) if outcome.levels else {}
    names = outcome.dataset.table.names
    with outcome.dataset.rows() as source:
        before = source.page(PageRequest(0, LOOKED_AT))
        after = source.page(PageRequest(0, LOOKED_AT, shown, outcome.kept, include_suppressed=True))
    for was, now in zip(before.rows, after.rows, strict=True):
        then = {
            name: cell for name, cell in zip(names, now.cells, strict=True) if name not in hidden
        }
        yield SampleRow(dict(zip(names, was.cells, strict=True)), None if now.suppressed else then)
