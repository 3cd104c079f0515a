"""All stand-outs as CSV: a line for every row and combination, then the shares."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from incrowd.engines.files.formula_guard import escape_formula
from incrowd.language import translate
from incrowd.service.subsets.standouts import StandoutList

Line = tuple[str, int | None, str, float, str | None]

HEADER = ("kind", "row", "attributes", "score or share", "reason")


def standouts_csv(found: StandoutList) -> str:
    """The text of a file with every row that stands out, and what does it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    for name, row, attributes, figure, reason in _lines(found):
        words = escape_formula(translate(reason)) if reason else ""
        writer.writerow(
            (name, "" if row is None else row, escape_formula(attributes), f"{figure:g}", words)
        )
    return text.getvalue()


def _lines(found: StandoutList) -> Iterator[Line]:
    """A line for every row and combination, then the shares of attributes and values."""
    for standout in found.rows:
        for place, members in enumerate(standout.combinations):
            reason = None if place else standout.reason
            yield "row", standout.row, " + ".join(members), standout.score, reason
    for name, share in found.attributes.items():
        yield "attribute", None, name, share, None
    for value in found.values:
        yield "value", None, f"{value.attribute} = {value.value}", value.share, None
