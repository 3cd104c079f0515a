"""Texts as numbers that are the same in every source: joining numbers is faster than texts.

>>> import pyarrow as pa
>>> words = Vocabulary()
>>> words.codes(pa.chunked_array([["13012", None]])).to_pylist()
[0, None]
>>> words.codes(pa.chunked_array([["14850", "13012"]])).to_pylist(), words.text(1)
([1, 0], '14850')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


class Vocabulary:
    """All texts of the columns that are joined on, each with its number."""

    def __init__(self) -> None:
        import pyarrow as pa

        self._known: pa.Array = pa.array([], pa.string())

    def codes(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        """The number of each text, new ones noted; missing stays missing."""
        import pyarrow as pa

        if not pa.types.is_dictionary(column.type):
            column = column.cast(pa.string()).dictionary_encode()
        chunks = column.unify_dictionaries().chunks
        numbers = self._noted(chunks[0].dictionary) if chunks else None
        taken = [] if numbers is None else [numbers.take(chunk.indices) for chunk in chunks]
        return pa.chunked_array(taken, pa.int32())

    def pairs(self, texts: pa.Table) -> pa.Table:
        """Pairs of texts as pairs of numbers, without those that stand in no column."""
        import pyarrow as pa
        import pyarrow.compute as pc

        sides = [texts.column(name).cast(pa.string()) for name in ("left", "right")]
        codes = [pc.index_in(side, self._known, skip_nulls=True) for side in sides]
        return pa.table(codes, ["left", "right"]).drop_null()

    def text(self, code: int | None) -> str | None:
        """What a number stands for."""
        return None if code is None else str(self._known[code].as_py())

    def _noted(self, texts: pa.Array) -> pa.Array:
        """The numbers of different texts."""
        import pyarrow as pa
        import pyarrow.compute as pc

        texts = texts.cast(pa.string())
        found = pc.index_in(texts, self._known)
        new = texts.filter(found.is_null())
        before = len(self._known)
        self._known = pa.concat_arrays([self._known, new]) if len(new) else self._known
        fresh = pa.array(range(before, len(self._known)), pa.int32())
        return pc.replace_with_mask(found, found.is_null(), fresh)
