"""What somebody learns from linked data sets, what closes it, and the joined rows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from incrowd.api.models.linked import LinkRequest, Name, Threshold, Value
from incrowd.api.models.shape import ResponseModel, Words
from incrowd.service.linked.analysis import MOST_ROWS, WhatIf
from incrowd.service.linked.sessions import MOST_SOURCES


class WhatIfRequest(LinkRequest):
    """Facts that are known together, and the share from which on a value counts as given away."""

    know: Annotated[dict[Name, Value], Field(max_length=100)] = Field(default_factory=dict)
    threshold: Threshold = 0.5


class JoinedRowsRequest(LinkRequest):
    """Which joined rows; those that match what is known come first."""

    know: Annotated[dict[Name, Value], Field(max_length=100)] = Field(default_factory=dict)
    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100


class ValueRows(ResponseModel):
    """A sensitive value among the rows that match."""

    value: str
    rows: int
    share: float


class Composition(ResponseModel):
    """N rows match, they have V values, the most frequent a share P."""

    about: str
    n: int
    v: int
    p: float | None
    rule: Literal[1, 2] | None
    breach: bool
    dominant: list[str]
    values: list[ValueRows]


class WhatIfAnswer(ResponseModel):
    """What somebody learns; of values that differ there are several compositions."""

    know: dict[str, str]
    threshold: float
    n: int
    v: int
    p: float | None
    rule: Literal[1, 2] | None
    breach: bool
    without_value: int
    sentences: list[Words]
    compositions: list[Composition]

    @classmethod
    def of(cls, found: WhatIf) -> WhatIfAnswer:
        """Serialise what was found."""
        main = found.main
        result = [
            {"about": about, **vars(composition)}
            for about, composition in found.compositions.items()
        ]
        return cls.model_validate(
            {
                **{"know": found.know, "threshold": found.threshold, "breach": found.breach},
                **{"n": main.n, "v": main.v, "p": main.p, "rule": main.rule},
                "without_value": found.without_value,
                "sentences": found.sentences,
                "compositions": result,
            }
        )


class RowsLeftOutRequest(WhatIfRequest):
    """From which data set, counted from 1, the rows of a leak are left out."""

    source: Annotated[int, Field(ge=1, le=MOST_SOURCES)]


class RepairTold(ResponseModel):
    """A change of one release, what it costs, and what is left of the leak.

    `level` is the level of the data set to be tried; null where the column has none.
    """

    kind: Literal["generalise", "suppress"]
    source: int
    column: str | None
    steps: int
    level: int | None
    texts: dict[str, str]
    rows: int
    cost: float
    closes: bool
    n: int
    p: float | None
    sentence: Words


class RepairsTold(ResponseModel):
    """What closes a leak, the cheapest first."""

    know: dict[str, str]
    repairs: list[RepairTold]


class MarkedRow(ResponseModel):
    """A joined row."""

    matches: bool
    cells: list[str | None]


class JoinedRows(ResponseModel):
    """Some joined rows; `matching` is null where there are too many to count them first."""

    columns: list[str]
    total: int
    matching: int | None
    offset: int
    rows: list[MarkedRow]
