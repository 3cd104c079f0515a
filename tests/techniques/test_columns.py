"""What each technique does to one column: its laws, on random columns."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import InvalidParameter, UsageError
from incrowd.table import Kind, Profile
from incrowd.techniques.cells import Cells
from incrowd.techniques.effect import compare, correlate
from incrowd.techniques.pram import PRAM, transition
from incrowd.techniques.profiling import profile_cells
from incrowd.techniques.rank_swapping import RANK_SWAP, pair_up
from incrowd.techniques.registry import BUILT_IN, technique
from incrowd.techniques.sampling import draw_sample
from incrowd.techniques.step import Step, parse_step, parse_steps, restore_step
from incrowd.techniques.technique import Setting

NUMBERS = st.lists(st.one_of(st.none(), st.integers(-50, 50).map(str)), min_size=2, max_size=60)


def cells_of(texts, kind: Kind = Kind.INTEGER, **more) -> Cells:
    known = [text for text in texts if text is not None]
    missing = len(texts) - len(known)
    profile = Profile("x", kind, len(texts), missing, len(set(known)), **more)
    return Cells.of(profile, pa.array(texts, pa.string()))


def apply(name: str, value: str, cells: Cells, seed: str = "s") -> list[str | None]:
    step = Step(name, value, "x", seed)
    change = technique(name).change
    assert change is not None
    return change(cells, step.setting, step.random(0)).texts().to_pylist()


@given(NUMBERS)
def test_cells_keep_their_texts(texts):
    assert cells_of(texts).texts().to_pylist() == texts


@given(NUMBERS, st.integers(1, 100), st.text(min_size=1, max_size=3))
def test_swapped_values_stay_within_reach(texts, percent, seed):
    cells = cells_of(texts)
    known = sorted(int(text) for text in texts if text is not None)
    reach = int(percent / 100 * len(known))
    if not reach:
        with pytest.raises(InvalidParameter):
            apply("rank_swap", str(percent), cells, seed)
        return
    new = apply("rank_swap", str(percent), cells, seed)
    assert Counter(new) == Counter(texts)
    for before, after in zip(texts, new, strict=True):
        assert (before is None) == (after is None)
        if before is not None:
            here = [place for place, each in enumerate(known) if each == int(before)]
            there = [place for place, each in enumerate(known) if each == int(after)]
            assert min(abs(a - b) for a in (here[0], here[-1]) for b in (there[0], there[-1])) <= (
                reach
            )


def pair_up_slowly(reach: int, draws: list[float]) -> list[int]:
    """The same by looking for the next free place."""
    count = len(draws)
    partners: list[int | None] = [None] * count
    for place in range(count):
        if partners[place] is not None:
            continue
        partners[place] = place
        last = min(place + reach, count - 1)
        wish = place + 1 + int(draws[place] * (last - place))
        free = [each for each in range(count) if partners[each] is None and each <= last]
        chosen = [each for each in free if each >= wish] or [each for each in free if each > place]
        if chosen:
            partners[place], partners[chosen[0]] = chosen[0], place
    return [place for place in partners if place is not None]


@given(st.lists(st.floats(0, 0.999), min_size=1, max_size=40), st.integers(1, 45))
def test_partners_are_those_of_the_obvious_way(draws, reach):
    assert pair_up(reach, np.array(draws)).tolist() == pair_up_slowly(reach, draws)


@given(
    st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=60),
    st.sampled_from(["0", "0.3", "0.8", "1"]),
)
def test_randomised_categories_occur_as_often_as_before(texts, staying):
    new = apply("pram", staying, cells_of(texts, Kind.TEXT))
    assert Counter(new) == Counter(texts)
    assert [text is None for text in new] == [text is None for text in texts]
    if staying == "1":
        assert new == texts


@given(st.lists(st.integers(1, 30), min_size=1, max_size=5), st.floats(0, 1))
def test_the_shares_of_a_column_are_the_stationary_distribution(counts, staying):
    known = np.array(counts, np.int64)
    matrix = transition(known, staying)
    shares = known / known.sum()
    assert matrix.sum(axis=1) == pytest.approx(np.ones(len(counts)))
    assert shares @ matrix == pytest.approx(shares)
    assert (np.diag(matrix) >= staying - 1e-12).all()


def test_cells_change_as_the_matrix_says():
    texts = ["a"] * 6 + ["b"] * 3 + ["c"]
    cells, tries = cells_of(texts, Kind.TEXT), 4_000
    found = np.zeros((3, 3))
    for seed in range(tries):
        for old, new in zip(texts, apply("pram", "0.4", cells, str(seed)), strict=True):
            found["abc".index(old), "abc".index(new)] += 1
    counts = np.array([6, 3, 1])
    expected = transition(counts, 0.4)
    assert found / found.sum(axis=1, keepdims=True) == pytest.approx(expected, abs=0.025)


@given(NUMBERS, st.sampled_from(["1", "2", "5", "10", "0.5", "7"]))
def test_rounded_numbers_are_the_nearest_multiples(texts, base):
    for old, new in zip(texts, apply("round", base, cells_of(texts)), strict=True):
        assert (old is None) == (new is None)
        if old is not None and new is not None:
            assert Decimal(new) % Decimal(base) == 0
            assert 2 * abs(Decimal(new) - Decimal(old)) <= Decimal(base)


@pytest.mark.parametrize(
    ("value", "base", "comma", "expected"),
    [
        ("41736", "1000", False, "42000"),
        ("2,75", "0.5", True, "3,00"),
        ("2,7", "0.5", True, "2,5"),
        ("1.60", "0.5", False, "1.50"),
        ("1,60", "0.125", True, "1,625"),
        ("-25", "10", False, "-20"),
        ("1e300", "1000", False, "1E+300"),
        ("1.5E+20", "7E19", False, "1.4E+20"),
        ("0.001", "10", False, "0.000"),
    ],
)
def test_numbers_keep_their_format(value, base, comma, expected):
    cells = cells_of([value], Kind.DECIMAL, decimal_comma=comma)
    assert apply("round", base, cells) == [expected]


def test_equal_numbers_are_written_alike():
    cells = cells_of(["1000.00", "999.7", "1000", "50"], Kind.DECIMAL)
    assert apply("round", "10", cells) == ["1000", "1000", "1000", "50"]
    assert apply("top", "1000", cells_of(["1000.00", "2000.50"], Kind.DECIMAL)) == ["1000.00"] * 2
    assert apply("top", "70", cells_of(["10.00", "200.50"], Kind.DECIMAL)) == ["10.00", "70.00"]


@given(NUMBERS, st.integers(-60, 60))
def test_numbers_beyond_the_limit_become_the_limit(texts, limit):
    cells = cells_of(texts)
    known = [None if text is None else int(text) for text in texts]
    top = [None if each is None else str(min(each, limit)) for each in known]
    bottom = [None if each is None else str(max(each, limit)) for each in known]
    assert apply("top", str(limit), cells) == top
    assert apply("bottom", str(limit), cells) == bottom


@given(NUMBERS, st.sampled_from([1, 10, 25, 50, 100]))
def test_at_most_a_share_of_the_numbers_is_cut(texts, percent):
    known = [int(text) for text in texts if text is not None]
    for name, sign in (("top", 1), ("bottom", -1)):
        new = apply(name, f"{percent}%", cells_of(texts))
        changed = sum(old != now for old, now in zip(texts, new, strict=True))
        assert changed <= percent / 100 * len(known) + 1e-9
        left = [int(text) for text in new if text is not None]
        if known and changed:
            edge = max(sign * each for each in left)
            beyond = sum(sign * each > edge for each in known)
            tied = sum(sign * each == edge for each in known)
            # cutting one value more would cut more than was asked for
            assert beyond <= percent / 100 * len(known) < beyond + tied or edge == min(
                sign * each for each in known
            )


def test_markers_and_missing_values_stay():
    cells = cells_of(["5", "?", None, "97", "NA"], Kind.INTEGER, markers=("?", "NA"))
    assert apply("round", "10", cells) == ["0", "?", None, "100", "NA"]
    assert apply("top", "50%", cells) == ["5", "?", None, "5", "NA"]
    assert apply("rank_swap", "100", cells) == ["97", "?", None, "5", "NA"]
    assert [apply("pram", "0", cells)[place] for place in (1, 2, 4)] == ["?", None, "NA"]


def test_dates_are_swapped_in_their_order():
    days = [f"{day}.01.2020" for day in range(1, 31)]
    cells = cells_of(days, Kind.DATE, date_format="%d.%m.%Y")
    new = apply("rank_swap", "10", cells)
    assert Counter(new) == Counter(days)
    assert new != days
    pairs = zip(days, new, strict=True)
    assert all(abs(int(a.split(".")[0]) - int(b.split(".")[0])) <= 3 for a, b in pairs)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=50), st.floats(0.01, 1))
def test_a_sample_takes_all_rows_of_some_people(people, share):
    owners = np.unique(people, return_inverse=True)[1].astype(np.int64)
    count = int(owners.max()) + 1
    setting = Setting(Decimal(str(round(share, 6))))
    random = Step("sample", "1", None, "s").random(0)
    if not round(float(setting.number) * count):
        with pytest.raises(InvalidParameter):
            draw_sample(owners, setting, random)
        return
    kept = draw_sample(owners, setting, random)
    assert len(set(owners[kept].tolist())) == round(float(setting.number) * count)
    assert not set(owners[kept].tolist()) & set(owners[~kept].tolist())


def test_every_row_is_as_likely_in_a_sample():
    owners, drawn = np.arange(10), np.zeros(10)
    for seed in range(3_000):
        random = Step("sample", "0.3", None, str(seed)).random(0)
        drawn += draw_sample(owners, Setting(Decimal("0.3")), random)
    assert drawn / 3_000 == pytest.approx(np.full(10, 0.3), abs=0.03)


@pytest.mark.parametrize("name", [each.name for each in BUILT_IN if each.random and each.change])
def test_the_same_seed_gives_the_same_answer(name):
    cells = cells_of([str(each % 37) for each in range(500)])
    value = {"rank_swap": "10", "pram": "0.5"}[name]
    assert apply(name, value, cells, "a") == apply(name, value, cells, "a")
    assert apply(name, value, cells, "a") != apply(name, value, cells, "b")


@given(NUMBERS, NUMBERS)
def test_an_effect_counts_what_is_different(old, new):
    length = min(len(old), len(new))
    before = old[:length]
    after = [a and (b or a) for a, b in zip(before, new[:length], strict=True)]
    effect = compare(Step("round", "1", "x"), cells_of(before), cells_of(after))
    assert effect.changed == sum(a != b for a, b in zip(before, after, strict=True))
    counts = [Counter(each for each in texts if each is not None) for texts in (before, after)]
    moved = sum(abs(counts[0][each] - counts[1][each]) for each in {*counts[0], *counts[1]})
    assert effect.margins == pytest.approx(moved / 2 / length)


def test_figures_of_an_effect_are_those_of_numpy():
    old, new = ["1", "2", "3", "9", None], ["1", "3", "2", "7", None]
    effect = compare(Step("round", "1", "x"), cells_of(old), cells_of(new))
    assert effect.before is not None
    assert effect.before.mean == 3.75
    assert effect.before.deviation == pytest.approx(np.std([1, 2, 3, 9]))
    assert effect.correlation == pytest.approx(np.corrcoef([1, 2, 3, 9], [1, 3, 2, 7])[0, 1])
    assert effect.rank_correlation == pytest.approx(0.8)
    assert sum(bar.before for bar in effect.bars) == 4
    assert correlate(np.array([1.0, 1.0]), np.array([1.0, 2.0])) is None


def test_a_profile_after_rounding_is_that_of_the_new_values():
    cells = cells_of(["11", "12", None, "20"])
    change = technique("round").change
    assert change is not None
    step = Step("round", "2.5", "x")
    known = profile_cells(change(cells, step.setting, step.random(0)))
    assert (known.kind, known.minimum, known.maximum) == (Kind.DECIMAL, "10", "20")
    assert (known.rows, known.missing, known.distinct, known.longest) == (4, 1, 3, 4)
    assert known.common == (("10", 1), ("12.5", 1), ("20", 1))


@pytest.mark.parametrize(
    "text",
    ["", "round", "age:round", "age:round=", "round=3", "age:sample=.1", "sample=x", "sample=nan",
     "sample=0", "sample=-1", "sample=1.01", "age:pram=1.2", "age:rank_swap=0", "age:round=-1",
     "age:rank_swap=101", "age:top=0%", "age:top=101%", "age:round=5%", "age:top=inf", "=3", ":=3"],
)  # fmt: skip
def test_what_cannot_be_asked_for_is_refused(text):
    with pytest.raises(UsageError) as error:
        parse_step(text)
    assert error.value.hint


def test_a_column_may_have_any_name():
    assert parse_step("a:b=c:round=10") == Step("round", "10", "a:b=c")


def test_shares_may_be_percentages():
    assert parse_step("sample=10%").setting.number == Decimal("0.1")
    assert parse_step("age:rank_swap=5%").setting == Setting(Decimal(5))
    assert parse_step("age:top=1%").setting == Setting(Decimal(1), percent=True)


def test_only_what_is_drawn_has_a_seed():
    steps = parse_steps(["sample=0.5", "age:round=5"], 7)
    assert [step.seed for step in steps] == ["7", None]
    assert parse_steps(["sample=0.5"])[0].seed != parse_steps(["sample=0.5"])[0].seed
    with pytest.raises(InvalidParameter):
        parse_steps(["sample=0.5"], " ")


def test_a_random_technique_without_its_seed_is_not_restored():
    told = {"name": "round", "value": "5", "column": "age", "seed": None}
    assert restore_step(told) == Step("round", "5", "age")
    with pytest.raises(ValueError, match="no seed"):
        restore_step({**told, "name": "pram", "value": "0.5"})


def test_techniques_that_promise_margins_are_the_ones_tested():
    assert [each.name for each in BUILT_IN if each.keeps_counts] == [RANK_SWAP.name, PRAM.name]
