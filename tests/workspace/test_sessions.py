"""Data sets come in, are opened, shared and deleted; bad files leave nothing behind."""

from __future__ import annotations

import threading

import pytest
from servers.account import STRANGE
from service.people_data import OWNER

from incrowd.disk_errors import is_full
from incrowd.errors import Cancelled, DiskFull, IncrowdError, NotAllowed, NotFound, NothingToMeasure
from incrowd.journal import AssignRole, Suppress
from incrowd.progress import silent
from incrowd.service.datasets.columns import list_columns
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.opening import open_table
from incrowd.service.datasets.rows import browse, list_risky
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide, undo
from incrowd.service.decisions.hierarchies import show_hierarchy
from incrowd.service.decisions.history import tell_history
from incrowd.workspace import sessions as module
from incrowd.workspace.remote_data import RemoteData
from incrowd.workspace.sessions import DatasetSummary
from incrowd.workspace.users import User


def test_add_and_list(sessions, people):
    told = []
    record = sessions.add(User("ana"), people, "people.csv", lambda step, done: told.append(step))
    assert (record.rows, record.columns, record.owner) == (6, 5, "ana")
    assert sessions.listed(User("ana")) == [DatasetSummary(record, 0)]
    assert sessions.listed(User("bob")) == []
    assert sessions.listed(OWNER) == [DatasetSummary(record, 0)]
    assert "counting who looks alike" in told
    with sessions.open(User("ana"), record.id) as opened:
        decide(opened, Suppress(2))
    assert sessions.listed(OWNER) == [DatasetSummary(record, 1)]
    sessions.close()
    assert sessions.listed(OWNER) == [DatasetSummary(record, 1)]


def test_others_may_not_use_it(sessions, people):
    record = sessions.add(User("ana"), people, "people.csv", silent)
    with pytest.raises(NotAllowed), sessions.open(User("bob"), record.id):
        pass
    with pytest.raises(NotAllowed):
        sessions.delete(User("bob"), record.id)
    with pytest.raises(NotFound):
        sessions.delete(OWNER, "../people")


def test_the_figures_are_those_of_the_file(sessions, people):
    record = sessions.add(OWNER, people, "people.csv", silent)
    with sessions.open(OWNER, record.id) as opened, open_table(people) as direct:
        assert view(opened).risk.to_dict() == direct.risk().without_advice.to_dict()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("a,b\n", "no rows"),
        ("a,a\n1,2\n", "several columns"),
        ("a,b\nx\n", "cell"),
    ],
)
def test_bad_files_leave_nothing(sessions, content, message):
    folder = sessions.workspace.uploads / "x"
    folder.mkdir()
    path = folder / "people.csv"
    path.write_text(content)
    with pytest.raises(IncrowdError, match=message) as caught:
        sessions.add(OWNER, path, "people.csv", silent)
    assert str(sessions.workspace.folder) not in str(caught.value.to_dict())
    assert list(sessions.workspace.datasets.iterdir()) == []


def test_cancelled_while_counting_leaves_nothing(sessions, people):
    def stop(step: str, done: float | None) -> None:
        if step == "ready":
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        sessions.add(OWNER, people, "people.csv", stop)
    assert list(sessions.workspace.datasets.iterdir()) == []


def test_a_full_disk_is_told_as_such(sessions, people, monkeypatch):
    def full(*args: object, **options: object) -> int:
        raise IncrowdError("'people.csv' cannot be read") from OSError(28, "No space left")

    monkeypatch.setattr(module, "store", full)
    with pytest.raises(DiskFull, match="disk is full"):
        sessions.add(OWNER, people, "people.csv", silent)
    assert not is_full(ValueError("other"))


def test_the_longest_unused_is_closed_and_opened_again(sessions, people, monkeypatch):
    monkeypatch.setattr(module, "MOST", 1)
    first, second = (sessions.add(OWNER, people, "people.csv", silent) for _ in range(2))
    with sessions.open(OWNER, first.id) as held:
        with sessions.open(OWNER, second.id):
            pass
        assert view(held).rows == 6
        with sessions.open(OWNER, first.id) as again:
            assert again is held
    with sessions.open(OWNER, second.id) as opened:
        assert view(opened).rows == 6


def test_deleted_while_in_use(sessions, people):
    record = sessions.add(OWNER, people, "people.csv", silent)
    with sessions.open(OWNER, record.id) as opened:
        sessions.delete(OWNER, record.id)
        assert opened.snapshot().classes.rows == 6
    with pytest.raises(NotFound), sessions.open(OWNER, record.id):
        pass
    assert list(sessions.workspace.datasets.iterdir()) == []


def test_many_threads_open_one_data_set_once(sessions, people):
    record = sessions.add(OWNER, people, "people.csv", silent)
    sessions.close()
    seen = []

    def use() -> None:
        with sessions.open(OWNER, record.id) as opened:
            seen.append((opened, view(opened).risk.classes))

    threads = [threading.Thread(target=use) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(opened) for opened, _ in seen}) == 1
    assert len({classes for _, classes in seen}) == 1


def test_the_last_quasi_identifier_may_get_another_role(opened):
    decide(opened, Suppress(2))
    quasi = [name for name, role in view(opened).risk.roles.items() if role == "quasi"]
    for name in quasi:
        decide(opened, AssignRole(name, "insensitive"))
    shown = view(opened)
    assert (shown.risk, shown.preset, shown.revision) == (None, "public", 1 + len(quasi))
    assert {one.height for one in shown.attributes} == {0}
    assert {one.role for one in list_columns(opened)} == {"identifier", "insensitive", "sensitive"}
    for ask in (
        lambda: browse(opened, 0, 10),
        lambda: compare(opened),
        lambda: list_risky(opened, 5),
    ):
        with pytest.raises(NothingToMeasure, match="No column is a quasi-identifier"):
            ask()
    with pytest.raises(NothingToMeasure):
        decide(opened, Suppress(3))
    undo(opened, shown.decisions[-1].id)
    assert view(opened).risk.roles[quasi[-1]] == "quasi"
    assert [one.current for one in tell_history(opened).states][-1]


def test_a_file_without_quasi_identifiers_opens_for_a_person_to_choose(sessions, tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("patient_id\n" + "".join(f"P{n:05}\n" for n in range(50)))
    record = sessions.add(OWNER, path, path.name, silent)
    with sessions.open(OWNER, record.id) as found:
        assert view(found).risk is None
        assert tell_history(found).states == ()
        assert show_hierarchy(found, "patient_id").height >= 1
        decide(found, AssignRole("patient_id", "quasi"))
        assert view(found).risk.uniques == 50
        assert [state.revision for state in tell_history(found).states] == [1]


def test_a_slow_database_keeps_nobody_waiting_but_who_asked_for_it(sessions, people, postgresql):
    postgresql.run(
        "CREATE TABLE visits AS SELECT i % 9 AS age, i % 2 AS sex FROM generate_series(1, 90) i"
    )
    sessions.find_password = lambda user, source: STRANGE
    remote = RemoteData(postgresql.url("visits"), "clinic")
    slow = sessions.add_remote(OWNER, remote, "visits", silent, STRANGE)
    fast = sessions.add(OWNER, people, "people.csv", silent)
    sessions.close()
    rows: list[int] = []

    def ask(dataset_id: str) -> None:
        with sessions.open(OWNER, dataset_id) as opened:
            rows.append(view(opened).rows)

    waiting = [threading.Thread(target=ask, args=[slow.id]) for _ in range(2)]
    with postgresql.locked("visits"):
        for thread in waiting:
            thread.start()
        other = threading.Thread(target=ask, args=[fast.id])
        other.start()
        other.join(30)
        assert rows == [6]
        assert all(thread.is_alive() for thread in waiting)
    for thread in waiting:
        thread.join(30)
    assert rows == [6, 90, 90]
    assert not sessions._opening._locks
