"""A data set is linked as it would be published, whatever leaves rows out of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter
from incrowd.journal import Protect
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.progress import silent
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.analysis import ask_what_if
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
