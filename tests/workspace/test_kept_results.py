"""Results about linked data sets: who is told of them, and when they go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from incrowd.errors import NotAllowed, NotFound
from incrowd.language import say
from incrowd.workspace.folder import Workspace
from incrowd.workspace.kept_results import KeptResults
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User, owner

ANA, BOB, ROOT = User("ana"), User("bob"), owner()
GONE = (say("There is no such advice."), say("Ask for it again."))


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[Sessions]:
    workspace = Workspace(tmp_path)
    yield Sessions(workspace)
    workspace.close()


def make(sessions: Sessions, user: User) -> str:
    """A data set of somebody, of which nothing but the record is there."""
    return sessions.workspace.create("people.csv", user.name, lambda folder: (3, 2)).id


@pytest.fixture
def results(sessions: Sessions) -> KeptResults[str]:
    return KeptResults(sessions, 3, GONE)


def test_a_result_is_fetched_by_its_name(sessions: Sessions, results: KeptResults[str]) -> None:
    dataset = make(sessions, ANA)
    name = results.keep(ANA, (dataset,), "advice")
    assert results.get(ANA, name) == results.get(ROOT, name) == "advice"


def test_nobody_else_learns_that_a_result_exists(
    sessions: Sessions, results: KeptResults[str]
) -> None:
    name = results.keep(ANA, (make(sessions, ANA),), "advice")
    for guess in (name, "0" * 16, "../x"):
        with pytest.raises(NotFound, match="no such advice") as refusal:
            results.get(BOB, guess)
        assert refusal.value.hint == "Ask for it again."


def test_a_result_goes_with_the_right_to_see_its_data(
    sessions: Sessions, results: KeptResults[str]
) -> None:
    """Bob asked about a data set that was shared with him, and is not any more."""
    dataset = make(sessions, ANA)
    name = results.keep(User("bob", {dataset: Right.VIEW}), (dataset,), "advice")
    with pytest.raises(NotAllowed):
        results.get(BOB, name)


def test_deleting_one_of_its_data_sets_ends_a_result(
    sessions: Sessions, results: KeptResults[str]
) -> None:
    first, second = make(sessions, ANA), make(sessions, ANA)
    both = results.keep(ANA, (first, second), "both")
    alone = results.keep(ANA, (second,), "alone")
    sessions.delete(ANA, first)
    with pytest.raises(NotFound):
        results.get(ANA, both)
    assert results.get(ANA, alone) == "alone"


def test_nothing_is_kept_of_a_data_set_that_is_gone_already(
    sessions: Sessions, results: KeptResults[str]
) -> None:
    dataset = make(sessions, ANA)
    sessions.delete(ANA, dataset)
    with pytest.raises(NotFound, match="no such data set"):
        results.keep(ANA, (dataset,), "advice", question="q")
    assert results.named(ANA, "q") is None


def test_the_same_question_of_the_same_person_finds_the_latest_answer(
    sessions: Sessions, results: KeptResults[str]
) -> None:
    dataset = make(sessions, ANA)
    results.keep(ANA, (dataset,), "old", question=("link", 1))
    latest = results.keep(ANA, (dataset,), "new", question=("link", 1))
    results.keep(ANA, (dataset,), "other", question=("link", 2))
    assert results.named(ANA, ("link", 1)) == latest
    assert results.named(ROOT, ("link", 1)) is None
    assert results.named(ANA, ("link", 3)) is None


def test_the_oldest_result_makes_room(sessions: Sessions, results: KeptResults[str]) -> None:
    dataset = make(sessions, ANA)
    names = [results.keep(ANA, (dataset,), str(number)) for number in range(4)]
    with pytest.raises(NotFound):
        results.get(ANA, names[0])
    assert [results.get(ANA, name) for name in names[1:]] == ["1", "2", "3"]
