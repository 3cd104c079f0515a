"""A sample says whether combinations are few; where it is wrong, the tally itself stops."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from random import Random

import pytest
from engine_places import open_place

from incrowd.engines import connect
from incrowd.engines.remote import counted, spark
from incrowd.engines.remote.counting import sampling
from incrowd.engines.remote.counting.sampling import guess_kinds
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.errors import CrowdTooLarge

pytestmark = pytest.mark.process

THOUSANDS = "UNNEST(sequence(0, 59)) AS a(x) CROSS JOIN UNNEST(sequence(1, 1000)) AS b(y)"
ROWS = {
    "postgresql": "generate_series(1, 60000) AS g(i)",
    "mariadb": "(SELECT seq AS i FROM seq_1_to_60000) AS g",
    "trino": f"(SELECT x * 1000 + y AS i FROM {THOUSANDS}) AS g",
    "spark": "(SELECT CAST(id AS INT) AS i FROM range(1, 60001, 1, 1)) AS g",
}
CLUSTERS = ("trino", "spark")
AT_RANDOM = ("postgresql",)
"""Others look at the rows that come first."""


@pytest.fixture(
    scope="module",
    params=[
        "postgresql",
        "mariadb",
        *(pytest.param(x, marks=pytest.mark.cluster) for x in CLUSTERS),
    ],
)
def place(request, tmp_path_factory):
    name = request.param
    with open_place(name, request, tmp_path_factory.mktemp("place")) as opened:
        run = request.getfixturevalue(name).run
        database = (opened.home,) if name == "mariadb" else ()
        schema = {"trino": f'memory."{opened.home}".'}.get(name, "")
        columns = "i % 20 AS few, i % 30 AS others, i AS many, floor(i / 2000) AS day"
        for statement in (
            f"CREATE TABLE {schema}numbers AS SELECT {columns} FROM {ROWS[name]} ORDER BY i",
            f"CREATE VIEW {schema}seen AS SELECT * FROM {schema}numbers",
        ):
            run(statement, *database)
        yield opened


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(sampling, "SAMPLED", 20_000)
    monkeypatch.setattr(sampling, "_TOO_FEW", 1_000)
    monkeypatch.setattr(spark.Connection, "engine", replace(spark.ENGINE, counts_unasked=0))


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
        pytest.raises(CrowdTooLarge, match=r"(more than 5,000|about \d+,\d{3}) different"),
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


def test_a_tally_by_numbers_stops_too(place, monkeypatch):
    """Where the values of columns are known, some engines send one number per combination."""
    monkeypatch.setattr(counted, "are_few", lambda *_: True)
    seen: list[Statement] = []
    with closing(connect(place.url("numbers"), most_tuples=50)) as table:
        table.profiles()
        with (
            watch_statements(seen.append),
            pytest.raises(CrowdTooLarge, match="more than 50 different"),
        ):
            table.tally(["few", "others"])
    assert [(each.step, each.rows) for each in seen] == [(TALLY, 51)]


def test_first_rows_of_few_days_do_not_speak_for_all_days(place, monkeypatch):
    """There are 30 days with 60 combinations each; a third of the rows have a third of them."""
    limits: list[float] = []
    monkeypatch.setattr(
        sampling, "guess_kinds", lambda *known: limits.append(guess_kinds(*known)) or limits[-1]
    )
    with closing(connect(place.url("numbers"), most_tuples=1_500)) as table:
        for name in ("few", "others", "day"):
            table.profile(name)
        seen: list[Statement] = []
        with watch_statements(seen.append), pytest.raises(CrowdTooLarge):
            table.tally(["few", "others", "day"])
    assert [each.step for each in seen] == [SAMPLE, ALL]
    first = place.address.partition(":")[0] not in AT_RANDOM
    assert (limits[0] <= 750) == first  # alone, they would have let it pass


def test_a_view_is_counted_too(place):
    with closing(connect(place.url("seen"), most_tuples=5_000)) as table:
        found, asked = steps(table, ["few", "others"])
    assert found == 60
    assert asked in ([SAMPLE, TALLY], [ALL, TALLY])  # PostgreSQL takes no sample of a view


IN_SPARK = pytest.mark.parametrize(
    "place", [pytest.param("spark", marks=pytest.mark.cluster)], indirect=True
)


@pytest.fixture
def spark_table(place, monkeypatch):
    """A table of Spark with few enough rows to be counted without an estimate."""
    monkeypatch.setattr(spark.Connection, "engine", replace(spark.ENGINE, counts_unasked=60_000))
    with closing(connect(place.url("numbers"), most_tuples=5_000)) as table:
        yield table


@IN_SPARK
def test_spark_counts_a_small_table_right_away(spark_table):
    assert steps(spark_table, ["few", "others"]) == (60, [TALLY])


@IN_SPARK
def test_spark_says_how_many_combinations_made_it_stop(spark_table):
    seen: list[Statement] = []
    with (
        watch_statements(seen.append),
        pytest.raises(CrowdTooLarge, match=r"about 60,000 different") as refused,
    ):
        spark_table.tally(["few", "many"])
    counted_steps = [(each.step, each.rows) for each in seen if each.step != "counting rows"]
    assert counted_steps == [(TALLY, 5_001), (ALL, 1)]
    assert refused.value.size is not None
    assert not refused.value.size.stopped


@IN_SPARK
def test_spark_estimates_first_where_there_are_more_rows(spark_table, monkeypatch):
    monkeypatch.setattr(spark.Connection, "engine", replace(spark.ENGINE, counts_unasked=59_999))
    assert steps(spark_table, ["few", "others"]) == (60, [SAMPLE, TALLY])


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
