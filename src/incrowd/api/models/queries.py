"""What is asked of sources, tables and the results of queries."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, SecretStr

from incrowd.api.models.shape import RequestModel
from incrowd.service.queries import queries

Name = Annotated[str, Field(min_length=1, max_length=200)]
Value = Annotated[str, Field(max_length=10_000)]


class SourceRequest(RequestModel):
    """A database server to be kept."""

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
    """A table to be queried: a data set, or a table of a source."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    dataset: str | None = None
    source: str | None = None
    schema_: Annotated[str, Field(alias="schema", max_length=200)] = ""
    table: Annotated[str, Field(max_length=200)] = ""

    def place(self) -> queries.Place:
        """Where it comes from."""
        return queries.Place(self.dataset, self.source, self.schema_, self.table)


class CellRequest(RequestModel):
    """A column of a table as it is called in the query."""

    table: Name
    column: Name

    def cell(self) -> queries.QueryColumn:
        """The column."""
        return queries.QueryColumn(self.table, self.column)


class MatchRequest(RequestModel):
    """Two columns that go together: equal, or by what their values mean."""

    left: CellRequest
    right: Name
    condition: Literal["equal", "overlaps", "covers"] = "equal"


class JoinRequest(RequestModel):
    """A table that is joined to those before it."""

    table: Name
    alias: Name | None = None
    kind: Literal["inner", "left", "right", "full"] = "inner"
    on: Annotated[list[MatchRequest], Field(min_length=1, max_length=20)]


class WhereRequest(CellRequest):
    """A condition that rows have to fulfil."""

    operator: Literal[
        "=", "<>", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null",
        "not null",
    ]  # fmt: skip
    values: Annotated[tuple[Value, ...], Field(max_length=1000)] = ()


class OrderRequest(CellRequest):
    """What rows are sorted by."""

    descending: bool = False


class BuiltRequest(RequestModel):
    """A query put together from parts; without columns it shows all of them."""

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
    """A query: written, or put together from parts."""

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
        description="The column whose equal values mean the same person; `none` counts rows. Left "
        "out, it is guessed."
    ),
]


class KnownFact(RequestModel):
    """Something that is known about somebody."""

    column: Name
    value: Value


class MarkedRowsRequest(RequestModel):
    """Some rows of a result, and what is known about somebody."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    offset: Annotated[int, Field(ge=0, le=2**40)] = 0
    limit: Annotated[int, Field(ge=0, le=queries.MOST_ROWS)] = 100


class ResultWhatIfRequest(RequestModel):
    """What is known, and what must nobody learn: one column, or two whose values differ."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    sensitive: Annotated[list[Name], Field(min_length=1, max_length=2)]
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5
    person: Person = None


class ResultScanRequest(RequestModel):
    """Who is exposed by facts that nobody names; without `known` most columns may be known."""

    known: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    sensitive: Name
    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5
    person: Person = None


class ResultCheckRequest(RequestModel):
    """What others may know, what is sensitive, and what is asked of every class."""

    quasi: Annotated[list[Name], Field(min_length=1, max_length=64)]
    sensitive: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    k: Annotated[int, Field(ge=1)] = 2
    l: Annotated[int | None, Field(ge=1)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None
    person: Person = None


class KeepRequest(RequestModel):
    """The name of a data set that a result becomes."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
