"""How an engine writes values, and how every engine would: 1 -> 1.0 for a number with decimals.

spelling = Spelling.of(["1", "2.5"], "DOUBLE")
spelling.plain, spelling.written["1.0"]      # (["1.0", "2.5"], ("1",))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select

SAME_EVERYWHERE: Final = ("VARCHAR", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DATE")


@dataclass(frozen=True, eq=False)
class Spelling:
    """The values of a column in the engine's words, and in those of DuckDB."""

    plain: Mapping[str, str]
    """What every engine writes for what this one writes."""
    written: Mapping[str, tuple[str, ...]]
    """What this engine writes for it."""
    seen: frozenset[str] = frozenset()
    """The values that were looked at, in the engine's words."""

    def of_engine(self, value: str) -> tuple[str, ...]:
        """How the engine writes a value; as it is if it was never seen."""
        return self.written.get(value, (value,))


SAME = Spelling({}, {})


def learn_spelling(session: Session, values: Sequence[str], plain: str) -> Spelling:
    """Let DuckDB read and write the values of a column; what it cannot read stays as it is."""
    if plain in SAME_EVERYWHERE:
        return SAME
    session.connection.register("spelled", pa.table({"v": pa.array(values, pa.string())}))
    again = f"coalesce(CAST(TRY_CAST(v AS {plain}) AS VARCHAR), v)"
    rows = session.rows(select(["v", again], "spelled"))
    session.connection.unregister("spelled")
    changed = {value: text for value, text in rows if value != text}
    written: dict[str, tuple[str, ...]] = {}
    for value, text in rows:
        written[text] = (*written.get(text, ()), value)
    return Spelling(changed, written, frozenset(values))


def respell(
    table: pa.Table, spellings: Mapping[str, Spelling], *, counted: bool = True
) -> pa.Table:
    """Write values as every engine would; combinations that then are equal are added up."""
    merged = False
    for name, spelling in spellings.items():
        if not spelling.plain:
            continue
        place = table.schema.get_field_index(name)
        coded = table.column(place).combine_chunks()
        if not pa.types.is_dictionary(coded.type):
            coded = coded.dictionary_encode()
        texts = [spelling.plain.get(text, text) for text in coded.dictionary.to_pylist()]
        again = pa.array(texts, pa.string()).dictionary_encode()
        column = pa.DictionaryArray.from_arrays(
            again.indices.take(coded.indices).cast(pa.int32()), again.dictionary
        )
        merged = merged or len(again.dictionary) < len(texts)
        table = table.set_column(place, name, column)
    return _add_up(table) if merged and counted else table


def _add_up(table: pa.Table) -> pa.Table:
    names = table.column_names[:-1]
    plain = pa.table({name: table.column(name).cast(pa.string()) for name in names})
    counted = plain.append_column(ROWS, table.column(ROWS)).group_by(names)
    result = counted.aggregate([(ROWS, "sum")])
    return result.rename_columns([*names, ROWS])
