"""Advice and repairs as long work: told step by step, stopped at any of them, kept, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from incrowd.errors import Cancelled, NotAllowed, NotFound
from incrowd.language import set_language, translate
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.progress import Progress, silent
from incrowd.service.linked.analysis import find_advice, find_repairs
from incrowd.service.linked.new_datasets import leave_out_rows
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.jobs import Jobs
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User
from service.people_data import OWNER
from service.stored_copies import add_copy

pytestmark = pytest.mark.slow

A = "zip,age,disease\n" + "".join(
    f"{zip_code},{age},{ill}\n"
    for zip_code, age, ill in [
        *[("13012", "20-30", "flu"), ("13012", "20-30", "hiv"), ("13013", "20-30", "flu")],
        *[("14850", "30-40", "cold"), ("14850", "30-40", "flu"), ("14853", "40-50", "hiv")],
    ]
)
B = "zip,sex,disease\n13012,f,flu\n13012,m,cold\n13013,f,flu\n14850,f,cold\n14853,m,hiv\n"
KNOW = {"zip": "14853"}

Seek = Callable[[LinkSessions, tuple[str, ...], Progress], str]


@pytest.fixture
def datasets(sessions: Sessions, tmp_path: Path) -> tuple[str, ...]:
    found = []
    for name, text in (("a.csv", A), ("b.csv", B)):
        (tmp_path / name).write_text(text)
        found.append(add_copy(sessions, tmp_path / name).id)
    return tuple(found)


@pytest.fixture
def links(sessions: Sessions):
    found = LinkSessions(sessions)
    yield found
    found.close()


def asked(datasets: tuple[str, ...]) -> LinkQuestion:
    return LinkQuestion(datasets, ("1.disease", "2.disease"), ("1.zip=2.zip:equal",))


def advice(links: LinkSessions, datasets: tuple[str, ...], progress: Progress) -> str:
    return find_advice(links, OWNER, asked(datasets), 0.5, progress)


def repairs(links: LinkSessions, datasets: tuple[str, ...], progress: Progress) -> str:
    return find_repairs(links, OWNER, asked(datasets), KNOW, 0.5, progress)


def copy(links: LinkSessions, datasets: tuple[str, ...], progress: Progress) -> str:
    return leave_out_rows(links, OWNER, asked(datasets), KNOW, 0.5, 1, progress).id


BOTH = pytest.mark.parametrize("seek", [advice, repairs])


def steps_of(
    seek: Seek, links: LinkSessions, datasets: tuple[str, ...]
) -> list[tuple[str, float | None]]:
    told: list[tuple[str, float | None]] = []
    seek(links, datasets, lambda step, done: told.append((step, done)))
    return told


def test_what_was_found_is_what_is_found_without_a_job(links, datasets):
    found = links.advice.get(OWNER, advice(links, datasets, silent))
    tried = links.repairs.get(OWNER, repairs(links, datasets, silent))
    with (
        links.using(OWNER, asked(datasets)) as opened,
        links.releases(OWNER, datasets) as releases,
    ):
        assert found == advise_links(opened.analysis, 0.5)
        assert tried == propose_repairs(opened.analysis, KNOW, 0.5, releases)
    assert tried.repairs


@BOTH
def test_every_trial_is_told_and_the_bar_never_goes_back(links, datasets, seek):
    told = steps_of(seek, links, datasets)
    tried = [(step, done) for step, done in told if "trying" in step]
    shares = [done for _, done in tried if done is not None]
    assert len(shares) == len(tried)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1
    names = {step for step, _ in tried}
    if seek is advice:
        assert {"trying all facts", "trying without '1.zip, 2.zip'"} <= names
        assert {"trying '1.zip, 2.zip' a level up", "trying without 'sex'"} <= names
    else:
        assert {"trying levels of '1.zip'", "trying without rows of 'a.csv'"} <= names


@BOTH
def test_steps_are_told_in_spanish(links, datasets, seek):
    told = [step for step, _ in steps_of(seek, links, datasets) if "trying" in step]
    set_language("es")
    try:
        assert all(translate(step) != step for step in told)
    finally:
        set_language("en")


@pytest.mark.parametrize(
    ("seek", "step"),
    [
        (advice, "trying all facts"),
        (advice, "trying without '1.zip, 2.zip'"),
        (advice, "trying '1.zip, 2.zip' a level up"),
        (advice, "trying without 'sex'"),
        (repairs, "trying levels of '1.zip'"),
        (repairs, "trying levels of '2.zip'"),
        (repairs, "trying without rows of 'a.csv'"),
        (repairs, "trying without rows of 'b.csv'"),
        (copy, "looking for the rows of the leak"),
        (copy, "counting who looks alike"),
    ],
)
def test_it_stops_wherever_somebody_cancels(links, sessions, datasets, seek, step):
    told: list[str] = []

    def stop(now: str, done: float | None) -> None:
        told.append(now)
        if now == step:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled, match="Stopped"):
        seek(links, datasets, stop)
    assert told.index(step) == len(told) - 1
    assert links.advice._kept.answers() == links.repairs._kept.answers() == []
    assert not list(sessions.workspace.uploads.iterdir())
    assert len(sessions.workspace.records()) == 2


@BOTH
def test_deleting_a_data_set_stops_it_and_does_not_wait_for_it(links, sessions, datasets, seek):
    told: list[str] = []

    def progress(step: str, done: float | None) -> None:
        told.append(step)
        if sum("trying" in one for one in told) == 2:
            with ThreadPoolExecutor(1) as pool:  # would wait for ever if it waited for this work
                pool.submit(sessions.delete, OWNER, datasets[1]).result(60)

    with pytest.raises(Cancelled, match="a data set was deleted in the meantime"):
        seek(links, datasets, progress)
    assert sum("trying" in one for one in told) == 2
    assert not list(sessions.workspace.uploads.iterdir())


def test_a_job_that_is_cancelled_ends(links, datasets):
    jobs = Jobs()
    try:

        def work(tell: Progress) -> dict[str, str]:
            def slow(step: str, done: float | None) -> None:
                if "trying" in step:
                    jobs.cancel(job.id)
                tell(step, done)

            return {"advice": advice(links, datasets, slow)}

        job = jobs.start("owner", work)
    finally:
        jobs.close()  # waits for it
    ended = jobs._slots[job.id].job
    assert (ended.state, ended.result) == ("cancelled", None)
    assert links.advice._kept.answers() == []


def test_nobody_is_told_of_others(links, datasets):
    name = advice(links, datasets, silent)
    stranger = User("stranger", dict.fromkeys(datasets, Right.VIEW))
    with pytest.raises(NotFound):
        links.advice.get(stranger, name)
    assert find_advice(links, stranger, asked(datasets), 0.5, silent) != name
    other = User("other", dict.fromkeys(datasets[:1], Right.VIEW))
    with pytest.raises(NotAllowed):
        find_repairs(links, other, asked(datasets), KNOW, 0.5, silent)


@BOTH
def test_only_the_latest_are_kept(links, datasets, seek, monkeypatch):
    kept = links.advice if seek is advice else links.repairs
    monkeypatch.setattr(kept._kept, "_most", 1)
    first = seek(links, datasets, silent)
    assert seek(links, datasets, silent) == first
    second = seek(links, datasets[::-1], silent)
    assert kept.get(OWNER, second)
    with pytest.raises(NotFound):
        kept.get(OWNER, first)
