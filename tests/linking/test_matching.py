"""Who matches which published rows, against a walk through all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import attribute, halving_hierarchy

from incrowd.hierarchies.hierarchy import Domain
from incrowd.linking.attack import tables as identifying
from incrowd.linking.attack.tables import Combinations, identify
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.possible_values import fits_of
from incrowd.linking.values.published_value import Interval, as_interval, covers, overlaps
from incrowd.linking.values.taxonomy import Known


@pytest.mark.parametrize(
    ("published", "inside", "outside"),
    [
        ("*", ["5", "x", None], []),
        ("x", ["x"], ["y", "*", None]),
        (None, [None], ["x", ""]),
        ("130**", ["13012", "13099"], ["14012", "1301", "130123", None]),
        ("20-29", ["20", "25", "29"], ["19", "30", "x", None]),
        ("[20-39[", ["20", "38.5"], ["39", "40"]),
        ("[20, 30]", ["20", "30"], ["31"]),
        ("]20;30[", ["21"], ["20", "30"]),
        ("20 to 30", ["20", "30"], ["31"]),
        ("-10--5", ["-10", "-7", "-5"], ["-4"]),
        (">=65", ["65", "90"], ["64"]),
        (">65", ["66"], ["65"]),
        ("<18", ["17"], ["18"]),
        ("≤18", ["18"], ["19"]),
        ("65+", ["65", "99"], ["64"]),
        ("1,5-2,5", ["2", "1,5"], ["2.6"]),
        ("{a, b}", ["a", "b"], ["c", "{a"]),
    ],
)
def test_what_a_text_stands_for(
    published: str | None, inside: list[str | None], outside: list[str | None]
) -> None:
    assert [value for value in inside if not covers(published, value)] == []
    assert [value for value in outside if covers(published, value)] == []


def test_intervals() -> None:
    assert as_interval("30-20") is None
    assert as_interval("abc") is None
    assert as_interval("2020-01-05") is None
    assert 5 in Interval(5, 5)
    assert 5 not in Interval(5, 5, with_high=False)


def table_of(texts, values, known=None) -> list[list[bool]]:
    """What fits, text by text; the texts of a value are the same told the other way round."""
    fits = fits_of(texts, values, known)
    rows = [fits.row(text).tolist() for text in range(len(texts))]
    columns = [fits.texts_of(value).tolist() for value in range(len(values))]
    assert columns == [[row[value] for row in rows] for value in range(len(values))]
    weights = np.arange(1, len(values) + 1)
    assert fits.count(weights).tolist() == [int(weights[row].sum()) for row in rows]
    return rows


def test_a_hierarchy_knows_best() -> None:
    domain = Domain(attribute("x"), ("a", "b", "c", "d"), np.ones(4, np.int64))
    hierarchy = halving_hierarchy(domain)
    found = table_of(["a", "g1", "*", "g9", "{a, c}"], domain.values, hierarchy)
    assert found == [
        [True, False, False, False],
        [False, False, True, True],
        [True] * 4,
        [False] * 4,
        [True, False, True, False],
    ]


WAYS = [
    "*",
    "**",
    "a",
    "b",
    "{a, b}",
    "1*",
    "10-19",
    ">=15",
    "17",
    "17.0",
    "017",
    None,
    "*missing*",
]


def may_be(text: str | None, value: str | None) -> bool:
    """Whether a published text and a known value may stand for the same."""
    if text is None or text == "*missing*":
        return value in (None, "*missing*", "*", "**")
    if value is None:
        return text in ("*", "**")
    return overlaps(text, value)


def test_texts_and_values_that_fit() -> None:
    found = table_of(WAYS, WAYS)
    assert found == [[may_be(text, value) for value in WAYS] for text in WAYS]
    plain = ["a", "b", "17", "12", None]
    told = [[covers(text, value) for value in plain] for text in WAYS if text != "**"]
    again = table_of([text for text in WAYS if text != "**"], plain)
    # a text that is missing as a word is missing, too
    assert again[:-1] == told[:-1]


TEXTS = ["*", "a", "b", "c", "{a, b}"]
VALUES = ["a", "b", "c", None]


@settings(max_examples=scaled(60))
@given(
    published=st.lists(st.tuples(*[st.integers(0, 4)] * 3, st.integers(1, 5)), max_size=150),
    people=st.lists(st.tuples(*[st.integers(0, 3)] * 3, st.integers(1, 5)), max_size=20),
    budget=st.sampled_from([1, 100, 1 << 25]),
)
def test_who_is_behind_whom_against_all_pairs(
    published: list[tuple[int, ...]], people: list[tuple[int, ...]], budget: int
) -> None:
    def fit(row: tuple[int, ...], person: tuple[int, ...]) -> bool:
        return all(may_be(TEXTS[t], VALUES[v]) for t, v in zip(row[:3], person[:3], strict=True))

    behind = [sum(one[3] for one in people if fit(row, one)) for row in published]
    about = [sum(row[3] for row in published if fit(row, one)) for one in people]
    fewest = [
        min((n for row, n in zip(published, behind, strict=True) if fit(row, one)), default=0)
        for one in people
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identifying, "BUDGET", budget)  # left and taken up again at every step
        found = identify([fits_of(TEXTS, VALUES)] * 3, _listed(published), _listed(people))
    assert found.people_of_rows.tolist() == behind
    assert found.rows_of_people.tolist() == about
    assert found.fewest.tolist() == fewest


def _listed(rows: list[tuple[int, ...]]) -> Combinations:
    cells = np.array(rows, np.int64).reshape(-1, 4)
    codes = tuple(np.ascontiguousarray(cells[:, place].astype(np.int32)) for place in range(3))
    return Combinations(codes, np.ascontiguousarray(cells[:, 3]))


NUMBERS = [str(number) for number in range(0, 60, 3)]
RANGES = [f"{low}-{low + width}" for low in range(0, 60, 5) for width in (4, 9, 30)]
SHAPES = {
    "plain": (NUMBERS, NUMBERS),
    "ranges": ([*NUMBERS, *RANGES, ">=30", "<12", "]5, 20["], [*NUMBERS, "10-20", "1*"]),
    "masks": (
        ["130**", "13***", "1301*", "*3012", "1*0*2", "*"],
        ["13012", "13099", "14850", "10002", "130**", None],
    ),
    "sets": (
        ["{a, b}", "{b, c, d}", "{a, *missing*}", "a", "d", "{1-5, 9}", "*", None],
        ["a", "b", "c", "d", "3", "9", None, "{c, a}", "*"],
    ),
    "stars": (["*", "**"], ["a", "b", "*"]),
}


def dense(texts: list[str | None], values: list[str | None]) -> np.ndarray:
    """What fits, told by comparing each with each."""

    def holds_missing(text: str | None) -> bool:
        return text is not None and text.startswith("{") and "*missing*" in text

    def fit(text: str | None, value: str | None) -> bool:
        if text is None or value is None:
            other = value if text is None else text
            return may_be(text, value) or holds_missing(other)
        return may_be(text, value)

    return np.array([[fit(text, value) for value in values] for text in texts])


@pytest.mark.parametrize(
    "shapes", [[one] * 3 for one in SHAPES] + [list(SHAPES), ["stars", "ranges"]]
)
@pytest.mark.parametrize("skew", [1.0, 4.0])
def test_many_rows_and_people_of_every_shape(shapes: list[str], skew: float) -> None:
    """Large enough that rows are parted, and people who are alike are put together."""
    random = np.random.default_rng(len(shapes))

    def drawn(size: int, rows: int) -> np.ndarray:
        return (size * random.random(rows) ** skew).astype(np.int32)

    ways = [SHAPES[name] for name in shapes]
    published = Combinations(
        tuple(drawn(len(texts), 1500) for texts, _ in ways), random.integers(1, 4, 1500)
    )
    people = Combinations(
        tuple(drawn(len(values), 1100) for _, values in ways), random.integers(1, 4, 1100)
    )
    fit = np.ones((1500, 1100), np.bool_)
    for (texts, values), row, person in zip(ways, published.codes, people.codes, strict=True):
        fit &= dense(texts, values)[row][:, person]
    found = identify([fits_of(*way) for way in ways], published, people)
    behind = fit @ people.counts
    assert found.people_of_rows.tolist() == behind.tolist()
    assert found.rows_of_people.tolist() == (published.counts @ fit).tolist()
    largest = np.iinfo(np.int64).max
    fewest = np.where(fit, behind[:, None], largest).min(axis=0)
    assert found.fewest.tolist() == np.where(fewest == largest, 0, fewest).tolist()


def test_words_for_what_is_missing() -> None:
    domain = Domain(attribute("x"), ("a", "b", "c", "d", None), np.ones(5, np.int64))
    hierarchy = halving_hierarchy(domain)
    label = hierarchy.labels[0][hierarchy.groups[0][4]]
    for text in (label, "{d, *missing*}"):
        assert table_of([text], [None, "a"], hierarchy) == [[True, False]]
        assert table_of([None], [text, "a"], hierarchy) == [[True, False]]


def test_ranges_over_many_values_are_one_stretch_each() -> None:
    values = [str(number) for number in range(20_000)]
    texts = [f"{low}-{low + 9_000}" for low in range(0, 10_000, 10)]
    found = fits_of([*texts, "*"], values)
    assert len(found.starts) == len(texts) + 1
    assert found.count(np.ones(len(values), np.int64)).tolist() == [*[9_001] * len(texts), 20_000]


def compared(texts: list[str | None], values: list[str | None], known: Known | None) -> np.ndarray:
    """What fits by the pairs that joins find; what is missing or anything is told apart."""
    found = np.zeros((len(texts), len(values)), np.bool_)
    found[matching_pairs("overlaps", texts, values, known)] = True
    missing = np.array([value in (None, "*missing*") for value in values])
    anything = np.array([value in ("*", "**") for value in values])
    for row, text in enumerate(texts):
        if text in (None, "*missing*"):
            found[row] = missing | anything
        elif text in ("*", "**"):
            found[row] = True
    return found


WRITTEN = st.one_of(
    st.sampled_from(
        ["*", "**", None, "*missing*", "a", "b", "g0", "g1", "g9", "{a, c}", "{g1, a}"]
    ),
    st.sampled_from(["017", "17", "17.0", "0", "00", "1*", "*7", "1*7", "0*7", "-5", "1,5", "٣"]),
    st.sampled_from(["5-20", "20-5", "0-0", "]5, 17[", ">=17", "<17", "17+", "{5-9, 17}", "05-20"]),
    st.integers(0, 30).map(str),
)


@settings(max_examples=scaled(150))
@given(
    texts=st.lists(WRITTEN, min_size=1, max_size=25),
    values=st.lists(WRITTEN, min_size=1, max_size=25),
    told=st.booleans(),
)
def test_what_fits_is_what_joins_find(
    texts: list[str | None], values: list[str | None], told: bool
) -> None:
    domain = Domain(attribute("x"), ("a", "b", "c", "17"), np.ones(4, np.int64))
    known = halving_hierarchy(domain) if told else None
    assert table_of(texts, values, known) == compared(texts, values, known).tolist()
