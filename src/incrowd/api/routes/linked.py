"""Link data sets of the workspace: `POST /api/v1/linked/what-if`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models import linked as models
from incrowd.api.results import ResultRoute
from incrowd.service.linked import analysis, new_datasets
from incrowd.service.linked.check import PrivacyCheck, check_linked
from incrowd.service.linked.hospitals import add_sample_hospitals
from incrowd.service.linked.proposal import LinkProposal, propose_link
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

router = APIRouter(prefix="/linked", route_class=ResultRoute, responses=documented(404))


@router.post("/proposal")
def propose(request: models.ProposalRequest, server: Server, user: Asker) -> LinkProposal:
    """The columns of some data sets, which of them seem to mean the same, and why."""
    ranges = None if request.ranges is None else [range_.proposed() for range_ in request.ranges]
    words = [(taxonomy.column, taxonomy.text) for taxonomy in request.taxonomies]
    return propose_link(server.links, user, request.datasets, ranges, request.sensitive, words)


@router.post("/what-if")
def what_if(request: models.WhatIfRequest, server: Server, user: Asker) -> analysis.WhatIfReport:
    """What somebody who knows some facts about a person learns."""
    question = request.question()
    return analysis.WhatIfReport(
        analysis.ask_what_if(server.links, user, question, request.know, request.threshold)
    )


@router.post("/rows")
def get_joined_rows(
    request: models.JoinedRowsRequest, server: Server, user: Asker
) -> analysis.JoinedRowsPage:
    """Some joined rows. Rows that match the known facts come first and are marked."""
    page = request.know, request.offset, request.limit
    return analysis.show_rows(server.links, user, request.question(), *page)


@router.post("/repairs", status_code=202, responses=documented(404, 503))
def start_repairs(request: models.WhatIfRequest, server: Server, user: Asker) -> JobStarted:
    """Search for changes to either release that close a leak. A job shows the progress."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        leak = (question, request.know, request.threshold)
        return JobResult(repairs=analysis.find_repairs(server.links, user, *leak, progress))

    return server.start(user, work)


@router.get("/repairs/{repairs_id}")
def get_repairs(repairs_id: str, server: Server, user: Asker) -> analysis.Repairs:
    """Changes to one release that close a leak, the cheapest first."""
    return server.links.repairs.get(user, repairs_id)


@router.post("/repairs/rows", status_code=202, responses=documented(404, 503, 507))
def start_leaving_out(
    request: models.RowsLeftOutRequest, server: Server, user: Asker
) -> JobStarted:
    """Copy a data set without the rows of a leak. A job makes it and looks for the leak again."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        leak = (question, request.know, request.threshold)
        copy = new_datasets.leave_out_rows(server.links, user, *leak, request.source, progress)
        return JobResult(dataset=copy.id)

    return server.start(user, work)


@router.post("/advice", status_code=202, responses=documented(404, 503))
def start_advice(request: models.AdviceRequest, server: Server, user: Asker) -> JobStarted:
    """Try what the releases would expose without what they share. A job shows the progress."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        advice = analysis.find_advice(server.links, user, question, request.threshold, progress)
        return JobResult(advice=advice)

    return server.start(user, work)


@router.get("/advice/{advice_id}")
def get_advice(advice_id: str, server: Server, user: Asker) -> analysis.LinkAdviceReport:
    """What the releases share, what to make coarser first, and how much less they then expose."""
    return analysis.LinkAdviceReport(server.links.advice.get(user, advice_id))


@router.post("/together/plan")
def get_plan_together(
    request: models.LinkRequest, server: Server, user: Asker
) -> new_datasets.MergePlan:
    """Whether the data sets can be merged person by person, and if not, what is missing."""
    return new_datasets.plan_merged_dataset(server.links, user, request.question())


@router.post("/together", status_code=202, responses=documented(404, 503, 507))
def start_putting_together(request: models.LinkRequest, server: Server, user: Asker) -> JobStarted:
    """Merge the people of the data sets into one, to anonymise them together. A job does it."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        return JobResult(
            dataset=new_datasets.merge_datasets(server.links, user, question, progress).id
        )

    return server.start(user, work)


@router.post("/sample", status_code=202, responses=documented(503))
def add_hospitals(server: Server, user: Asker) -> JobStarted:
    """Add two sample releases to the workspace. A job makes them."""

    def work(progress: Progress) -> JobResult:
        return JobResult(datasets=tuple(add_sample_hospitals(server.sessions, user, progress)))

    return server.start(user, work)


@router.post("/scan", status_code=202, responses=documented(404, 503))
def start_scan(request: models.ScanRequest, server: Server, user: Asker) -> JobStarted:
    """Try all combinations of up to a number of facts. A job shows the progress."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        wanted = (question, request.facts, request.threshold)
        return JobResult(scan=analysis.run_scan(server.links, user, *wanted, progress))

    return server.start(user, work)


@router.get("/scans/{scan_id}")
def get_scan(scan_id: str, server: Server, user: Asker) -> analysis.ScanReport:
    """Who is exposed, by the number of facts and by what is known, and the worst combinations."""
    return analysis.ScanReport(server.links.scans.get(user, scan_id))


@router.post("/check")
def check(request: models.LinkCheckRequest, server: Server, user: Asker) -> PrivacyCheck:
    """Whether k, l and t hold in one of the data sets or in the joined rows."""
    question, promise = request.question(), request.promise()
    return check_linked(server.links, user, question, request.source, promise)
