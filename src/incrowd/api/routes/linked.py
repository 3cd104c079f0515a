"""Link data sets of the workspace: `POST /api/v1/linked/what-if`."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.jobs import Job, JobStarted
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
from incrowd.service.linked.analysis import (
    ask_what_if,
    find_advice,
    find_repairs,
    run_scan,
    show_rows,
)
from incrowd.service.linked.check import check_linked
from incrowd.service.linked.copies import leave_out_rows
from incrowd.service.linked.hospitals import add_sample_hospitals
from incrowd.service.linked.merge import merge_datasets, plan_merged_dataset
from incrowd.service.linked.proposal import propose_link
from incrowd.workspace.jobs import Progress

router = APIRouter(prefix="/linked", responses=documented(404))


@router.post("/proposal")
def propose(asked: ProposalRequest, server: Server, user: Asker) -> Proposal:
    """The columns of some data sets, and what seems to belong together, with the reason."""
    ranges = None if asked.ranges is None else [range_.proposed() for range_ in asked.ranges]
    words = [(taxonomy.column, taxonomy.text) for taxonomy in asked.taxonomies]
    result = propose_link(server.links, user, asked.datasets, ranges, asked.sensitive, words)
    return Proposal.of(result)


@router.post("/what-if")
def what_if(asked: WhatIfRequest, server: Server, user: Asker) -> WhatIfAnswer:
    """What somebody learns who knows some facts about a person."""
    result = ask_what_if(server.links, user, asked.question(), asked.know, asked.threshold)
    return WhatIfAnswer.of(result)


@router.post("/rows")
def get_joined_rows(asked: JoinedRowsRequest, server: Server, user: Asker) -> JoinedRows:
    """Some joined rows, those that match what is known first and marked."""
    page = asked.know, asked.offset, asked.limit
    return JoinedRows.model_validate(show_rows(server.links, user, asked.question(), *page))


@router.post("/repairs", status_code=202, responses=documented(404, 503))
def start_repairs(asked: WhatIfRequest, server: Server, user: Asker) -> JobStarted:
    """Try which changes of either release close a leak; a job tells how far it is."""
    question = asked.question()
    server.links.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        leak = (question, asked.know, asked.threshold)
        return {"repairs": find_repairs(server.links, user, *leak, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/repairs/{repairs_id}")
def get_repairs(repairs_id: str, server: Server, user: Asker) -> RepairsTold:
    """Changes of one release that close a leak, the cheapest first."""
    return RepairsTold.model_validate(server.links.repairs.get(user, repairs_id))


@router.post("/repairs/rows", status_code=202, responses=documented(404, 503, 507))
def start_leaving_out(asked: RowsLeftOutRequest, server: Server, user: Asker) -> JobStarted:
    """Copy a data set without the rows of a leak; a job makes it, and looks whether it is gone."""
    question = asked.question()
    server.links.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        leak = (question, asked.know, asked.threshold)
        return {"dataset": leave_out_rows(server.links, user, *leak, asked.source, progress).id}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.post("/advice", status_code=202, responses=documented(404, 503))
def start_advice(asked: AdviceRequest, server: Server, user: Asker) -> JobStarted:
    """Try what the releases would give away without what they share; a job tells how far it is."""
    question = asked.question()
    server.links.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        return {"advice": find_advice(server.links, user, question, asked.threshold, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/advice/{advice_id}")
def get_advice(advice_id: str, server: Server, user: Asker) -> LinkAdviceTold:
    """What the releases share, what to blur first, and how far exposure falls by it."""
    return LinkAdviceTold.model_validate(server.links.advice.get(user, advice_id))


@router.post("/together/plan")
def get_plan_together(asked: LinkRequest, server: Server, user: Asker) -> TogetherPlan:
    """Whether the people of the data sets can be put together, and if not, what is needed."""
    return TogetherPlan.model_validate(plan_merged_dataset(server.links, user, asked.question()))


@router.post("/together", status_code=202, responses=documented(404, 503, 507))
def start_putting_together(asked: LinkRequest, server: Server, user: Asker) -> JobStarted:
    """Put the people of the data sets into a new one, to be anonymised as one; a job does it."""
    question = asked.question()
    server.links.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        return {"dataset": merge_datasets(server.links, user, question, progress).id}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.post("/sample", status_code=202, responses=documented(503))
def add_hospitals(server: Server, user: Asker) -> JobStarted:
    """Put two sample releases into the workspace; a job makes them."""

    def work(progress: Progress) -> dict[str, Any]:
        return {"datasets": add_sample_hospitals(server.sessions, user, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.post("/scan", status_code=202, responses=documented(404, 503))
def start_scan(asked: ScanRequest, server: Server, user: Asker) -> JobStarted:
    """Try all combinations of up to so many facts; a job tells how far it is."""
    question = asked.question()
    server.links.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        wanted = (question, asked.facts, asked.threshold)
        return {"scan": run_scan(server.links, user, *wanted, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/scans/{scan_id}")
def get_scan(scan_id: str, server: Server, user: Asker) -> ScanAnswer:
    """Who is exposed: by the number of facts, by what is known, and the worst combinations."""
    return ScanAnswer.of(server.links.scans.get(user, scan_id))


@router.post("/check")
def check(asked: LinkCheckRequest, server: Server, user: Asker) -> LinkCheck:
    """Whether k, l and t hold in one of the data sets or in what was joined."""
    result = check_linked(server.links, user, asked.question(), asked.source, asked.promise())
    return LinkCheck.of(result)
