"""Joins of distinct combinations agree with joins of rows one by one."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, closing

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from slow_joins import NAMES, joined, slow_join

from incrowd.engines import ROWS, connect
from incrowd.engines.duckdb.session import Session
from incrowd.engines.joins.join import Column, Join, JoinCondition, Range
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.errors import Cancelled, EngineError, InvalidParameter, UnknownAttribute, UnknownName


def opened(stack, rows):
    columns = {name: pa.array([row[name] for row in rows], pa.string()) for name in NAMES}
    return stack.enter_context(closing(connect(pa.table(columns))))


def counted(table):
    names = [name for name in table.column_names if name != ROWS]
    return {tuple(row[name] for name in names): row[ROWS] for row in table.to_pylist()}


@pytest.mark.slow
@settings(max_examples=scaled(60), deadline=None)
@given(joined(), st.data())
def test_combinations_and_pages_are_those_of_all_rows(given_sources, data):
    sources, joins = given_sources
    slow = slow_join(sources, joins)
    all_columns = [Column(source, name) for source in range(len(sources)) for name in NAMES]
    columns = data.draw(st.lists(st.sampled_from(all_columns), min_size=1, max_size=4, unique=True))
    expected = Counter(tuple(row[one.source].get(one.name) for one in columns) for row in slow)
    with ExitStack() as stack:
        opened_sources = [opened(stack, rows) for rows in sources]
        fast = stack.enter_context(closing(JoinedSources(opened_sources)))
        assert counted(fast.tally(joins, columns)) == expected
        assert fast.count(joins) == len(slow)
        size = data.draw(st.integers(1, 9))
        pages = [fast.page(joins, columns, start, size) for start in range(0, len(slow) + 1, size)]
        rows = [tuple(row.values()) for page in pages for row in page.to_pylist()]
        assert Counter(rows) == expected
        again = fast.page(joins, columns, 0, len(slow) + 5)
        assert [tuple(row.values()) for row in again.to_pylist()] == rows


@pytest.mark.slow
@settings(max_examples=scaled(60), deadline=None)
@given(joined(), st.data())
def test_who_has_a_partner_is_told_by_rows_not_by_what_is_missing(given_sources, data):
    sources, joins = given_sources
    for rows in sources:
        for number, row in enumerate(rows):
            row["#"] = number  # which row it is, unseen by the engine
    slow = slow_join(sources, joins)
    all_columns = [Column(source, name) for source in range(len(sources)) for name in NAMES]
    columns = data.draw(st.lists(st.sampled_from(all_columns), min_size=1, max_size=4, unique=True))
    shown = [tuple(row[one.source].get(one.name) for one in columns) for row in slow]
    there = [tuple("#" in one for one in row) for row in slow]
    with ExitStack() as stack:
        opened_sources = [opened(stack, rows) for rows in sources]
        fast = stack.enter_context(closing(JoinedSources(opened_sources)))
        marked = fast.tally_with_partners(joins, columns)
        told = Counter()
        for place, (row, weight) in enumerate(_rows_of(marked.table)):
            found = [marked.combination.get(n) for n in range(len(sources))]
            told[row, tuple(one is None or one[place] >= 0 for one in found)] += weight
        assert told == Counter(zip(shown, there, strict=True))
        page = fast.page_with_partners(joins, columns, 0, len(slow) + 1)
        told = Counter(
            (row, tuple(page.combination[n][place] >= 0 for n in range(len(sources))))
            for place, (row, _) in enumerate(_rows_of(page.table))
        )
        assert told == Counter(zip(shown, there, strict=True))
        _check_numbers(
            fast.tally_with_partners(joins, columns, numbered=True), sources, slow, shown
        )


def _rows_of(table):
    names = [name for name in table.column_names if name != ROWS]
    return [(tuple(row[name] for name in names), row[ROWS]) for row in table.to_pylist()]


def _check_numbers(numbered, sources, slow, shown):
    """For every text that is shown, the rows of each source that stand beside it."""
    rows = _rows_of(numbered.table)
    assert Counter(shown) == sum((Counter({row: n}) for row, n in rows), Counter())
    for source, counts in enumerate(numbered.rows):
        assert counts.sum() == len(sources[source])
        for text in set(shown):
            combinations = {
                int(numbered.combination[source][place])
                for place, (row, _) in enumerate(rows)
                if row == text
            }
            known = {
                row[source].get("#", -1)
                for row, each in zip(slow, shown, strict=True)
                if each == text
            }
            assert (-1 in combinations) == (-1 in known)
            told = sum(int(counts[number]) for number in combinations - {-1})
            assert told == len(known - {-1})


def frame(**columns):
    return connect(pa.table({name: pa.array(cells) for name, cells in columns.items()}))


@pytest.fixture
def hospital():
    with closing(
        frame(
            zip=["130**", "14850", "14850", None],
            low=["20", "30", None, None],
            high=["29", None, "17", None],
            age=[1, 2, 3, 4],
        )
    ) as source:
        yield source


@pytest.fixture
def registry():
    with closing(frame(zip=["13012", "14850", None], name=["Ann", "Bob", "Cid"])) as source:
        yield source


ZIP = JoinCondition(Column(0, "zip"), Column(1, "zip"))
PAIRS = pa.table({"left": ["130**", "130**", "14850"], "right": ["13012", "13012", "14850"]})
COVERED = JoinCondition(Column(0, "zip"), Column(1, "zip"), PAIRS)


def test_columns_are_named_by_their_source_and_outer_rows_are_missing(hospital, registry):
    with closing(JoinedSources([hospital, registry])) as both:
        table = both.tally([Join("full", (ZIP,))], [Column(0, "zip"), Column(1, "name")])
    assert table.column_names == ["1.zip", "2.name", ROWS]
    assert counted(table) == {
        ("14850", "Bob"): 2,
        ("130**", None): 1,
        (None, None): 1,
        (None, "Ann"): 1,
        (None, "Cid"): 1,
    }


def test_a_pair_that_is_told_twice_counts_once(hospital, registry):
    with closing(JoinedSources([hospital, registry])) as both:
        assert both.count([Join("inner", (COVERED,))]) == 3


def test_ranges_are_made_of_two_columns(hospital, registry):
    with closing(JoinedSources([hospital, registry], [Range(0, "years", "low", "high")])) as both:
        years = Column(0, "years")
        assert both.values(years) == ["20-29", "<=17", ">=30", None]
        table = both.tally([Join("cross")], [years])
        assert counted(table) == {("20-29",): 3, (">=30",): 3, ("<=17",): 3, (None,): 3}
        page = both.page([Join("cross")], [years, Column(1, "name")], 0, 100)
        assert Counter(page["1.years"].to_pylist()) == {"20-29": 3, ">=30": 3, "<=17": 3, None: 3}


def test_a_range_can_be_joined_on(hospital):
    with closing(frame(years=["20-29", "20-29", "5"], name=["a", "b", "c"])) as other:
        on = JoinCondition(Column(0, "span"), Column(1, "years"))
        with closing(JoinedSources([hospital, other], [Range(0, "span", "low", "high")])) as both:
            columns = [Column(0, "age"), Column(1, "name")]
            page = both.page([Join("inner", (on,))], columns, 0, 9)
            assert sorted(page["2.name"].to_pylist()) == ["a", "b"]


def test_values_are_texts_whatever_the_type_and_missing_comes_last(hospital):
    with closing(JoinedSources([hospital])) as one:
        assert one.values(Column(0, "age")) == ["1", "2", "3", "4"]
        assert one.values(Column(0, "zip")) == ["130**", "14850", None]


def test_one_source_alone_is_a_join_too(hospital):
    with closing(JoinedSources([hospital])) as one:
        assert one.count([]) == 4
        assert counted(one.tally([], [Column(0, "zip")])) == {
            ("130**",): 1,
            ("14850",): 2,
            (None,): 1,
        }
        assert one.tally([], [])[ROWS].to_pylist() == [4]


def test_names_with_quotes_and_other_capitals_are_names(registry):
    strange = 'zip"; DROP TABLE s0_0; --'
    with closing(frame(**{strange: ["14850", "x"], "Zip": ["1", "2"], "zip": ["3", "4"]})) as odd:
        on = JoinCondition(Column(0, strange), Column(1, "zip"))
        with closing(JoinedSources([odd, registry])) as both:
            columns = [Column(0, strange), Column(0, "Zip"), Column(0, "zip"), Column(1, "name")]
            page = both.page([Join("inner", (on,))], columns, 0, 9)
            assert page.to_pylist() == [
                {f"1.{strange}": "14850", "1.Zip": "1", "1.zip": "3", "2.name": "Bob"}
            ]


def test_values_with_quotes_are_looked_up_as_they_are():
    keys = ["it's", "a'); DROP TABLE data; --"]
    with ExitStack() as stack:
        left = stack.enter_context(closing(frame(k=keys, v=["1", "2"])))
        right = stack.enter_context(closing(frame(k=keys, w=["3", "4"])))
        both = stack.enter_context(closing(JoinedSources([left, right])))
        on = JoinCondition(Column(0, "k"), Column(1, "k"))
        page = both.page([Join("inner", (on,))], [Column(0, "v"), Column(1, "w")], 0, 9)
        assert sorted(page["1.v"].to_pylist()) == ["1", "2"]


@pytest.mark.slow
def test_ten_tables_across_are_refused_by_their_number():
    with ExitStack() as stack:
        hundred = stack.enter_context(closing(frame(v=[str(each) for each in range(100)])))
        many = stack.enter_context(closing(JoinedSources([hundred] * 10)))
        cross = [Join("cross")] * 9
        with pytest.raises(InvalidParameter, match="more than 20,000,000") as caught:
            many.tally(cross, [Column(each, "v") for each in range(10)])
        assert "Join on more columns" in caught.value.hint
        with pytest.raises(InvalidParameter, match="too many rows to count"):
            many.count(cross)


def test_rows_of_many_tables_are_paged_without_making_them():
    with ExitStack() as stack:
        hundred = stack.enter_context(closing(frame(v=[str(each) for each in range(100)])))
        many = stack.enter_context(closing(JoinedSources([hundred] * 9)))
        cross = [Join("cross")] * 8
        assert many.count(cross) == 100**9
        page = many.page(cross, [Column(0, "v"), Column(8, "v")], 10**17, 250)
        assert len(page) == 250
        assert len(set(page["1.v"].to_pylist())) == 1
        assert len(set(page["9.v"].to_pylist())) == 100


def test_a_limit_of_combinations_can_be_given(hospital, registry):
    with closing(JoinedSources([hospital, registry], most=3)) as both:
        with pytest.raises(InvalidParameter, match="more than 3 different"):
            both.tally([Join("cross")], [Column(0, "age"), Column(1, "name")])
        assert both.count([Join("cross")]) == 12


@pytest.mark.parametrize(
    ("joins", "error", "said"),
    [
        ([], InvalidParameter, "2 sources need 1 joins, not 0"),
        ([Join("inner")], InvalidParameter, "join of source 2 names no columns"),
        ([Join("cross", (ZIP,))], InvalidParameter, "no conditions"),
        ([Join("outer", (ZIP,))], UnknownName, "no join 'outer'"),
        (
            [Join("inner", (JoinCondition(Column(1, "zip"), Column(0, "zip")),))],
            InvalidParameter,
            "earlier",
        ),
        (
            [Join("inner", (JoinCondition(Column(0, "zpi"), Column(1, "zip")),))],
            UnknownAttribute,
            "Source 1, 'frame', has no column 'zpi'",
        ),
    ],
)
def test_what_cannot_be_joined_is_said(hospital, registry, joins, error, said):
    with closing(JoinedSources([hospital, registry])) as both:
        with pytest.raises(error) as caught:
            both.count(joins)
        assert said in f"{caught.value.message} {caught.value.hint}"


def test_a_page_before_the_first_row_or_a_column_twice_is_refused(hospital):
    with closing(JoinedSources([hospital])) as one:
        with pytest.raises(InvalidParameter, match="does not exist"):
            one.page([], [Column(0, "zip")], -1, 5)
        with pytest.raises(InvalidParameter, match=r"'1\.zip' is asked for more than once"):
            one.tally([], [Column(0, "zip"), Column(0, "zip")])
        with pytest.raises(InvalidParameter, match="no source 2"):
            one.values(Column(1, "zip"))


def test_progress_can_stop_a_join_and_the_next_one_works():
    def stop(step, done):
        raise Cancelled("Stopped.", "")

    numbers = [str(each) for each in range(4_000)]
    with closing(frame(v=numbers)) as one, closing(JoinedSources([one, one])) as both:
        with pytest.raises(Cancelled):
            both.tally([Join("cross")], [Column(0, "v"), Column(1, "v")], stop)
        assert both.count([Join("cross")]) == 16_000_000


@pytest.mark.slow
def test_large_groups_are_paged_too():
    many = frame(k=["x"] * 30_000 + ["y"], v=[str(each) for each in range(30_001)])
    with ExitStack() as stack:
        left = stack.enter_context(closing(many))
        right = stack.enter_context(closing(frame(k=["x", "y"], w=["1", "2"])))
        both = stack.enter_context(closing(JoinedSources([left, right])))
        joins = [Join("inner", (JoinCondition(Column(0, "k"), Column(1, "k")),))]
        columns = [Column(0, "v"), Column(1, "w")]
        seen = [both.page(joins, columns, start, 10_000) for start in range(0, 40_000, 10_000)]
        rows = [row["1.v"] for page in seen for row in page.to_pylist()]
        assert sorted(rows, key=int) == [str(each) for each in range(30_001)]


def test_what_is_closed_says_so(hospital):
    one = JoinedSources([hospital])
    one.close()
    one.close()
    with pytest.raises(EngineError, match="closed"):
        one.count([])


def test_a_source_that_is_not_duckdb_is_joined_by_its_counts(hospital, registry):
    class Foreign:
        name, rows = "foreign", registry.rows
        tally, profiles, close = registry.tally, registry.profiles, registry.close

    with closing(JoinedSources([hospital, Foreign()])) as both:
        joins = [Join("left", (COVERED,))]
        page = both.page(joins, [Column(0, "age"), Column(1, "name")], 0, 9)
        assert sorted(map(str, page["2.name"].to_pylist())) == ["Ann", "Bob", "Bob", "None"]


@pytest.mark.slow
def test_old_joins_are_forgotten_and_their_tables_dropped(hospital, registry):
    with closing(JoinedSources([hospital, registry])) as both:
        for kind in ("inner", "left", "right", "full") * 3:
            for on in (ZIP, COVERED):
                both.count([Join(kind, (on,))])
        session: Session = both._session
        names = [name for (name,) in session.rows("SELECT table_name FROM duckdb_tables()")]
        assert len([name for name in names if name.startswith("j")]) <= 4
        assert not [name for name in names if name.startswith(("pairs", "keys", "partners"))]
