"""The texts that go together in a join, as the engine writes them.

A number with decimals may be written 1 in an engine and 1.0 everywhere else: such columns are
joined by pairs, too, even where values have to be equal.
"""

from __future__ import annotations

import pyarrow as pa

from incrowd.engines.joins.join import JoinCondition
from incrowd.engines.remote.counting.spelling import Spelling


def spell_pairs(on: JoinCondition, left: Spelling, right: Spelling) -> pa.Table | None:
    """The texts of a condition that go together; None: those that are equal.

    >>> from incrowd.engines.joins.join import Column
    >>> halves = Spelling({"1": "1.0"}, {"1.0": ("1",)}, frozenset(["1"]))
    >>> on = JoinCondition(Column(0, "a"), Column(1, "a"))
    >>> spell_pairs(on, halves, Spelling({}, {})).to_pylist()
    [{'left': '1', 'right': '1.0'}]
    """
    if on.pairs is not None:
        sides = (on.pairs.column(name).to_pylist() for name in ("left", "right"))
        together = [pair for pair in zip(*sides, strict=True) if None not in pair]
    elif left.seen or right.seen:
        both = set(left.written or right.written) & set(right.written or left.written)
        together = [(text, text) for text in sorted(both)]
    else:
        return None
    spelled = {
        (ours, theirs): None
        for one, two in together
        for ours in _written(left, one)
        for theirs in _written(right, two)
    }
    lists = [[pair[side] for pair in spelled] for side in (0, 1)]
    return pa.table([pa.array(each, pa.string()) for each in lists], ["left", "right"])


def _written(spelling: Spelling, text: str) -> tuple[str, ...]:
    """How the engine writes a value: as it is, or as it was seen to write it, if it was."""
    return spelling.written.get(text, ()) if spelling.seen else (text,)
