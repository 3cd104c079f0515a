"""Three proposals: each passes every check or says why not, and says what it costs."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

import incrowd
from incrowd.anonymization.fitting import NotFit
from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.proposal import Proposal, Removed
from incrowd.anonymization.recommendation import recommend
from incrowd.errors import UnknownAttribute


def shop(rows: int = 400, **more: list[str]) -> incrowd.Dataset:
    draw = random.Random(7)
    columns = {
        "name": [f"Ana {row}" for row in range(rows)],
        "age": [str(draw.randint(18, 80)) for _ in range(rows)],
        "sex": [draw.choice("mf") for _ in range(rows)],
        "zip": [str(draw.randint(1000, 1019)) for _ in range(rows)],
        "illness": [draw.choice(["flu", "asthma", "cancer"]) for _ in range(rows)],
        **more,
    }
    frame = pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()})
    roles = {"identifier": ["name"], "quasi": ["age", "sex", "zip"], "sensitive": ["illness"]}
    return incrowd.open(frame, **roles, ordered=True)


@pytest.fixture(scope="module")
def proposals() -> dict[str, Proposal]:
    with shop() as table:
        return {each.proposal.name: each.proposal for each in table.proposals("partner")}


def test_each_passes_and_keeps_what_it_is_called_after(proposals: dict[str, Proposal]) -> None:
    assert list(proposals) == ["every_row", "exact_values", "balanced"]
    assert all(each.passes for each in proposals.values())
    assert all(check.status == "pass" for each in proposals.values() for check in each.checks)
    assert proposals["every_row"].removed == Removed(0, None, 0.0)
    exact = {
        name: sum(column.exact for column in each.attributes if column.role == "quasi")
        for name, each in proposals.items()
    }
    assert exact["exact_values"] == max(exact.values())


def test_the_cost_is_told_in_words(proposals: dict[str, Proposal]) -> None:
    every, balanced = proposals["every_row"], proposals["balanced"]
    assert every.words[0] == "All 400 rows stay."
    assert "Removed, because they point to single people: name." in every.words
    assert every.words[-1] == f"Everybody in the file looks like at least {every.k - 1} others."
    assert balanced.removed is not None
    assert balanced.removed.share <= 0.05
    columns = {column.name: column for column in balanced.attributes}
    assert columns["illness"].words == "unchanged"
    assert (columns["name"].kept, columns["name"].words) == (
        0.0,
        "removed, because it points to one person",
    )


def test_a_sample_shows_rows_before_and_after(proposals: dict[str, Proposal]) -> None:
    sample = proposals["exact_values"].sample
    assert len(sample) == 5
    kept = sample[0]
    assert (kept.before["name"] or "").startswith("Ana ")
    assert kept.after is not None
    assert "name" not in kept.after
    assert kept.before["illness"] == kept.after["illness"]
    assert all(row.after is not None for row in proposals["every_row"].sample)


def test_one_is_recommended_by_the_use(proposals: dict[str, Proposal]) -> None:
    plain = [replace(each, recommended=False, reason=None) for each in proposals.values()]
    for use, name in (("statistics", "every_row"), ("learning", "balanced")):
        (chosen,) = [each for each in recommend(plain, ReleaseGoal(use=use)) if each.reason]
        assert (chosen.name, chosen.recommended) == (name, True)


def _proposal(name: str, share: float | None) -> Proposal:
    removed = None if share is None else Removed(int(100 * share), None, share)
    return Proposal(name, name, "", share is not None, 5, (), (), removed, (), ())


def test_nothing_that_does_not_pass_or_removes_many_is_recommended() -> None:
    goal = ReleaseGoal(use="lookup")
    found = [_proposal("every_row", None), _proposal("exact_values", 0.6)]
    found += [_proposal("balanced", 0.05)]
    chosen = [each for each in recommend(found, goal) if each.recommended]
    assert [each.name for each in chosen] == ["balanced"]
    assert "would remove 60 % of the rows" in (chosen[0].reason or "")
    assert recommend(found[:1], goal)[0].recommended is False
    many = [_proposal("exact_values", 0.9), _proposal("balanced", 0.6)]
    assert [each.name for each in recommend(many, goal) if each.recommended] == ["balanced"]


def test_what_cannot_be_met_is_said(tmp_path: Path) -> None:
    with shop(illness=["flu"] * 400) as table:
        releases = table.proposals("public")
    for release in releases:
        proposal = release.proposal
        assert not proposal.passes
        assert proposal.words[0] == "No release of this kind passes every check."
        assert len(proposal.words) > 1
        assert (proposal.removed, proposal.sample, proposal.run) == (None, (), None)
        with pytest.raises(NotFit, match="no release to write"):
            release.write(tmp_path / "no.csv")


def test_people_with_several_rows_are_counted() -> None:
    draw = random.Random(3)
    keys = [f"P{draw.randint(0, 150)}" for _ in range(300)]
    frame = pa.table(
        {
            "patient_id": pa.array(keys),
            "age": pa.array([str(30 + int(key[1:]) % 20) for key in keys]),
            "sex": pa.array(["mf"[int(key[1:]) % 2] for key in keys]),
        }
    )
    with incrowd.open(
        frame, identifier=["patient_id"], quasi=["age", "sex"], ordered=True
    ) as table:
        releases = table.proposals("internal")
    told = {each.proposal.name: each.proposal for each in releases}
    assert told["balanced"].removed is not None
    assert told["balanced"].removed.people is not None
    assert "'patient_id' tells people apart, so people are counted." in told["balanced"].words
    assert releases[2].fit is not None
    assert [change.role for change in releases[2].fit.fitness.changes] == ["person"]


def test_a_column_that_is_not_there_cannot_matter() -> None:
    with shop(40) as table, pytest.raises(UnknownAttribute):
        table.proposals("internal", priority="height")


def test_two_proposals_never_differ_in_name_alone() -> None:
    """A few people stand out whatever is done: exact values and a balance then come out alike."""
    ages = ["30"] * 200 + ["40"] * 196 + ["50", "60", "70", "80"]
    with shop(400, age=ages, sex=["m"] * 400, zip=["1000"] * 400) as table:
        found = table.proposals("partner", use="lookup")
    published = {}
    for each in found:
        assert each.outcome is not None
        recoding = each.outcome.recoding
        kept = recoding.kept
        shown = frozenset(
            zip(recoding.tuples[kept].tolist(), recoding.levels[0][kept].tolist(), strict=True)
        )
        told = [words for words in each.proposal.words if "the same release as" in words]
        assert bool(told) == (shown in published.values()), each.proposal.name
        published[each.proposal.name] = shown
    balanced = next(each for each in found if each.proposal.name == "balanced")
    assert balanced.proposal.passes


def test_a_proposal_without_alternative_names_its_twin() -> None:
    with shop(40, age=["30"] * 40, sex=["m"] * 40, zip=["1000"] * 40) as table:
        found = {each.proposal.name: each.proposal for each in table.proposals("partner")}
    assert found["exact_values"].words[0] == "This is the same release as 'Keep every row'."
    assert found["balanced"].words[0] == "This is the same release as 'Keep every row'."
    assert "same release" not in found["every_row"].words[0]
