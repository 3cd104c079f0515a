"""Several people look at one table at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import pytest
from stored_rows import Keeper, Row, Twin, tuples_of

from incrowd.engines.stored.page import Filter, PageRequest, Recoding
from incrowd.engines.stored.table import TableCache

ROWS: list[Row] = [(str(n % 90), "abc"[n % 3], str(n)) for n in range(3_000)]
NAMES = ["age", "group", "id"]


def _requests() -> list[PageRequest]:
    """Sixteen different states, more than stay at hand, each with sorting and filtering."""
    ages = tuple(str(n) for n in range(90))
    requests = []
    for size in range(16):
        bands = Recoding(ages, tuple(f"{n // (size + 2)}-" for n in range(90)))
        judged = {(each,): (each != "abc"[size % 3], size) for each in "abc"}
        requests.append(
            PageRequest(
                offset=size * 10,
                recodings={"age": bands},
                kept=tuples_of(["group"], judged),
                sort="id" if size % 2 else "age",
                filters=(Filter("id", "at_least", str(size)),) if size % 4 else (),
            )
        )
    return requests


@pytest.mark.slow
def test_eight_threads_page_one_table(kept: Keeper) -> None:
    table = kept(ROWS, NAMES)
    requests = _requests()
    wanted = [_twin(table.profiles(), request) for request in requests]
    together = Barrier(8)

    def look(thread: int) -> int:
        together.wait()
        right = 0
        for turn in range(16):
            place = (turn * 5 + thread * 3) % 16
            right += table.page(requests[place]) == wanted[place]
            assert len(table.tally(["group"])) == 3
        return right

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(look, range(8))) == [16] * 8


def _twin(profiles: object, request: PageRequest) -> object:
    judged = {(row["group"],): (row["kept"], row["size"]) for row in request.kept.table.to_pylist()}
    return Twin(ROWS, profiles, judged, ["group"]).page(request)


def test_a_page_does_not_wait_for_a_long_count(kept: Keeper) -> None:
    table = kept(ROWS, NAMES)
    begun, stopped = Event(), Event()

    def progress(step: str, done: float | None) -> None:
        begun.set()
        if stopped.is_set():
            raise KeyboardInterrupt

    slow = "SELECT count(*) FROM range(30000000) a, range(3000) b WHERE hash(a.range) = b.range"

    def count() -> None:
        with pytest.raises(KeyboardInterrupt):
            table.session.run(slow, "counting", progress)

    thread = Thread(target=count)
    thread.start()
    begun.wait()
    assert table.page(PageRequest(limit=1)).rows[0].cells == ROWS[0]
    assert thread.is_alive()
    stopped.set()
    thread.join()


def _shelf(most: int) -> tuple[TableCache[str], list[str]]:
    there: list[str] = []
    return TableCache("t", lambda thing, name: there.append(name), there.remove, most), there


def test_a_shelf_makes_a_table_once_and_drops_the_longest_unused() -> None:
    shelf, there = _shelf(2)
    for thing in "abacad":
        with shelf.table(thing) as name:
            assert name in there
    assert there == ["t_0", "t_3"]


def test_a_shelf_drops_nothing_that_is_in_use() -> None:
    shelf, there = _shelf(1)
    with shelf.table("a") as first:
        for thing in "bcd":
            with shelf.table(thing):
                assert first in there
        assert there == [first]
    with shelf.table("e") as last:
        pass
    assert there == [last]


def test_a_shelf_keeps_nothing_that_could_not_be_made() -> None:
    def fail(thing: str, name: str) -> None:
        raise ValueError(thing)

    shelf: TableCache[str] = TableCache("t", fail, print, 1)
    for _ in range(2):
        with pytest.raises(ValueError, match="a"), shelf.table("a"):
            pass
