"""What a page of a stored table is asked for and how it is answered.

table.page(PageRequest(offset=200, sort="age", filters=(Filter("sex", "equals", "female"),)))
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.table import MISSING, Profile

Operator = Literal["contains", "equals", "not_equals", "missing", "at_least", "at_most"]
OPERATORS: Final = ("contains", "equals", "not_equals", "missing", "at_least", "at_most")


@dataclass(frozen=True, eq=False)
class Recoding:
    """What is published of each value of a column: `labels[i]` stands for `values[i]`.

    Values stand in their natural order, which is then the order of the labels, too. Two recodings
    are the same only if they are one object, so that comparing them costs nothing.
    """

    values: tuple[str | None, ...]
    labels: tuple[str, ...]

    @cached_property
    def ranks(self) -> dict[str, int | None]:
        """The place of each label, that of its first value; none for missing, which comes last.

        >>> Recoding(("5", "9", "10"), ("5-9", "5-9", "10-14")).ranks
        {'5-9': 0, '10-14': 2}
        """
        ranks: dict[str, int | None] = {}
        for place, label in enumerate(self.labels):
            ranks.setdefault(label, None if label == MISSING else place)
        return ranks


@dataclass(frozen=True, eq=False)
class Labels:
    """What is published in one column: part `i` shows `texts[codes[i]]`; texts are in order."""

    codes: pa.Array
    """int32."""
    texts: tuple[str | None, ...]
    profile: Profile | None = None
    """What the column is where texts are numbers or dates, not labels."""

    @cached_property
    def ranks(self) -> dict[str, int | None]:
        """The place of each text."""
        return {text: place for place, text in enumerate(self.texts) if text is not None}


@dataclass(frozen=True, eq=False)
class Parts:
    """Rows with the same original values that are published in different ways: local recoding.

    The table has the columns `tuple` (place of the combination), `rows`, `kept` and `size` (of the
    class), ordered by `tuple`; the first rows of a combination belong to its first part.
    """

    table: pa.Table
    labels: Mapping[str, Labels]


@dataclass(frozen=True, eq=False)
class KeptTuples:
    """Each combination of original values: whether it is published, and the size of its class.

    The table has the columns by these names and in this order, then `kept` (bool) and `size`
    (int64); those two go by their place, as a column may have the same name. Where there are parts
    these two are left out, for they are told of each part.
    """

    columns: tuple[str, ...]
    table: pa.Table
    parts: Parts | None = None
    some: bool = False
    """Whether the table has combinations that are not told of, and whose rows are passed over."""

    @property
    def tuples(self) -> pa.Table:
        """The combinations alone."""
        return self.table.select(list(range(len(self.columns))))

    @property
    def kept(self) -> pa.ChunkedArray:
        """Whether each combination is published."""
        return self.table.column(len(self.columns))

    @property
    def sizes(self) -> pa.ChunkedArray:
        """The size of the class of each combination."""
        return self.table.column(len(self.columns) + 1)


@dataclass(frozen=True)
class Filter:
    """A condition on what is shown in a column.

    `contains` does not mind capitals; numbers are compared as numbers and dates as dates where the
    column shows them as they are; recoded values are compared by their order.
    """

    column: str
    operator: Operator
    value: str | None = None

    def __post_init__(self) -> None:
        if self.operator not in OPERATORS:
            raise UnknownName.among("operator", self.operator, OPERATORS)
        if self.value is None and self.operator != "missing":
            raise InvalidParameter(
                say("The filter on '{column}' has no value.", column=self.column),
                say("Say what to compare with."),
            )


@dataclass(frozen=True)
class SizeRange:
    """Classes of at least and at most so many rows, or people where people are counted."""

    smallest: int = 1
    largest: int | None = None

    def restrict(self, kept: KeptTuples) -> KeptTuples:
        """Publish only classes of these sizes: the way to ask an engine for their rows."""
        if kept.parts is not None:
            table, place = kept.parts.table, kept.parts.table.schema.get_field_index("kept")
            inside = pc.and_(table.column("kept"), self._covers(table.column("size")))
            few = table.set_column(place, "kept", inside)
            return replace(kept, parts=replace(kept.parts, table=few))
        inside = pc.and_(kept.kept, self._covers(kept.sizes))
        place = len(kept.columns)
        return replace(kept, table=kept.table.set_column(place, "kept", inside))

    def _covers(self, sizes: pa.ChunkedArray) -> pa.ChunkedArray:
        enough = pc.greater_equal(sizes, self.smallest)
        if self.largest is None:
            return enough
        return pc.and_(enough, pc.less_equal(sizes, self.largest))


@dataclass(frozen=True)
class PageRequest:
    """Which rows are asked for, and in which state the table is.

    Rows `by_risk` come from the smallest classes first, suppressed ones last. Those of a range of
    `sizes` are published ones: a suppressed row has no risk.
    """

    offset: int = 0
    limit: int = 100
    recodings: Mapping[str, Recoding] = field(default_factory=dict)
    kept: KeptTuples | None = None
    sort: str | None = None
    descending: bool = False
    filters: tuple[Filter, ...] = ()
    include_suppressed: bool = False
    by_risk: bool = False
    sizes: SizeRange | None = None

    def __post_init__(self) -> None:
        if self.offset < 0 or self.limit < 0:
            raise InvalidParameter(
                say(
                    "A page of {limit} rows after row {offset} does not exist.",
                    limit=self.limit,
                    offset=self.offset,
                ),
                say("Give an offset and a limit from 0 on."),
            )
        if self.kept is None and (self.by_risk or self.sizes is not None):
            raise InvalidParameter(
                say("Rows have no risk before their classes are counted."),
                say("Name the classes, or ask without a risk."),
            )


class PageRow(NamedTuple):
    """A row as it is published, or would be."""

    row: int
    """Its number in the data, from 1."""
    suppressed: bool
    size: int | None
    """Rows of its class; None where no classes were given."""
    cells: tuple[str | None, ...]
    changed: tuple[bool, ...]
    """Which cells show something else than the data has."""


class RiskyRow(NamedTuple):
    """A row with the size of its class and its cells as they are in the data."""

    row: int
    size: int
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class Page:
    """Some rows, and the number of all that could be shown."""

    total: int
    rows: list[PageRow]
