"""Query tables together: `POST /api/v1/queries` starts a query, its result is paged."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.jobs import Job, JobStarted
from incrowd.api.models.link_scans import ScanAnswer
from incrowd.api.models.queries import (
    BuiltRequest,
    KeepRequest,
    LaidTable,
    MarkedResultRows,
    MarkedRowsRequest,
    QueryRequest,
    QueryResult,
    QuerySql,
    ResultCheck,
    ResultCheckRequest,
    ResultRows,
    ResultScanRequest,
    ResultWhatIf,
    ResultWhatIfRequest,
    TableRequest,
)
from incrowd.service.datasets.check import Promise
from incrowd.service.queries.leaks import (
    ask_result,
    check_result,
    page_marked,
    scan_result,
    store_result,
)
from incrowd.service.queries.queries import MOST_ROWS, carry_out, sql_of
from incrowd.workspace.jobs import Progress

router = APIRouter(prefix="/queries", responses=documented())


@router.get("/tables")
def list_tables(server: Server, user: Asker) -> list[LaidTable]:
    """The tables on one's desk: what can be queried."""
    return [LaidTable.of(table) for table in server.desks.tables(user)]


@router.post("/tables", status_code=202, responses=documented(404, 503))
def lay_table(asked: TableRequest, server: Server, user: Asker) -> JobStarted:
    """Lay a data set, or a table of a source, on one's desk under a name; a job reads it."""

    def work(progress: Progress) -> dict[str, Any]:
        return {"table": server.desks.lay(user, asked.name, asked.place(), progress).name}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.delete("/tables/{name}", status_code=204, responses=documented(404))
def take_table(name: str, server: Server, user: Asker) -> None:
    """Take a table from one's desk; results that were made of it stay."""
    with server.desks.using(user) as own:
        own.desk.remove(name)


@router.post("/sql", responses=documented(404))
def show_sql(asked: BuiltRequest, server: Server, user: Asker) -> QuerySql:
    """The SQL of a query that is put together, without running it."""
    with server.desks.using(user) as own:
        return QuerySql(sql=sql_of(own, asked.query(), asked.conditions()))


@router.post("", status_code=202, responses=documented(503))
def run_query(asked: QueryRequest, server: Server, user: Asker) -> JobStarted:
    """Run one SELECT, written or put together; a job runs it and can be cancelled."""
    query = asked.query()

    def work(progress: Progress) -> dict[str, Any]:
        with server.desks.using(user) as own:
            return {"query": carry_out(own, query, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/{query_id}", responses=documented(404))
def get_result(query_id: str, server: Server, user: Asker) -> QueryResult:
    """The columns and the number of rows that a query gave."""
    with server.desks.answering(user, query_id) as answer:
        return QueryResult.of(query_id, answer)


@router.get("/{query_id}/rows", responses=documented(404))
def get_result_rows(
    query_id: str,
    server: Server,
    user: Asker,
    offset: Annotated[int, Query(ge=0, le=2**40)] = 0,
    limit: Annotated[int, Query(ge=0, le=MOST_ROWS)] = 100,
) -> ResultRows:
    """Some rows of a result, in the order of the query."""
    with server.desks.answering(user, query_id) as answer:
        rows = [list(row) for row in answer.page(offset, limit)]
        return ResultRows(total=answer.rows, offset=offset, rows=rows)


@router.post("/{query_id}/rows", responses=documented(404))
def mark_result_rows(
    query_id: str, asked: MarkedRowsRequest, server: Server, user: Asker
) -> MarkedResultRows:
    """Some rows of a result, first and marked those that may be about somebody with known facts."""
    know = [(item.column, item.value) for item in asked.know]
    with server.desks.answering(user, query_id) as answer:
        result = page_marked(answer, know, asked.offset, asked.limit)
    return MarkedResultRows(
        total=result.total,
        offset=asked.offset,
        rows=[list(row.cells) for row in result.rows],
        matching=result.matching,
        numbers=[row.number for row in result.rows],
        matches=[row.matches for row in result.rows],
    )


@router.delete("/{query_id}", status_code=204, responses=documented(404))
def forget_result(query_id: str, server: Server, user: Asker) -> None:
    """Forget a result."""
    with server.desks.using(user) as own:
        own.forget(query_id)


@router.post("/{query_id}/what-if", responses=documented(404))
def ask_of_result(
    query_id: str, asked: ResultWhatIfRequest, server: Server, user: Asker
) -> ResultWhatIf:
    """What somebody learns from a result who knows some facts about a person."""
    know = [(item.column, item.value) for item in asked.know]
    with server.desks.answering(user, query_id) as answer:
        return ResultWhatIf.of(ask_result(answer, know, asked.sensitive, asked.threshold))


@router.post("/{query_id}/scan", status_code=202, responses=documented(404, 503))
def scan_result_for_leaks(
    query_id: str, asked: ResultScanRequest, server: Server, user: Asker
) -> JobStarted:
    """Try all combinations of up to so many facts on a result; a job tells how far it is."""
    server.desks.check_answer(user, query_id)

    def work(progress: Progress) -> dict[str, Any]:
        with server.desks.using(user) as own:
            answer = own.answer(query_id)
            result = scan_result(
                answer, asked.known, asked.sensitive, asked.facts, asked.threshold, progress
            )
            return {"scan": own.keep_scan(result)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/scans/{scan_id}", responses=documented(404))
def get_result_scan(scan_id: str, server: Server, user: Asker) -> ScanAnswer:
    """Who is exposed: by the number of facts, by what is known, and the worst combinations."""
    with server.desks.using(user) as own:
        return ScanAnswer.of(own.scan(scan_id))


@router.post("/{query_id}/check", responses=documented(404))
def check_privacy_of_result(
    query_id: str, asked: ResultCheckRequest, server: Server, user: Asker
) -> list[ResultCheck]:
    """Whether a result holds k, l and t, and which classes do not; each sensitive column apart."""
    promise = Promise(asked.k, asked.l, asked.t)
    with server.desks.answering(user, query_id) as answer:
        result = check_result(answer, asked.quasi, asked.sensitive, promise)
    return [ResultCheck.of(sensitive, check) for sensitive, check in result.items()]


@router.post("/{query_id}/dataset", status_code=202, responses=documented(404, 503, 507))
def keep_result(query_id: str, asked: KeepRequest, server: Server, user: Asker) -> JobStarted:
    """Keep a result as a data set, to be linked with others or anonymised; a job stores it."""
    server.desks.check_answer(user, query_id)

    def work(progress: Progress) -> dict[str, Any]:
        with server.desks.answering(user, query_id) as answer:
            made = store_result(server.sessions, user, answer, asked.name, progress)
        return {"dataset": made.id}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))
