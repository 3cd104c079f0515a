"""Sources, tables and queries: what is asked and what is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, SecretStr

from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.dataset.results import Check
from incrowd.service.linked.analysis import WhatIf as ServiceWhatIf
from incrowd.service.queries.queries import (
    MOST_ROWS,
    BuiltQuery,
    ColumnMatch,
    Conditions,
    JoinedTable,
    Place,
    Query,
    QueryColumn,
    QueryFilter,
    SessionTable,
    SortKey,
)
from incrowd.service.queries.queries import (
    QueryResult as ServiceQueryResult,
)
from incrowd.workspace.sources import KeptSource

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


class Source(ResponseModel):
    """A database that data is taken from."""

    id: str
    name: str
    url: str
    kind: str
    configured: bool
    uploaded: bool

    @classmethod
    def of(cls, source: KeptSource) -> Source:
        """Serialise a source; of a file that lies here only its name is told."""
        return cls(
            id=source.id,
            name=source.name,
            url=source.shown,
            kind=source.kind,
            configured=source.configured,
            uploaded=source.uploaded,
        )


class SourceColumn(ResponseModel):
    """A column of a table of a source."""

    name: str
    type: str


class TablePlace(RequestModel):
    """A table of a source."""

    schema_: Annotated[str, Field(alias="schema", max_length=200)] = ""
    table: Name


class ImportRequest(TablePlace):
    """A table of a source that becomes a data set."""

    name: Annotated[str, Field(max_length=200)] = ""


class TableRequest(RequestModel):
    """A table to be laid on the desk: a data set, or a table of a source."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    dataset: str | None = None
    source: str | None = None
    schema_: Annotated[str, Field(alias="schema", max_length=200)] = ""
    table: Annotated[str, Field(max_length=200)] = ""

    def place(self) -> Place:
        """Where it comes from."""
        return Place(self.dataset, self.source, self.schema_, self.table)


class LaidColumn(ResponseModel):
    """A column as queries call it, and as it was called where it came from."""

    name: str
    original: str
    type: str


class LaidTable(ResponseModel):
    """A table that can be queried."""

    name: str
    rows: int
    columns: list[LaidColumn]

    @classmethod
    def of(cls, table: SessionTable) -> LaidTable:
        """Serialise a table."""
        return cls.model_validate(table)


class CellRequest(RequestModel):
    """A column of a table as it is called in the query."""

    table: Name
    column: Name

    def cell(self) -> QueryColumn:
        """The column."""
        return QueryColumn(self.table, self.column)


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


class WhereRequest(RequestModel):
    """A condition that rows have to fulfil."""

    table: Name
    column: Name
    operator: Literal[
        "=", "<>", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null",
        "not null",
    ]  # fmt: skip
    values: Annotated[tuple[Value, ...], Field(max_length=1000)] = ()


class OrderRequest(RequestModel):
    """What rows are sorted by."""

    table: Name
    column: Name
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

    def query(self) -> BuiltQuery:
        """The query."""
        return BuiltQuery(
            table=self.table,
            alias=self.alias,
            joins=tuple(
                JoinedTable(
                    join.table,
                    join.kind,
                    tuple(ColumnMatch(on.left.cell(), on.right) for on in join.on),
                    join.alias,
                )
                for join in self.joins
            ),
            columns=tuple(column.cell() for column in self.columns),
            filters=tuple(
                QueryFilter(QueryColumn(item.table, item.column), item.operator, tuple(item.values))
                for item in self.filters
            ),
            order=tuple(
                SortKey(QueryColumn(item.table, item.column), item.descending)
                for item in self.order
            ),
            limit=self.limit,
        )

    def conditions(self) -> Conditions:
        """How columns go together."""
        return Conditions(tuple(tuple(on.condition for on in join.on) for join in self.joins))


class QueryRequest(RequestModel):
    """A query: written, or put together from parts."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"sql": "SELECT zip, count(*) AS n FROM a GROUP BY zip"}]},
    )
    sql: Annotated[str | None, Field(max_length=20_000)] = None
    built: BuiltRequest | None = None

    def query(self) -> Query:
        """The query."""
        if self.built is None:
            return Query(self.sql)
        return Query(self.sql, self.built.query(), self.built.conditions())


class QuerySql(ResponseModel):
    """A query that was put together, as SQL."""

    sql: str


class ResultColumn(ResponseModel):
    """A column of a result."""

    name: str
    type: str


class QueryResult(ResponseModel):
    """What a query gave; its rows are fetched page by page."""

    id: str
    sql: str
    rows: int
    columns: list[ResultColumn]

    @classmethod
    def of(cls, answer_id: str, answer: ServiceQueryResult) -> QueryResult:
        """Serialise a result."""
        columns = [ResultColumn.model_validate(column) for column in answer.columns]
        return cls(id=answer_id, sql=answer.sql, rows=answer.rows, columns=columns)


class ResultRows(ResponseModel):
    """Some rows of a result, in the order of the query."""

    total: int
    offset: int
    rows: list[list[str | None]]


class KnownFact(RequestModel):
    """Something that is known about somebody."""

    column: Name
    value: Value


class MarkedRowsRequest(RequestModel):
    """Some rows of a result, and what is known about somebody."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    offset: Annotated[int, Field(ge=0, le=2**40)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100


class MarkedResultRows(ResultRows):
    """Some rows of a result, those first that may be about that person, and which these are."""

    matching: int
    numbers: list[int]
    matches: list[bool]


class ResultWhatIfRequest(RequestModel):
    """What is known, and what must nobody learn: one column, or two whose values differ."""

    know: Annotated[tuple[KnownFact, ...], Field(max_length=20)] = ()
    sensitive: Annotated[list[Name], Field(min_length=1, max_length=2)]
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5


class ResultValue(ResponseModel):
    """A sensitive value among the rows that match."""

    value: str
    rows: int
    share: float


class ResultComposition(ResponseModel):
    """What the rows that match tell."""

    about: str
    n: int
    v: int
    p: float | None
    rule: int | None
    breach: bool
    dominant: list[str]
    values: list[ResultValue]


class ResultWhatIf(ResponseModel):
    """What somebody learns who knows some facts."""

    threshold: float
    breach: bool
    without_value: int
    compositions: list[ResultComposition]
    sentences: list[Words]

    @classmethod
    def of(cls, found: ServiceWhatIf) -> ResultWhatIf:
        """Serialise an answer."""
        return cls(
            threshold=found.threshold,
            breach=found.breach,
            without_value=found.without_value,
            compositions=[
                ResultComposition(
                    about=about,
                    n=composition.n,
                    v=composition.v,
                    p=composition.p,
                    rule=composition.rule,
                    breach=composition.breach,
                    dominant=list(composition.dominant),
                    values=[ResultValue.model_validate(value) for value in composition.values],
                )
                for about, composition in found.compositions.items()
            ],
            sentences=list(found.sentences),
        )


class ResultScanRequest(RequestModel):
    """Who is exposed by facts that nobody names; without `known` most columns may be known."""

    known: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    sensitive: Name
    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Annotated[float, Field(gt=0, le=1)] = 0.5


class ResultCheckRequest(RequestModel):
    """What others may know, what is sensitive, and what is asked of every class."""

    quasi: Annotated[list[Name], Field(min_length=1, max_length=64)]
    sensitive: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    k: Annotated[int, Field(ge=1)] = 2
    l: Annotated[int | None, Field(ge=1)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None


class ResultFailingClass(ResponseModel):
    """A class that breaks what was asked."""

    values: dict[str, str]
    size: int
    l: int | None
    t: float | None


class ResultCheck(ResponseModel):
    """Whether k, l and t hold, for one sensitive column (empty if there is none)."""

    sensitive: str
    holds: bool
    why: Words
    k: int
    l: int | None
    t: float | None
    failing_count: int
    failing_rows: int
    failing_classes: list[ResultFailingClass]

    @classmethod
    def of(cls, sensitive: str, check: Check) -> ResultCheck:
        """Serialise a check."""
        return cls(
            sensitive=sensitive,
            holds=check.holds,
            why=check.why,
            k=check.k,
            l=check.l,
            t=check.t,
            failing_count=check.failing_count,
            failing_rows=check.failing_rows,
            failing_classes=[
                ResultFailingClass.model_validate(each_class)
                for each_class in check.failing_classes
            ],
        )


class KeepRequest(RequestModel):
    """The name of a data set that a result becomes."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
