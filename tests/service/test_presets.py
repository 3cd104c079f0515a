"""For whom data is safe enough: the limits of each purpose, met exactly and missed by one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import open_rows

from incrowd.dataset.results import Risk
from incrowd.dataset.risk import measure_risk
from incrowd.service.datasets.presets import PRESETS, judge


def risk_of(*sizes: int, k: int = 1) -> Risk:
    """The risk of a table with classes of these sizes."""
    rows = [(f"c{place}",) for place, size in enumerate(sizes) for _ in range(size)]
    return measure_risk(open_rows(rows, ["x"], ["x"]), k=k, advise=False)


@pytest.mark.parametrize(
    ("sizes", "verdict", "preset"),
    [
        ((20, 20), "safe", "public"),
        ((10, 30), "safe", "public"),
        ((9, 31), "safe", "research"),
        ((10, 29), "safe", "research"),
        ((10, 10), "safe", "research"),
        ((5, 15), "safe", "research"),
        ((4, 16), "safe", "internal"),
        ((5, 5), "safe", "internal"),
        ((3, 7), "safe", "internal"),
        ((3, 6), "almost", None),
        ((2, 98), "almost", None),
        ((2, 2), "unsafe", None),
        ((1,), "unsafe", None),
    ],
    ids=str,
)
def test_the_strictest_purpose_that_is_met(
    sizes: tuple[int, ...], verdict: str, preset: str | None
) -> None:
    """Two classes of 40 rows: 5 % on average, as public release allows; of 39 it is more."""
    safety = judge(risk_of(*sizes))
    assert (safety.verdict, safety.preset) == (verdict, preset)


@settings(max_examples=scaled(40))
@given(st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_a_purpose_is_met_if_no_limit_of_it_is_passed(sizes: list[int]) -> None:
    safety = judge(risk_of(*sizes))
    average = 100 * len(sizes) / sum(sizes)
    for preset, judgement in zip(PRESETS, safety.presets, strict=True):
        small = min(sizes) < preset.k or 100 / min(sizes) > preset.highest_risk
        wanted = small + (average > preset.average_risk)
        assert judgement.name == preset.name
        assert len(judgement.sentences) == wanted
        assert judgement.met == (wanted == 0)


def test_what_is_safe_for_one_says_what_the_next_stricter_purpose_needs() -> None:
    safety = judge(risk_of(5, 15))
    assert safety.sentences == (
        "Safe enough for a research partner.",
        "For public release more is needed.",
        "The smallest group has 5 people, 10 are needed: leaving out rows with k = 10 lowers the "
        "highest risk to 10 % or less.",
        "The average risk is 10.0 %, at most 5 % is wanted: generalising attributes lowers it.",
    )
    assert judge(risk_of(20, 20)).sentences == ("Safe enough for public release.",)


def test_what_is_missing_is_said_in_words() -> None:
    assert judge(risk_of(1, 99)).sentences == (
        "Not yet safe enough for internal use.",
        "The smallest group has 1 person, 3 are needed: leaving out rows with k = 3 lowers the "
        "highest risk to 33.3 % or less.",
    )


def test_where_rows_are_recoded_the_remedy_is_another_run() -> None:
    first, *missing = judge(risk_of(1, 2), recoded=True).sentences
    assert first == "Not yet safe enough for internal use."
    assert missing == [
        "The smallest group has 1 person, 3 are needed: undo the recoding and run the automatic "
        "method with k = 3.",
        "The average risk is 66.7 %, at most 20 % is wanted: a run of the automatic method with a "
        "larger k lowers it.",
    ]


def test_nothing_left_is_never_safe() -> None:
    safety = judge(risk_of(1, 2, k=3))
    assert (safety.verdict, safety.preset) == ("unsafe", None)
    assert safety.sentences == ("No row is left, so there is nothing to hand out.",)
    assert not any(judgement.met for judgement in safety.presets)


def test_presets_come_strictest_first_and_agree_with_themselves() -> None:
    ks = [preset.k for preset in PRESETS]
    assert ks == sorted(ks, reverse=True)
    for preset in PRESETS:
        assert 100 / preset.k <= preset.highest_risk + 1e-9
        assert preset.average_risk <= preset.highest_risk
