"""Tables of very many rows: no mark per row, each column read once, memory that one can set."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pytest
from engine_rows import Opener, Writer
from stored_rows import Keeper, Row, tuples_of

from incrowd.engines.duckdb.session import MEMORY, Session, watch
from incrowd.engines.stored import table as stored_table
from incrowd.engines.stored.page import Recoding
from incrowd.engines.stored.writing import write
from incrowd.errors import Cancelled, InvalidParameter
from incrowd.progress import silent

NAMES = ["age", "sex", "note"]
AGES = Recoding(("30", "40", None), ("old", "old", "missing"))


def random_rows(seed: int, rows: int = 200) -> list[Row]:
    draw = random.Random(seed)
    return [
        (draw.choice(["30", "40", None]), draw.choice(["f", "m"]), draw.choice("abc"))
        for _ in range(rows)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_combinations_say_the_same_as_marks_of_rows(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    rows = random_rows(seed)
    draw = random.Random(seed)
    judged = {key: (draw.random() < 0.6, 3) for key in {row[:2] for row in rows}}
    state = tuples_of(["age", "sex"], judged)
    answers = []
    for many in (10**9, 10):  # by marks of rows, then by combinations
        monkeypatch.setattr(stored_table, "MANY_ROWS", many)
        table = kept(rows, NAMES)
        target = tmp_path / f"out{many}.csv"
        written = write(table, target, "csv", NAMES, {"age": AGES}, state)
        counted = table.count_published_tuples(NAMES, {"age": AGES}, state)
        lines = sorted(zip(*counted.to_pydict().values(), strict=True), key=str)
        answers.append(
            (
                written,
                target.read_bytes(),
                lines,
                table.count_published({}, state),
                table.count_texts(["note"], {}, state),
                [batch.to_pylist() for batch in table.published_batches(NAMES, {}, state)],
            )
        )
    assert answers[0] == answers[1]
    assert answers[0][0] == sum(judged[row[:2]][0] for row in rows)


def test_classes_of_other_data_are_refused(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stored_table, "MANY_ROWS", 1)
    table = kept([("30", "f", "a"), ("40", "m", "b")], NAMES)
    state = tuples_of(["age", "sex"], {("30", "f"): (True, 1)})
    with pytest.raises(InvalidParameter, match="1 rows, but the table has 2"):
        write(table, tmp_path / "out.csv", "csv", NAMES, {}, state)
    assert not (tmp_path / "out.csv").exists()


def test_each_column_is_read_once(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The distinct values are kept aside; whatever else is asked is asked of them."""
    frame = pa.table({"many": [f"value {number}" for number in range(3_000)]})
    source = opened(frame)
    asked: list[str] = []
    run, rows = Session.run, Session.rows
    monkeypatch.setattr(
        Session, "run", lambda self, sql, *rest: (asked.append(sql), run(self, sql, *rest))[1]
    )
    monkeypatch.setattr(Session, "rows", lambda self, sql: (asked.append(sql), rows(self, sql))[1])
    (profile,) = source.profiles()
    assert profile.distinct == 3_000
    assert sum("FROM data" in sql for sql in asked) == 1


def test_memory_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for asked, shown in (("256MB", "244.1 MiB"), ("1GiB", "1.0 GiB")):
        monkeypatch.setenv(MEMORY, asked)
        session = Session(silent)
        assert session.rows("SELECT current_setting('memory_limit')") == [(shown,)]
        session.close()


@pytest.mark.parametrize("asked", ["much", "8", "-1GB", "1GB'; DROP TABLE data"])
def test_memory_that_is_no_amount_is_refused(
    opened: Opener, written: Writer, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setenv(MEMORY, asked)
    with pytest.raises(InvalidParameter, match="is not an amount of memory"):
        opened(written("a,b\n1,2\n"))


def test_usually_two_gigabytes_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MEMORY, raising=False)
    session = Session(silent)
    ((limit,),) = session.rows("SELECT current_setting('memory_limit')")
    session.close()
    assert limit in ("2.0 GiB",) or limit.endswith("MiB")


def test_reading_may_take_more_memory_than_what_comes_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(MEMORY, raising=False)
    monkeypatch.setattr("os.sysconf", lambda name: {"SC_PAGE_SIZE": 4096}.get(name, 6 << 18))
    asked = "SELECT current_setting('memory_limit')"
    with closing(Session(silent)) as session:
        with session.reading():
            assert session.rows(asked) == [("3.0 GiB",)]
        assert session.rows(asked) == [("2.0 GiB",)]


def test_memory_that_was_asked_for_also_holds_while_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(MEMORY, "1GiB")
    with closing(Session(silent)) as session, session.reading():
        assert session.rows("SELECT current_setting('memory_limit')") == [("1.0 GiB",)]


def test_a_cursor_tells_how_far_it_is_and_can_be_stopped() -> None:
    session = Session(silent)
    told: list[tuple[str, float | None]] = []

    def listen(step: str, done: float | None) -> None:
        told.append((step, done))
        if len(told) == 3:
            raise Cancelled("stop")

    slow = "SELECT count(*) FROM range(100000) AS a(x), range(10000000) AS b(y) WHERE x + y = -1"
    with session.connection.cursor() as cursor:
        with pytest.raises(Cancelled):
            watch(cursor, lambda: cursor.execute(slow).fetchall(), "sorting", listen)
        assert cursor.execute("SELECT 42").fetchall() == [(42,)]
    session.close()
    assert [step for step, _ in told] == ["sorting"] * 3
    assert all(done is None or 0 <= done <= 1 for _, done in told)
