"""A data set is linked as it would be published, whatever leaves rows out of it."""

from __future__ import annotations

from pathlib import Path

from incrowd.engines.source import silent
from incrowd.journal import Protect
from incrowd.service.deciding import decide
from incrowd.service.link_grid import ask_what_if
from incrowd.service.link_workspace import LinkQuestion, Links
from incrowd.service.sessions import Sessions
from service.people_data import OWNER

ONE = "zip,disease\n1*,flu\n1*,flu\n2*,flu\n2*,cold\n"
OTHER = "zip,sex\n1*,f\n2*,m\n"


def test_a_protection_alone_leaves_rows_out(sessions: Sessions, tmp_path: Path) -> None:
    found = []
    for name, text in (("one.csv", ONE), ("other.csv", OTHER)):
        (tmp_path / name).write_text(text)
        found.append(sessions.add(OWNER, tmp_path / name, name, silent).id)
    with sessions.using(OWNER, found[0]) as opened:
        decide(opened, Protect("disease", "distinct_l", 2))
        assert opened.standing().k == 1
        assert opened.standing().classes.kept_rows == 2
    links = Links(sessions)
    question = LinkQuestion(tuple(found), ("disease",), (("1.zip", "2.zip", "equal"),))
    try:
        with links.using(OWNER, question) as open_link:
            assert open_link.changed == (True, False)
            assert open_link.sources.sources[0].rows == 2
            assert ask_what_if(open_link, {"zip": "1*"}).main.n == 0
            assert ask_what_if(open_link, {"zip": "2*"}).main.n == 2
    finally:
        links.close()
