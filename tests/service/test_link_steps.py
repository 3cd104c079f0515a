"""What is told of a step is what happens once it is applied; rows are left out in a copy."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter, NothingToMeasure, NotNow
from incrowd.journal import AssignRole, ChooseHierarchy, Generalize, Suppress
from incrowd.linking.repair.repair import Repair, propose_repairs
from incrowd.linking.repair.steps import LevelledTally
from incrowd.progress import silent
from incrowd.service.decisions.decide import decide, undo
from incrowd.service.linked.new_datasets import leave_out_rows
from incrowd.service.linked.proposal import propose_link
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions, levelled_release
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

pytestmark = pytest.mark.slow

CONTINENTS = "French;European;*\nGerman;European;*\nThai;Asian;*\nKorean;Asian;*\n"


@pytest.fixture
def links(sessions: Sessions):
    found = LinkSessions(sessions)
    yield found
    found.close()


def make(sessions: Sessions, folder: Path, name: str, seed: int, extra: str) -> str:
    chance = random.Random(seed)
    lines = [f"zip,age,origin,{extra},disease"]
    for _ in range(90):
        origin = chance.choice(["French", "German", "Thai", "Korean", ""])
        more = chance.choice("xy")
        ill = chance.choice(["flu", "hiv", "cold", "asthma"])
        zip_code = chance.choice(["13012", "13099", "14001", "25012"])
        age = chance.choice(["20", "31", "52"])
        lines.append(",".join([zip_code, age, origin, more, ill]))
    (folder / name).write_text("\n".join(lines) + "\n")
    found = add_copy(sessions, folder / name).id
    with sessions.open(OWNER, found) as opened:
        for column in ("zip", "age", "origin", extra):
            decide(opened, AssignRole(column, "quasi"))
        decide(opened, AssignRole("disease", "sensitive"))
        decide(opened, ChooseHierarchy("origin", csv=CONTINENTS))
        decide(opened, ChooseHierarchy("zip", builder="mask"))
    return found


@pytest.fixture
def datasets(sessions: Sessions, tmp_path: Path) -> tuple[str, str]:
    return make(sessions, tmp_path, "a.csv", 1, "job"), make(sessions, tmp_path, "b.csv", 2, "sex")


def asked(links: LinkSessions, datasets: tuple[str, str]) -> LinkQuestion:
    """The question that the page starts from."""
    told = propose_link(links, OWNER, datasets)
    on = tuple(f"{one.left}={one.right}:{one.condition}" for one in told.pairs)
    return LinkQuestion(datasets, told.sensitive, on, join="inner")


def repairs(links: LinkSessions, question: LinkQuestion, know, threshold=0.5) -> tuple[Repair, ...]:
    with (
        links.using(OWNER, question) as opened,
        links.releases(OWNER, question.datasets) as releases,
    ):
        return propose_repairs(opened.analysis, know, threshold, releases).repairs


def leak(links: LinkSessions, question: LinkQuestion) -> dict[str, str]:
    with links.using(OWNER, question) as opened:
        finding = next(one for one in opened.analysis.scan(1, 0.5).scan.findings if one.facts == 1)
        return finding.know


DECIDED = [
    [],
    [(0, Generalize("zip", 1))],
    [(0, Generalize("zip", 1)), (0, Generalize("age", 1)), (0, Suppress(2))],
    [(1, Generalize("origin", 1)), (1, Generalize("age", 1)), (1, Suppress(3))],
]


@pytest.mark.parametrize("decided", DECIDED)
def test_what_is_told_is_what_happens(links, sessions, datasets, decided):
    for place, decision in decided:
        with sessions.open(OWNER, datasets[place]) as opened:
            decide(opened, decision)
    question = asked(links, datasets)
    know = leak(links, question)
    told = [one for one in repairs(links, question, know) if one.level is not None]
    assert told
    for one in told:
        dataset, name = datasets[one.source - 1], one.column.rpartition(".")[2]
        with sessions.open(OWNER, dataset) as opened:
            decide(opened, Generalize(name, one.level))
            decision_id = opened.journal.active[-1].id
        after = asked(links, datasets)
        pairs = {text.rpartition(":")[0]: text for text in after.on}
        kept = [pairs.get(text.rpartition(":")[0]) for text in question.on]
        on = tuple(text for text in kept if text)  # `*` is no longer proposed, nor does it decide
        with links.using(OWNER, replace(after, on=on)) as linked:
            found = linked.analysis.what_if(know, 0.5)
        assert (found.main.n, found.main.p, not found.breach) == (one.n, one.p, one.closes), one
        with sessions.open(OWNER, dataset) as opened:
            undo(opened, decision_id)


def test_a_tried_data_set_is_the_one_that_is_published(links, sessions, datasets):
    names = ["zip", "job", "disease"]
    for levels, k in [({}, 1), ({"zip": 1}, 1), ({"zip": 2, "age": 1}, 3), ({"origin": 1}, 2)]:
        with sessions.open(OWNER, datasets[0]) as opened:
            for name, level in levels.items():
                decide(opened, Generalize(name, level))
            decide(opened, Suppress(k))
            snapshot = opened.snapshot()
            mine = LevelledTally(levelled_release(snapshot), names).at(snapshot.levels)
        with links.using(OWNER, LinkQuestion(datasets)) as linked:
            published = linked.sources.sources[0]
            other = published.tally(names)
        assert mine.rows == published.rows
        assert sorted(map(str, mine.tally(names).to_pylist())) == sorted(
            map(str, other.to_pylist())
        )


def test_the_lowest_level_that_closes_is_proposed(links, datasets):
    question = asked(links, datasets)
    know = leak(links, question)
    for one in repairs(links, question, know):
        if one.level is not None and one.closes and one.steps > 1:
            with (
                links.using(OWNER, question) as opened,
                links.releases(OWNER, datasets) as releases,
            ):
                found = propose_repairs(opened.analysis, know, 0.5, releases)
                assert one in found.repairs
    assert any(one.closes for one in repairs(links, question, know))


@pytest.mark.parametrize("decided", DECIDED)
def test_rows_are_left_out_in_a_copy(links, sessions, datasets, decided):
    for place, decision in decided:
        with sessions.open(OWNER, datasets[place]) as opened:
            decide(opened, decision)
    question = asked(links, datasets)
    know = leak(links, question)
    for one in repairs(links, question, know):
        if one.kind != "suppress":
            continue
        record = leave_out_rows(links, OWNER, question, know, 0.5, one.source, silent)
        original = datasets[one.source - 1]
        with sessions.open(OWNER, original) as before, sessions.open(OWNER, record.id) as copy:
            assert before.record.rows - copy.record.rows == one.rows
            assert copy.snapshot().levels == before.snapshot().levels
            assert copy.snapshot().k == before.snapshot().k
            roles = [(a.name, a.role) for a in before.snapshot().dataset.table.attributes]
            assert roles == [(a.name, a.role) for a in copy.snapshot().dataset.table.attributes]
        new = list(datasets)
        new[one.source - 1] = record.id
        with links.using(OWNER, replace(question, datasets=tuple(new))) as linked:
            assert not linked.analysis.what_if(know, 0.5).breach
        assert "without" in record.name


def test_what_cannot_be_left_out(links, sessions, datasets):
    question = asked(links, datasets)
    know = leak(links, question)
    with pytest.raises(InvalidParameter):
        leave_out_rows(links, OWNER, question, know, 0.5, 3, silent)
    with pytest.raises(NothingToMeasure):
        repairs(links, question, {"zip": "99999"})
    before = len(sessions.listed(OWNER))
    with sessions.open(OWNER, datasets[0]) as opened:
        for name in ("zip", "age", "origin", "job"):
            decide(opened, AssignRole(name, "insensitive"))
    with pytest.raises(NotNow):
        leave_out_rows(links, OWNER, question, know, 0.5, 1, silent)
    assert len(sessions.listed(OWNER)) == before
    told = repairs(links, question, know)
    assert {one.level for one in told if one.source == 1} == {None}
