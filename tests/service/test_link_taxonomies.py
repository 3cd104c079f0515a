"""Hierarchies of data sets, and given ones, are used wherever linked values are compared."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from incrowd.errors import HierarchyError
from incrowd.journal import AssignRole, ChooseHierarchy, Generalize
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.analysis import ask_what_if, show_rows
from incrowd.service.linked.proposal import propose_link
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

CONTINENTS = "French;European;*\nGerman;European;*\nThai;Asian;*\nKorean;Asian;*\n"
GROUPS = dict(line.split(";")[:2] for line in CONTINENTS.splitlines())
A = [("French", "x", "flu"), ("French", "y", "hiv"), ("German", "x", "flu"), ("Thai", "x", "cold")]
B = [("French", "m", "flu"), ("German", "f", "hiv"), ("Korean", "f", "cold"), ("Thai", "m", "flu")]


@pytest.fixture
def links(sessions: Sessions):
    found = LinkSessions(sessions)
    yield found
    found.close()


def add(sessions: Sessions, folder: Path, name: str, header: str, rows) -> str:
    path = folder / name
    path.write_text("\n".join([header, *(",".join(row) for row in rows)]) + "\n")
    found = add_copy(sessions, path).id
    with sessions.open(OWNER, found) as opened:
        for attribute in header.split(","):
            role = "sensitive" if attribute == "disease" else "quasi"
            decide(opened, AssignRole(attribute, role))
    return found


@pytest.fixture
def datasets(sessions: Sessions, tmp_path: Path) -> tuple[str, str]:
    return (
        add(sessions, tmp_path, "a.csv", "origin,job,disease", A),
        add(sessions, tmp_path, "b.csv", "origin,sex,disease", B),
    )


def continents(sessions: Sessions, dataset: str, level: int = 0) -> None:
    with sessions.open(OWNER, dataset) as opened:
        decide(opened, ChooseHierarchy("origin", csv=CONTINENTS))
        if level:
            decide(opened, Generalize("origin", level))


def slow(know: dict[str, str], raised: int) -> dict[str, int]:
    """The values of all pairs of rows that go together, origin of one of them raised."""
    found: dict[str, int] = {}
    for one, two in product(A, B):
        left = GROUPS[one[0]] if raised == 1 else one[0]
        right = GROUPS[two[0]] if raised == 2 else two[0]
        met = one[0] == right or GROUPS[one[0]] == right or GROUPS[two[0]] == left
        met = met and one[2] == two[2]
        origin = know.get("origin")
        knows = origin is None or all(text in (origin, GROUPS[origin]) for text in (left, right))
        knows = knows and know.get("job", one[1]) == one[1] and know.get("sex", two[1]) == two[1]
        if met and knows:
            found[one[2]] = found.get(one[2], 0) + 1
    return found


def asked(datasets: tuple[str, ...], **more) -> LinkQuestion:
    sensitive = ("1.disease", "2.disease")
    return LinkQuestion(datasets, sensitive, ("1.origin=2.origin:overlaps",), **more)


KNOWN = [
    {},
    {"origin": "French"},
    {"origin": "Thai"},
    {"origin": "Korean"},
    {"job": "x", "sex": "m"},
    {"origin": "German", "sex": "f"},
]


@pytest.mark.slow
@pytest.mark.parametrize("raised", [1, 2])
@pytest.mark.parametrize("known_by", [(0,), (1,), (0, 1)])
def test_what_a_data_set_knows_is_used(links, sessions, datasets, raised, known_by):
    continents(sessions, datasets[raised - 1], level=1)
    for place in known_by:
        if place != raised - 1:
            continents(sessions, datasets[place])
    proposal = propose_link(links, OWNER, datasets)
    pairs = {(one.left, one.right): one.condition for one in proposal.pairs}
    assert pairs["1.origin", "2.origin"] in ("overlaps", "covers")
    assert any(one.label == "European" and not one.given for one in proposal.words)
    for know in KNOWN:
        what_if = ask_what_if(links, OWNER, asked(datasets), know)
        values = {share.value: share.rows for share in what_if.main.values}
        assert values == slow(know, raised)
        page = show_rows(links, OWNER, asked(datasets), know, 0, 100)
        assert page.matching == sum(values.values())


@pytest.mark.slow
def test_what_is_given_with_the_question_is_used(links, sessions, tmp_path):
    raw = add(sessions, tmp_path, "a.csv", "origin,job,disease", A)
    coarse = [(GROUPS[origin], sex, disease) for origin, sex, disease in B]
    other = add(sessions, tmp_path, "b.csv", "origin,sex,disease", coarse)
    rules = "{French, German} => European\n{Thai, Korean} => Asian"
    for text in (CONTINENTS, rules):
        given = (("1.origin", text),)
        proposal = propose_link(links, OWNER, (raw, other), taxonomies=given)
        conditions = {one.left: one.condition for one in proposal.pairs}
        assert conditions["1.origin"] in ("covers", "overlaps")
        (only,) = [one for one in proposal.words if one.given]
        assert (only.column, only.label) == ("1.origin", "European")
        assert only.values == ("French", "German")
        question = asked((raw, other), taxonomies=given)
        for know in KNOWN:
            what_if = ask_what_if(links, OWNER, question, know)
            assert {share.value: share.rows for share in what_if.main.values} == slow(know, 2)


@pytest.mark.slow
def test_a_scan_finds_what_a_walk_finds(links, sessions, datasets):
    continents(sessions, datasets[1], level=1)
    with links.using(OWNER, asked(datasets)) as opened:
        found = opened.analysis.scan(2, 0.5)
        assert found.scan.findings
        for one in found.scan.findings:
            know = {label.partition(".")[2]: value for label, value in one.know.items()}
            origin = one.know.get("1.origin")
            know |= {"origin": origin} if origin else {}
            values = slow(know, 2)
            assert (one.n, one.v) == (sum(values.values()), len(values)), one
            assert one.p == max(values.values()) / one.n


def test_what_cannot_be_read_is_refused(links, datasets):
    with pytest.raises(HierarchyError):
        propose_link(
            links, OWNER, datasets, taxonomies=[("1.origin", "French;European;*\nFrench;Asian;*")]
        )
