"""What is asked of the rows and of a preview, in the query of an address."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, Json

from incrowd.api.models.shape import RequestModel
from incrowd.service.datasets.rows import MOST_ROWS, Filter


class RowFilter(RequestModel):
    """A condition on what is shown in a column."""

    column: str
    operator: Literal["contains", "equals", "not_equals", "missing", "at_least", "at_most"]
    value: str | None = None

    def condition(self) -> Filter:
        """The condition for the engine."""
        return Filter(self.column, self.operator, self.value)


class RowsRequest(RequestModel):
    """Which rows, in which order, and whether those that are left out are shown, too."""

    offset: int = Field(default=0, ge=0, le=10**15)
    limit: int = Field(default=100, ge=0, le=MOST_ROWS)
    sort: str | None = None
    descending: bool = False
    filter: Json[list[RowFilter]] = Field(
        default_factory=list,
        description="JSON; conditions on what is shown, all of which hold",
        examples=['[{"column": "age", "operator": "at_least", "value": "40"}]'],
    )
    suppressed: bool = False


class PreviewRequest(RequestModel):
    """The state to look at."""

    levels: Json[dict[str, int]] = Field(
        default_factory=dict,
        description="JSON; attributes that are not named stay as they are",
        examples=['{"age": 2}'],
    )
    k: int | None = None
