"""Linked data sets in memory: kept, bounded, closed, never of somebody else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter, NotAllowed, NotFound
from incrowd.linking.scan.analysis import page_joined_rows
from incrowd.progress import silent
from incrowd.service.linked import sessions as link_workspace
from incrowd.service.linked.analysis import ask_what_if
from incrowd.service.linked.proposal import propose_link
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User
from service.people_data import OWNER
from service.stored_copies import add_copy

A = "zip,age,disease\n1*,20-30,flu\n1*,20-30,hiv\n2*,30-40,flu\n2*,30-40,cold\n"
B = "zip,sex,disease\n1*,f,flu\n1*,m,cold\n2*,f,flu\n2*,m,cold\n"


@pytest.fixture
def datasets(sessions: Sessions, tmp_path: Path) -> tuple[str, str]:
    found = []
    for name, text in (("a.csv", A), ("b.csv", B)):
        (tmp_path / name).write_text(text)
        found.append(add_copy(sessions, tmp_path / name).id)
    return found[0], found[1]


@pytest.fixture
def links(sessions: Sessions):
    found = LinkSessions(sessions)
    yield found
    found.close()


def asked(datasets: tuple[str, ...], **more) -> LinkQuestion:
    return LinkQuestion(datasets, ("1.disease", "2.disease"), ("1.zip=2.zip:equal",), **more)


@pytest.mark.slow
def test_the_same_question_is_opened_and_counted_once(links, datasets):
    before = ask_what_if(links, OWNER, asked(datasets), {"age": "25"})
    with links.using(OWNER, asked(datasets)) as first:
        joined = first.sources.joined([])
    after = ask_what_if(links, OWNER, asked(datasets), {"sex": "f", "age": "35"})
    assert after.main.n == 1
    with links.using(OWNER, asked(datasets)) as again:
        assert again is first
        assert again.sources.joined([]) is joined
    assert (before.main.n, before.main.v) == (1, 1)


@pytest.mark.slow
def test_only_a_few_questions_stay_open(links, datasets):
    kinds = ["inner", "left", "right", "full"]
    opened = []
    for kind in kinds:
        with links.using(OWNER, asked(datasets, join=kind)) as found:
            opened.append(found)
    assert [one.closed for one in opened] == [True] + [False] * link_workspace.MOST_OPEN
    with links.using(OWNER, asked(datasets, join="inner")) as anew:
        assert anew is not opened[0]
    assert ask_what_if(links, OWNER, asked(datasets, join="inner")).main.n == 3


@pytest.mark.slow
def test_many_ask_at_once(links, datasets):
    kinds = ["inner", "left", "right", "full", "cross"] * 6

    def ask(kind: str) -> int:
        return ask_what_if(links, OWNER, asked(datasets, join=kind), {"age": "25"}).main.n

    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(ask, kinds))
    assert told == told[:5] * 6


@pytest.mark.slow
def test_a_decision_opens_the_data_anew(links, sessions, datasets):
    from incrowd.journal import Generalize
    from incrowd.service.decisions.decide import decide

    with links.using(OWNER, asked(datasets)) as before:
        assert not any(before.changed)
    with sessions.open(OWNER, datasets[0]) as opened:
        decide(opened, Generalize("age", 1))
    with links.using(OWNER, asked(datasets)) as after:
        assert after.changed == (True, False)
        published = set(after.sources.values(after.sources.knowable[1]))
        assert published.isdisjoint({"20-30", "30-40"})
    links.close()
    assert not list(sessions.workspace.uploads.iterdir())


def test_nobody_links_what_they_may_not_see(links, datasets):
    stranger = User("stranger", {datasets[0]: Right.VIEW})
    with pytest.raises(NotAllowed), links.using(stranger, asked(datasets)):
        pass
    with links.using(OWNER, asked(datasets)) as found:
        scan_id = links.scans.keep(OWNER, datasets, found.analysis.scan(1))
    assert links.scans.get(OWNER, scan_id).scan.facts == 1
    with pytest.raises(NotFound):
        links.scans.get(stranger, scan_id)


def test_a_deleted_data_set_is_closed_and_its_scans_forgotten(links, sessions, datasets):
    with links.using(OWNER, asked(datasets)) as found:
        scan_id = links.scans.keep(OWNER, datasets, found.analysis.scan(1))
    sessions.delete(OWNER, datasets[1])
    assert found.closed
    with pytest.raises(NotFound):
        links.scans.get(OWNER, scan_id)
    with pytest.raises(NotFound), links.using(OWNER, asked(datasets)):
        pass


@pytest.mark.parametrize("number", [0, 1, 7])
def test_too_few_or_too_many(links, datasets, number):
    with pytest.raises(InvalidParameter), links.using(OWNER, asked((datasets[0],) * number)):
        pass


def test_rows_are_marked_also_where_they_are_too_many_to_sort(links, datasets):
    with links.using(OWNER, asked(datasets)) as found:
        sorted_rows = page_joined_rows(found.analysis, {"sex": "m"}, 0, 10)
        found.analysis.wide = False
        rows = page_joined_rows(found.analysis, {"sex": "m"}, 0, 10)
        with pytest.raises(InvalidParameter):
            page_joined_rows(found.analysis, {}, 0, 501)
    assert (sorted_rows.matching, rows.matching) == (1, None)
    assert sorted_rows.rows[0].matches
    assert sorted(map(str, sorted_rows.rows)) == sorted(map(str, rows.rows))
    assert rows.total == sorted_rows.total == 3


@pytest.mark.slow
def test_a_proposal_without_anything_sensitive(links, sessions, tmp_path):
    found = []
    for name in ("c.csv", "d.csv"):
        (tmp_path / name).write_text("zip,low_age,high_age\n1*,20,30\n2*,30,40\n1*,20,30\n")
        found.append(add_copy(sessions, tmp_path / name).id)
    told = propose_link(links, OWNER, found)
    assert told.sensitive == ()
    assert [(one.source, one.name) for one in told.ranges] == [(1, "age"), (2, "age")]
    assert {(one.left, one.right) for one in told.pairs} == {("1.zip", "2.zip"), ("1.age", "2.age")}


def delete_during(monkeypatch, sessions, dataset, owner, name):
    """Let somebody delete a data set just before a method of ours is carried out."""
    before = getattr(owner, name)

    def later(*arguments):
        monkeypatch.undo()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sessions.delete, OWNER, dataset).result(60)
        return before(*arguments)

    monkeypatch.setattr(owner, name, later)


def test_what_was_opened_before_its_data_was_deleted_is_closed(
    links, sessions, datasets, monkeypatch
):
    opened = []
    before = LinkSessions._opened
    monkeypatch.setattr(
        LinkSessions, "_opened", lambda *given: opened.append(before(*given)) or opened[-1]
    )
    keep = LinkSessions._keep

    def deleting(self, key, found):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sessions.delete, OWNER, datasets[1]).result(60)
        return keep(self, key, found)

    monkeypatch.setattr(LinkSessions, "_keep", deleting)
    with pytest.raises(NotFound), links.using(OWNER, asked(datasets)):
        pass
    (found,) = opened
    assert found.closed
    assert list(links._open) == []


def test_a_scan_that_ends_after_its_data_was_deleted_is_not_kept(links, sessions, datasets):
    question = asked(datasets)
    with links.alone(OWNER, question, silent) as opened:
        scanned = opened.analysis.scan(1)
    sessions.delete(OWNER, datasets[0])
    with pytest.raises(NotFound, match="no such data set"):
        links.scans.keep(OWNER, datasets, scanned)
    assert links.scans._kept.answers() == []


def test_a_scan_that_is_kept_while_its_data_is_deleted_is_not_kept(
    links, sessions, datasets, monkeypatch
):
    question = asked(datasets)
    with links.alone(OWNER, question, silent) as opened:
        scanned = opened.analysis.scan(1)
    delete_during(monkeypatch, sessions, datasets[0], links.scans._kept, "put")
    with pytest.raises(NotFound, match="no such data set"):
        links.scans.keep(OWNER, datasets, scanned)
    assert links.scans._kept.answers() == []


def test_what_is_asked_for_while_it_has_to_go_is_opened_anew(links, datasets):
    """One that is kept anew by whoever uses it, and closed by whoever needed its place."""
    question = asked(datasets)
    with links.using(OWNER, question) as first:
        pass
    key = next(iter(links._open))
    gone = [links._open.pop(key)]  # as somebody does who opens another question
    links._keep(key, first)
    link_workspace._close(gone)
    with links.using(OWNER, question) as again:
        assert again is not first
    assert ask_what_if(links, OWNER, question).main.n == 3
