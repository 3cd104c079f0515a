"""What is asked of sources, tables and the results of queries."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, SecretStr

from incrowd.api.models.shape import RequestModel
from incrowd.service.queries import queries

Name = Annotated[str, Field(min_length=1, max_length=200)]
Value = Annotated[str, Field(max_length=10_000)]


class SourceRequest(RequestModel):
    """A database server to save."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"name": "clinic", "url": "postgresql://ann@db.example:5432/clinic"}]
        },
    )
    name: Annotated[str, Field(min_length=1, max_length=100)]
    url: Annotated[str, Field(min_length=1, max_length=1000)]


class PasswordRequest(RequestModel):
    """The password of a source: kept in memory only, and never shown."""

    password: SecretStr


class TablePlace(RequestModel):
    """A table of a source."""

    schema_: Annotated[str, Field(alias="schema", max_length=200)] = ""
    table: Name


class ImportRequest(TablePlace):
    """A table of a source that becomes a data set."""

    name: Annotated[str, Field(max_length=200)] = ""


class TableRequest(RequestModel):
    """A table to query: a data set, or a table of a source."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    dataset: str | None = None
    source: str | None = None
    schema_: Annotated[str, Field(alias="schema", max_length=200)] = ""
    table: Annotated[str, Field(max_length=200)] = ""

    def place(self) -> queries.Place:
        """Where it comes from."""
        return queries.Place(self.dataset, self.source, self.schema_, self.table)


class CellRequest(RequestModel):
    """A column of a table, by its name in the query."""

    table: Name
    column: Name

    def cell(self) -> queries.QueryColumn:
        """The column."""
        return queries.QueryColumn(self.table, self.column)


class MatchRequest(RequestModel):
    """Two columns to join on: their values are equal, or mean the same."""

    left: CellRequest
    right: Name
    condition: Literal["equal", "overlaps", "covers"] = "equal"


class JoinRequest(RequestModel):
    """A table to join to those before it."""

    table: Name
    alias: Name | None = None
    kind: Literal["inner", "left", "right", "full"] = "inner"
    on: Annotated[list[MatchRequest], Field(min_length=1, max_length=20)]


class WhereRequest(CellRequest):
    """A condition that rows must meet."""

    operator: Literal[
        "=", "<>", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null",
        "not null",
    ]  # fmt: skip
    values: Annotated[tuple[Value, ...], Field(max_length=1000)] = ()


class OrderRequest(CellRequest):
    """A column to sort by."""

    descending: bool = False


class BuiltRequest(RequestModel):
    """A query built from parts. Without columns it shows all of them."""

    table: Name
    alias: Name | None = None
    joins: Annotated[tuple[JoinRequest, ...], Field(max_length=15)] = ()
    columns: Annotated[tuple[CellRequest, ...], Field(max_length=1000)] = ()
    filters: Annotated[tuple[WhereRequest, ...], Field(max_length=100)] = ()
    order: Annotated[tuple[OrderRequest, ...], Field(max_length=20)] = ()
    limit: Annotated[int | None, Field(ge=1, le=2**31)] = None

    def query(self) -> queries.BuiltQuery:
        """The query."""
        return queries.BuiltQuery(
            table=self.table,
            alias=self.alias,
            joins=tuple(
                queries.JoinedTable(
                    join.table,
                    join.kind,
                    tuple(queries.ColumnMatch(on.left.cell(), on.right) for on in join.on),
                    join.alias,
                )
                for join in self.joins
            ),
            columns=tuple(column.cell() for column in self.columns),
            filters=tuple(
                queries.QueryFilter(where.cell(), where.operator, tuple(where.values))
                for where in self.filters
            ),
            order=tuple(queries.SortKey(key.cell(), key.descending) for key in self.order),
            limit=self.limit,
        )

    def conditions(self) -> queries.Conditions:
        """How columns go together."""
        return queries.Conditions(
            tuple(tuple(on.condition for on in join.on) for join in self.joins)
        )


class QueryRequest(RequestModel):
    """A query, written or built from parts."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"sql": "SELECT zip, count(*) AS n FROM a GROUP BY zip"}]},
    )
    sql: Annotated[str | None, Field(max_length=20_000)] = None
    built: BuiltRequest | None = None

    def query(self) -> queries.Query:
        """The query."""
        if self.built is None:
            return queries.Query(self.sql)
        return queries.Query(self.sql, self.built.query(), self.built.conditions())


Person = Annotated[
    Name | None,
    Field(
        description="The column in which equal values mean the same person; `none` counts rows. By "
        "default, incrowd guesses it."
    ),
]


class KnownFact(RequestModel):
    """A fact that somebody knows about a person."""

    column: Name
    value: Value


class MarkedRowsRequest(RequestModel):
    """Some rows of a result, and the facts known about a person."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    offset: Annotated[int, Field(ge=0, le=2**40)] = 0
    limit: Annotated[int, Field(ge=0, le=queries.MOST_ROWS)] = 100


class ResultWhatIfRequest(RequestModel):
    """The known facts, and what nobody should learn: one column, or two whose values differ."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    sensitive: Annotated[list[Name], Field(min_length=1, max_length=2)]
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5
    person: Person = None


class ResultScanRequest(RequestModel):
    """Which facts to try. Without `known`, most columns may be known."""

    known: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    sensitive: Name
    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5
    person: Person = None


class ResultCheckRequest(RequestModel):
    """What others may know, what is sensitive, and what every group must meet."""

    quasi: Annotated[list[Name], Field(min_length=1, max_length=64)]
    sensitive: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    k: Annotated[int, Field(ge=1)] = 2
    l: Annotated[int | None, Field(ge=1)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None
    person: Person = None


class KeepRequest(RequestModel):
    """The name of the data set made from a result."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
