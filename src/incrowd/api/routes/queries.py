"""Query tables together: `POST /api/v1/queries` starts a query, its result is paged."""

from typing import Annotated

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models import queries as models
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.analysis import ScanReport
from incrowd.service.queries import leak_check, leaks, queries
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

router = APIRouter(prefix="/queries", route_class=ResultRoute, responses=documented())


@router.get("/tables")
def list_tables(server: Server, user: Asker) -> list[queries.SessionTable]:
    """The tables in your session, which you can query."""
    return server.query_sessions.tables(user)


@router.post("/tables", status_code=202, responses=documented(404, 503))
def add_table(request: models.TableRequest, server: Server, user: Asker) -> JobStarted:
    """Add a data set, or a table of a source, to your session under a name. A job reads it."""

    def work(progress: Progress) -> JobResult:
        table = server.query_sessions.add_table(user, request.name, request.place(), progress)
        return JobResult(table=table.name)

    return server.start(user, work)


@router.delete("/tables/{name}", status_code=204, responses=documented(404))
def remove_table(name: str, server: Server, user: Asker) -> None:
    """Remove a table from your session. Results made from it stay."""
    with server.query_sessions.using(user) as own:
        own.session.remove(name)


@router.post("/sql", responses=documented(404))
def show_sql(request: models.BuiltRequest, server: Server, user: Asker) -> queries.QuerySql:
    """The SQL of a query built from parts, without running it."""
    with server.query_sessions.using(user) as own:
        return queries.QuerySql(queries.sql_of(own, request.query(), request.conditions()))


@router.post("", status_code=202, responses=documented(503))
def run_query(request: models.QueryRequest, server: Server, user: Asker) -> JobStarted:
    """Run one SELECT, written or built from parts. A job runs it and can be cancelled."""
    query = request.query()

    def work(progress: Progress) -> JobResult:
        with server.query_sessions.using(user) as own:
            return JobResult(query=queries.carry_out(own, query, progress))

    return server.start(user, work)


@router.get("/{query_id}", responses=documented(404))
def get_result(query_id: str, server: Server, user: Asker) -> queries.ResultSummary:
    """The columns and the number of rows that a query returned."""
    with server.query_sessions.answering(user, query_id) as answer:
        return queries.ResultSummary.of(query_id, answer)


@router.get("/{query_id}/rows", responses=documented(404))
def get_result_rows(
    query_id: str,
    server: Server,
    user: Asker,
    offset: Annotated[int, Query(ge=0, le=2**40)] = 0,
    limit: Annotated[int, Query(ge=0, le=queries.MOST_ROWS)] = 100,
) -> queries.ResultRows:
    """Some rows of a result, in the order of the query."""
    with server.query_sessions.answering(user, query_id) as answer:
        return queries.ResultRows.of(answer, offset, limit)


@router.post("/{query_id}/rows", responses=documented(404))
def mark_result_rows(
    query_id: str, request: models.MarkedRowsRequest, server: Server, user: Asker
) -> leaks.MarkedRows:
    """Some rows of a result. Rows that match the known facts come first and are marked."""
    know = [(fact.column, fact.value) for fact in request.know]
    with server.query_sessions.answering(user, query_id) as answer:
        return leaks.page_marked(answer, know, request.offset, request.limit)


@router.delete("/{query_id}", status_code=204, responses=documented(404))
def forget_result(query_id: str, server: Server, user: Asker) -> None:
    """Discard a result."""
    with server.query_sessions.using(user) as own:
        own.forget(query_id)


@router.post("/{query_id}/what-if", responses=documented(404))
def ask_of_result(
    query_id: str, request: models.ResultWhatIfRequest, server: Server, user: Asker
) -> leaks.ResultWhatIf:
    """What somebody who knows some facts about a person learns from a result."""
    know = [(fact.column, fact.value) for fact in request.know]
    with server.query_sessions.answering(user, query_id) as answer:
        asked = (know, request.sensitive, request.threshold, request.person)
        return leaks.ask_result(answer, *asked)


@router.post("/{query_id}/scan", status_code=202, responses=documented(404, 503))
def scan_result_for_leaks(
    query_id: str, request: models.ResultScanRequest, server: Server, user: Asker
) -> JobStarted:
    """Try all combinations of up to a number of facts on a result. A job shows the progress."""
    server.query_sessions.check_answer(user, query_id)

    def work(progress: Progress) -> JobResult:
        with server.query_sessions.using(user) as own:
            answer = own.answer(query_id)
            wanted = (request.known, request.sensitive, request.facts, request.threshold)
            result = leaks.scan_result(answer, *wanted, progress, request.person)
            return JobResult(scan=own.keep_scan(result))

    return server.start(user, work)


@router.post("/{query_id}/leaks", status_code=202, responses=documented(404, 503))
def look_for_leaks(query_id: str, server: Server, user: Asker) -> JobStarted:
    """Check a result for leaks by what its columns look like; a job tells what was found."""
    server.query_sessions.check_answer(user, query_id)

    def work(progress: Progress) -> JobResult:
        with server.query_sessions.answering(user, query_id) as answer:
            return JobResult(leaks=leak_check.look_for_leaks(answer, progress))

    return server.start(user, work)


@router.get("/scans/{scan_id}", responses=documented(404))
def get_result_scan(scan_id: str, server: Server, user: Asker) -> ScanReport:
    """Who is exposed, by the number of facts and by what is known, and the worst combinations."""
    with server.query_sessions.using(user) as own:
        return ScanReport(own.scan(scan_id))


@router.post("/{query_id}/check", responses=documented(404))
def check_privacy_of_result(
    query_id: str, request: models.ResultCheckRequest, server: Server, user: Asker
) -> list[leaks.ResultCheck]:
    """Whether k, l and t hold in a result, and where they do not, per sensitive column."""
    promise = Promise(request.k, request.l, request.t)
    with server.query_sessions.answering(user, query_id) as answer:
        asked = (request.quasi, request.sensitive, promise, request.person)
        return leaks.check_result(answer, *asked)


@router.post("/{query_id}/dataset", status_code=202, responses=documented(404, 503, 507))
def keep_result(
    query_id: str, request: models.KeepRequest, server: Server, user: Asker
) -> JobStarted:
    """Save a result as a data set, to link it with others or anonymise it. A job stores it."""
    server.query_sessions.check_answer(user, query_id)

    def work(progress: Progress) -> JobResult:
        with server.query_sessions.answering(user, query_id) as answer:
            made = leaks.store_result(server.sessions, user, answer, request.name, progress)
        return JobResult(dataset=made.id)

    return server.start(user, work)
