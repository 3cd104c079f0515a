"""A data set is linked as it would be published, whatever leaves rows out of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter
from incrowd.journal import Protect, Suppress
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.progress import silent
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.analysis import ask_what_if
from incrowd.service.linked.new_datasets import leave_out_rows
from incrowd.service.linked.proposal import propose_link
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER

ONE = "zip,disease\n1*,flu\n1*,flu\n2*,flu\n2*,cold\n"
OTHER = "zip,sex\n1*,f\n2*,m\n"


@pytest.mark.slow
def test_a_protection_alone_leaves_rows_out(sessions: Sessions, tmp_path: Path) -> None:
    found = []
    for name, text in (("one.csv", ONE), ("other.csv", OTHER)):
        (tmp_path / name).write_text(text)
        found.append(sessions.add(OWNER, tmp_path / name, name, silent).id)
    with sessions.open(OWNER, found[0]) as opened:
        decide(opened, Protect("disease", "distinct_l", 2))
        assert opened.snapshot().k == 1
        assert opened.snapshot().classes.kept_rows == 2
    links = LinkSessions(sessions)
    question = LinkQuestion(tuple(found), ("disease",), (("1.zip", "2.zip", "equal"),))
    try:
        with links.using(OWNER, question) as open_link:
            assert open_link.changed == (True, False)
            assert open_link.sources.sources[0].rows == 2
        assert ask_what_if(links, OWNER, question, {"zip": "1*"}).main.n == 0
        assert ask_what_if(links, OWNER, question, {"zip": "2*"}).main.n == 2
    finally:
        links.close()


@pytest.mark.slow
def test_data_sets_are_called_by_their_own_name_not_by_that_of_a_file(
    sessions: Sessions, tmp_path: Path
) -> None:
    """A copy or a kept result is read from a file of ours, whose name says nothing to people."""
    found = []
    for name, text in (("Ward without 2 rows", ONE), ("Registry", OTHER)):
        (tmp_path / "result.csv").write_text(text)
        found.append(sessions.add(OWNER, tmp_path / "result.csv", name, silent).id)
    with sessions.open(OWNER, found[0]) as opened:
        decide(opened, Protect("disease", "distinct_l", 2))
        assert opened.source.name == opened.table.name == "Ward without 2 rows"
    links = LinkSessions(sessions)
    question = LinkQuestion(tuple(found), ("disease",), (("1.zip", "2.zip", "equal"),))
    names = ["Ward without 2 rows", "Registry"]
    try:
        with links.using(OWNER, question) as open_link:
            assert open_link.changed == (True, False)
            assert [one.name for one in open_link.sources.summaries] == names
            advice = advise_links(open_link.analysis)
            repairs = propose_repairs(open_link.analysis, {"zip": "2*"}, 0.5).repairs
            leaks = open_link.analysis.scan(1)
        told = propose_link(links, OWNER, found)
        nothing = replace(question, on=())
        refused = pytest.raises(InvalidParameter, match="'Registry' and 'Ward without 2 rows' have")
        with refused:
            ask_what_if(links, OWNER, nothing)
    finally:
        links.close()
    assert [one.name for one in told.sources] == names
    said = [*advice.sentences, *(one.sentence for one in repairs), *leaks.sentences]
    assert any("'Ward without 2 rows'" in one for one in said)
    assert not [one for one in said if "result" in one or "parquet" in one]


VISITS = (
    "patient_id,zip,disease\n"
    + "P1001,1*,flu\nP1001,1*,flu\nP1001,1*,cold\nP1002,1*,flu\n"
    + "P1003,2*,flu\nP1003,2*,flu\nP1004,2*,cold\nP1004,2*,cold\nP1005,3*,cold\n"
)


@pytest.mark.slow
def test_people_are_counted_in_what_is_published(sessions: Sessions, tmp_path: Path) -> None:
    """The key is no part of a release, but those who link it here count people all the same."""
    found = []
    for name, text in (("visits.csv", VISITS), ("other.csv", OTHER)):
        (tmp_path / name).write_text(text)
        found.append(sessions.add(OWNER, tmp_path / name, name, silent).id)
    links = LinkSessions(sessions)
    question = LinkQuestion(tuple(found), ("disease",), (("1.zip", "2.zip", "equal"),))
    try:
        assert _figures(ask_what_if(links, OWNER, question, {"1.zip": "1*"})) == ("people", 2, 2)
        with sessions.open(OWNER, found[0]) as opened:
            decide(opened, Suppress(2))  # only in 2* somebody has as many rows as somebody else
        with links.using(OWNER, question) as open_link:
            assert open_link.changed == (True, False)
            assert open_link.sources.summaries[0].people == 2
        assert _figures(ask_what_if(links, OWNER, question, {"1.zip": "2*"})) == ("people", 2, 2)
        rows = ask_what_if(links, OWNER, replace(question, person=("none",)), {"1.zip": "2*"})
        assert _figures(rows) == ("rows", 4, 2)
        assert "rows are counted here, not people" in rows.sentences[0]
    finally:
        links.close()


@pytest.mark.slow
def test_people_are_left_out_in_a_copy_with_all_their_rows(
    sessions: Sessions, tmp_path: Path
) -> None:
    found = []
    for name, text in (("visits.csv", VISITS), ("other.csv", OTHER + "3*,f\n")):
        (tmp_path / name).write_text(text)
        found.append(sessions.add(OWNER, tmp_path / name, name, silent).id)
    links = LinkSessions(sessions)
    question = LinkQuestion(tuple(found), ("disease",), (("1.zip", "2.zip", "equal"),))
    know = {"sex": "m"}
    try:
        assert _figures(ask_what_if(links, OWNER, question, know)) == ("people", 2, 2)
        copy = leave_out_rows(links, OWNER, question, know, 0.5, 1, silent)
        with sessions.open(OWNER, copy.id) as opened:
            assert opened.source.rows == 5
            left = opened.source.tally(["patient_id"]).column("patient_id").to_pylist()
            assert set(left) == {"P1001", "P1002", "P1005"}
    finally:
        links.close()


def _figures(answer) -> tuple[str, int, int]:
    return answer.unit, answer.main.n, answer.main.v
