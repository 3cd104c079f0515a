"""A sample says whether combinations are few; where it is wrong, the tally itself stops."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest
from engine_places import open_place

from incrowd.engines import connect
from incrowd.engines.remote import counted
from incrowd.engines.remote.counting import sampling
from incrowd.engines.remote.counting.sampling import guess_kinds
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.errors import CrowdTooLarge

pytestmark = pytest.mark.process

ROWS = {
    "postgresql": "generate_series(1, 60000) AS g(i)",
    "mariadb": "(SELECT seq AS i FROM seq_1_to_60000) AS g",
}


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def place(request, tmp_path_factory):
    with open_place(request.param, request, tmp_path_factory.mktemp("place")) as opened:
        run = request.getfixturevalue(request.param).run
        database = () if request.param == "postgresql" else (opened.home,)
        columns = "i % 20 AS few, i % 30 AS others, i AS many"
        run(f"CREATE TABLE numbers AS SELECT {columns} FROM {ROWS[request.param]}", *database)
        run("CREATE VIEW seen AS SELECT * FROM numbers", *database)
        yield opened


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(sampling, "SAMPLED", 20_000)
    monkeypatch.setattr(sampling, "_TOO_FEW", 1_000)


def steps(table, names):
    seen: list[Statement] = []
    with watch_statements(seen.append):
        found = table.tally(names).num_rows
    return found, [each.step for each in seen if each.step != "counting rows"]


SAMPLE, ALL, TALLY = (
    "estimating from some rows",
    "estimating the number of combinations",
    "counting combinations",
)


def test_few_combinations_are_counted_once(place):
    with closing(connect(place.url("numbers"), most_tuples=5_000)) as table:
        assert steps(table, ["few", "others"]) == (60, [SAMPLE, TALLY])
        assert steps(table, ["few"]) == (20, [TALLY])  # asked once for all of them


def test_many_combinations_are_refused_before_they_are_fetched(place):
    seen: list[Statement] = []
    with (
        closing(connect(place.url("numbers"), most_tuples=5_000)) as table,
        watch_statements(seen.append),
        pytest.raises(CrowdTooLarge, match="more than 5,000 different"),
    ):
        table.tally(["few", "many"])
    assert [each.step for each in seen] == [SAMPLE, ALL]
    assert all(each.rows == 1 for each in seen)


def test_where_the_sample_is_wrong_the_tally_stops(place, monkeypatch):
    monkeypatch.setattr(counted, "are_few", lambda *_: True)
    seen: list[Statement] = []
    with (
        closing(connect(place.url("numbers"), most_tuples=5_000)) as table,
        watch_statements(seen.append),
        pytest.raises(CrowdTooLarge, match="more than 5,000 different"),
    ):
        table.tally(["many"])
    assert [(each.step, each.rows) for each in seen] == [(TALLY, 5_001)]


def test_a_view_is_counted_too(place):
    with closing(connect(place.url("seen"), most_tuples=5_000)) as table:
        found, asked = steps(table, ["few", "others"])
    assert found == 60
    assert asked in ([SAMPLE, TALLY], [ALL, TALLY])  # PostgreSQL takes no sample of a view


@pytest.mark.parametrize("kinds", [50, 5_000, 500_000])
def test_a_guess_is_within_what_its_authors_promise(kinds):
    draw, rows, seen = Random(3), 1_000_000, 10_000
    numbers = [draw.randrange(kinds) for _ in range(rows)]
    sample = draw.sample(numbers, seen)
    counts: dict[int, int] = {}
    for number in sample:
        counts[number] = counts.get(number, 0) + 1
    singles = sum(count == 1 for count in counts.values())
    guessed, true = guess_kinds(rows, seen, len(counts), singles), len(set(numbers))
    most_off = 2 * (rows / seen) ** 0.5
    assert true / most_off <= guessed <= true * most_off
