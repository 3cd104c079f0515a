"""Link data sets of the workspace: `POST /api/v1/linked/what-if`."""

from __future__ import annotations

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.link_advice import AdviceRequest, LinkAdviceTold, TogetherPlan
from incrowd.api.models.link_checks import LinkCheck, LinkCheckRequest
from incrowd.api.models.link_scans import ScanAnswer, ScanRequest
from incrowd.api.models.link_whatifs import (
    JoinedRows,
    JoinedRowsRequest,
    RepairsTold,
    RowsLeftOutRequest,
    WhatIfAnswer,
    WhatIfRequest,
)
from incrowd.api.models.linked import LinkRequest, Proposal, ProposalRequest
from incrowd.api.results import ResultRoute
from incrowd.service.linked.analysis import (
    ask_what_if,
    find_advice,
    find_repairs,
    run_scan,
    show_rows,
)
from incrowd.service.linked.check import check_linked
from incrowd.service.linked.hospitals import add_sample_hospitals
from incrowd.service.linked.new_datasets import leave_out_rows, merge_datasets, plan_merged_dataset
from incrowd.service.linked.proposal import propose_link
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

router = APIRouter(prefix="/linked", route_class=ResultRoute, responses=documented(404))


@router.post("/proposal")
def propose(request: ProposalRequest, server: Server, user: Asker) -> Proposal:
    """The columns of some data sets, and what seems to belong together, with the reason."""
    ranges = None if request.ranges is None else [range_.proposed() for range_ in request.ranges]
    words = [(taxonomy.column, taxonomy.text) for taxonomy in request.taxonomies]
    result = propose_link(server.links, user, request.datasets, ranges, request.sensitive, words)
    return Proposal.of(result)


@router.post("/what-if")
def what_if(request: WhatIfRequest, server: Server, user: Asker) -> WhatIfAnswer:
    """What somebody learns who knows some facts about a person."""
    result = ask_what_if(server.links, user, request.question(), request.know, request.threshold)
    return WhatIfAnswer.of(result)


@router.post("/rows")
def get_joined_rows(request: JoinedRowsRequest, server: Server, user: Asker) -> JoinedRows:
    """Some joined rows, those that match what is known first and marked."""
    page = request.know, request.offset, request.limit
    return JoinedRows.model_validate(show_rows(server.links, user, request.question(), *page))


@router.post("/repairs", status_code=202, responses=documented(404, 503))
def start_repairs(request: WhatIfRequest, server: Server, user: Asker) -> JobStarted:
    """Try which changes of either release close a leak; a job tells how far it is."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        leak = (question, request.know, request.threshold)
        return JobResult(repairs=find_repairs(server.links, user, *leak, progress))

    return server.start(user, work)


@router.get("/repairs/{repairs_id}")
def get_repairs(repairs_id: str, server: Server, user: Asker) -> RepairsTold:
    """Changes of one release that close a leak, the cheapest first."""
    return RepairsTold.model_validate(server.links.repairs.get(user, repairs_id))


@router.post("/repairs/rows", status_code=202, responses=documented(404, 503, 507))
def start_leaving_out(request: RowsLeftOutRequest, server: Server, user: Asker) -> JobStarted:
    """Copy a data set without the rows of a leak; a job makes it, and looks whether it is gone."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        leak = (question, request.know, request.threshold)
        copy = leave_out_rows(server.links, user, *leak, request.source, progress)
        return JobResult(dataset=copy.id)

    return server.start(user, work)


@router.post("/advice", status_code=202, responses=documented(404, 503))
def start_advice(request: AdviceRequest, server: Server, user: Asker) -> JobStarted:
    """Try what the releases would give away without what they share; a job tells how far it is."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        advice = find_advice(server.links, user, question, request.threshold, progress)
        return JobResult(advice=advice)

    return server.start(user, work)


@router.get("/advice/{advice_id}")
def get_advice(advice_id: str, server: Server, user: Asker) -> LinkAdviceTold:
    """What the releases share, what to blur first, and how far exposure falls by it."""
    return LinkAdviceTold.model_validate(server.links.advice.get(user, advice_id))


@router.post("/together/plan")
def get_plan_together(request: LinkRequest, server: Server, user: Asker) -> TogetherPlan:
    """Whether the people of the data sets can be put together, and if not, what is needed."""
    return TogetherPlan.model_validate(plan_merged_dataset(server.links, user, request.question()))


@router.post("/together", status_code=202, responses=documented(404, 503, 507))
def start_putting_together(request: LinkRequest, server: Server, user: Asker) -> JobStarted:
    """Put the people of the data sets into a new one, to be anonymised as one; a job does it."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        return JobResult(dataset=merge_datasets(server.links, user, question, progress).id)

    return server.start(user, work)


@router.post("/sample", status_code=202, responses=documented(503))
def add_hospitals(server: Server, user: Asker) -> JobStarted:
    """Put two sample releases into the workspace; a job makes them."""

    def work(progress: Progress) -> JobResult:
        return JobResult(datasets=tuple(add_sample_hospitals(server.sessions, user, progress)))

    return server.start(user, work)


@router.post("/scan", status_code=202, responses=documented(404, 503))
def start_scan(request: ScanRequest, server: Server, user: Asker) -> JobStarted:
    """Try all combinations of up to so many facts; a job tells how far it is."""
    question = request.question()
    server.links.check(user, question)

    def work(progress: Progress) -> JobResult:
        wanted = (question, request.facts, request.threshold)
        return JobResult(scan=run_scan(server.links, user, *wanted, progress))

    return server.start(user, work)


@router.get("/scans/{scan_id}")
def get_scan(scan_id: str, server: Server, user: Asker) -> ScanAnswer:
    """Who is exposed: by the number of facts, by what is known, and the worst combinations."""
    return ScanAnswer.of(server.links.scans.get(user, scan_id))


@router.post("/check")
def check(request: LinkCheckRequest, server: Server, user: Asker) -> LinkCheck:
    """Whether k, l and t hold in one of the data sets or in what was joined."""
    result = check_linked(server.links, user, request.question(), request.source, request.promise())
    return LinkCheck.of(result)
