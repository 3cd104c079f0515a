"""A result is checked for leaks without asking: against counting by hand, and what is not said."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from incrowd.engines.query.query_session import Limits
from incrowd.errors import Cancelled
from incrowd.progress import silent
from incrowd.service.queries import leak_check
from incrowd.service.queries.leak_check import look_for_leaks
from incrowd.service.queries.queries import Place, Query, QuerySessions, carry_out
from incrowd.workspace.sources import Sources
from service.people_data import OWNER, PEOPLE
from service.stored_copies import add_copy


@pytest.fixture
def ask(sessions, people, tmp_path):
    """Run a query on the small table of people, and check its result."""
    query_sessions = QuerySessions(sessions, Sources(tmp_path), Limits(seconds=3600, tables=3))
    query_sessions.add_table(OWNER, "t", Place(dataset=add_copy(sessions, people).id), silent)

    def check(sql: str, progress=silent, seconds: float = leak_check.SECONDS):
        with query_sessions.using(OWNER) as own:
            answer = own.answer(carry_out(own, Query(sql), silent))
            return look_for_leaks(answer, progress, seconds)

    yield check
    query_sessions.close()


def test_who_is_alone_and_what_facts_tell_is_counted(ask) -> None:
    report = ask("SELECT age, sex, disease FROM t")
    rows = [tuple(line.split(",")[1:4]) for line in PEOPLE.strip().splitlines()[1:]]
    counts = Counter(row[:2] for row in rows)
    alone = sum(counts[row[:2]] == 1 for row in rows)
    certain = sum(_is_certain(row, rows) for row in rows)
    assert report.status == "leak"
    assert (report.alone, report.counted, report.person) == (alone, 6, None)
    (column,) = report.columns
    assert (column.column, column.certain) == ("disease", certain)
    assert report.complete
    assert report.sentences[0] == "4 of 6 rows are like no other in 'age', 'sex'."
    assert not any("safe" in sentence for sentence in report.sentences)


def _is_certain(row: tuple[str, ...], rows: list[tuple[str, ...]]) -> bool:
    """Whether up to two facts about somebody leave one disease."""
    for size in (1, 2):
        for places in combinations(range(2), size):
            fitting = [other for other in rows if all(other[p] == row[p] for p in places)]
            if len({other[2] for other in fitting}) == 1:
                return True
    return False


def test_what_was_not_checked_is_said_and_nothing_is_called_safe(ask) -> None:
    report = ask("SELECT sex FROM t")
    assert (report.status, report.alone, report.complete) == ("none_found", 0, True)
    assert report.sentences == (
        "0 of 6 rows are like no other in 'sex'.",
        "No column looks sensitive, so what else somebody learns was not checked.",
        "That does not mean that anybody is safe.",
    )
    report = ask("SELECT disease FROM t")
    assert (report.status, report.alone) == ("unchecked", None)
    assert report.sentences[0].startswith("Nothing was checked")
    report = ask("SELECT age, disease FROM t WHERE age > 100")
    assert report.status == "unchecked"
    assert report.sentences == ("The result has no rows, so nothing was checked.",)


def test_when_time_is_over_what_is_missing_is_named(ask, monkeypatch) -> None:
    report = ask("SELECT sex, disease FROM t", seconds=-1)
    assert (report.status, report.columns, report.complete) == ("unchecked", (), False)
    assert report.sentences == (
        "The check took too long and stopped: 'disease' was not checked to the end.",
        "That does not mean that anybody is safe.",
    )


def test_whoever_cancels_stops_it(ask) -> None:
    def cancel(step: str, done: float | None) -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        ask("SELECT age, disease FROM t", cancel)


def test_only_the_first_sensitive_columns_are_checked_and_that_is_said(ask, monkeypatch) -> None:
    monkeypatch.setattr(leak_check, "MOST_SENSITIVE", 1)
    report = ask("SELECT sex, disease, pay FROM t")
    assert [each.column for each in report.columns] == ["disease"]
    assert not report.complete
    assert "Further sensitive columns were not checked." in report.sentences
