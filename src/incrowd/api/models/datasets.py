"""What is asked of a data set: a sample to begin with, rows, a state, a file."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, Json

from incrowd.api.models.shape import RequestModel, RoleName
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.service.datasets.one_request import turn_rows
from incrowd.service.datasets.rows import MOST_ROWS, Filter
from incrowd.service.exports.formats import OutputFormatName

Cell = Annotated[str | int | float | bool | None, Field(description="A value of any plain type")]


class SampleChoice(RequestModel):
    """The sample to add to the workspace."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "census"}]})
    name: str


class RowFilter(RequestModel):
    """A condition on what is shown in a column."""

    column: str
    operator: Literal["contains", "equals", "not_equals", "missing", "at_least", "at_most"]
    value: str | None = None

    def condition(self) -> Filter:
        """The condition for the engine."""
        return Filter(self.column, self.operator, self.value)


class RowsRequest(RequestModel):
    """Which rows to show, in which order, and whether to show removed rows, too."""

    offset: int = Field(default=0, ge=0, le=10**15)
    limit: int = Field(default=100, ge=0, le=MOST_ROWS)
    sort: str | None = Field(
        default=None,
        description="A column, or risk: the riskiest rows first, ties in the order of the rows. "
        "A column called risk goes before. Tables in databases are not sorted by risk",
    )
    descending: bool = Field(
        default=False, description="Of a column; by risk the riskiest always come first"
    )
    risk: str | None = Field(
        default=None,
        max_length=40,
        description="Only rows whose risk is at least the first percentage and below the second, "
        "or a bar of the distribution; up to 100 includes 100. The riskiest come first",
        examples=["20-50"],
    )
    filter: Json[list[RowFilter]] = Field(
        default_factory=list,
        description="JSON: conditions on the values shown. A row must meet all of them.",
        examples=['[{"column": "age", "operator": "at_least", "value": "40"}]'],
    )
    suppressed: bool = False


class PreviewRequest(RequestModel):
    """The levels and k to look at."""

    levels: Json[dict[str, int]] = Field(
        default_factory=dict,
        description="JSON: the level of each attribute. Other attributes stay as they are.",
        examples=['{"age": 2}'],
    )
    k: int | None = None


class PopulationRequest(RequestModel):
    """The people among whom the data was sampled. Give one of the three."""

    population_size: int | None = Field(
        default=None, description="The number of people", examples=[200_000]
    )
    sampling_fraction: float | None = Field(
        default=None,
        allow_inf_nan=False,
        description="The share of all people who are in the data, above 0 and at most 1",
        examples=[0.01],
    )
    population: str | None = Field(
        default=None, max_length=64, description="A data set that holds all the people"
    )


class RiskQuestion(RequestModel):
    """A table with roles and hierarchies. Give `columns` or `rows`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "columns": {"age": [30, 30, 41], "sex": ["f", "f", "m"]},
                    "roles": {"age": "quasi", "sex": "quasi"},
                    "hierarchies": {"age": "30;young;*\n41;old;*\n"},
                    "levels": {"age": 1},
                    "k": 1,
                }
            ]
        },
    )
    columns: dict[str, list[Cell]] | None = None
    rows: list[dict[str, Cell]] | None = None
    roles: dict[str, RoleName] = Field(default_factory=dict)
    hierarchies: dict[str, str] = Field(
        default_factory=dict, description="The CSV text for each attribute"
    )
    levels: dict[str, int] = Field(default_factory=dict)
    k: int = 1

    def table(self) -> dict[str, list[Cell]]:
        """The data by columns."""
        if self.columns is not None and self.rows is None:
            return self.columns
        if self.rows is not None and self.columns is None:
            return turn_rows(self.rows)
        raise InvalidParameter(
            say("Give the data as columns or as rows."), say("One of them, not both.")
        )


class ExportChoice(RequestModel):
    """The format of the file to write, and the order of its rows."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"format": "csv"}]})
    format: OutputFormatName | None = Field(
        default=None, description="By default the format of the data, or CSV"
    )
    keep_order: bool = Field(
        default=False,
        description="Keep the order of the rows, which may give people away, instead of shuffling",
    )
    preset: str | None = Field(
        default=None,
        max_length=64,
        description="Who gets the file, for its checks. By default the preset of the data set.",
    )
    table: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="Write a new table in the database of the data instead of a file",
    )
    typed: Literal["ranges", "midpoints"] | None = Field(
        default=None,
        description="Write ranges of numbers and dates as two columns (age_from, age_to) or as "
        "their midpoints. By default, ranges are text.",
    )
