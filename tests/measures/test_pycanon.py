"""pycanon agrees on k, l, t, α and β.

It is not asked about two models that it reads in another way than their papers: recursive
(c, l)-diversity, where it compares the rarest value, not the most frequent, with the rest; and
enhanced β-likeness, where it bounds the largest gain by the largest −ln p of any value, not
each value's gain by its own. Its entropy l is cut down to a whole number.
"""

from __future__ import annotations

from math import floor

import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from pycanon import anonymity

from incrowd.measures.measure import Question
from incrowd.measures.registry import measure

from .tables import crowd_of

QUASI = ["sex", "place"]
Row = tuple[str, str, str, int]
tables = st.lists(
    st.tuples(
        st.sampled_from("fm"),
        st.sampled_from(["north", "south", "west"]),
        st.sampled_from(["flu", "cold", "cancer", "none"]),
        st.integers(0, 12),
    ),
    min_size=2,
    max_size=40,
)


def both(rows: list[Row]) -> tuple[pd.DataFrame, dict[str, Question]]:
    frame = pd.DataFrame(rows, columns=[*QUASI, "disease", "salary"])
    crowd = crowd_of(
        {name: [str(value) for value in frame[name]] for name in frame},
        sensitive=["disease", "salary"],
        numeric=["salary"],
    )
    classes = crowd.at(crowd.bottom)
    return frame, {name: Question(classes, name) for name in ("disease", "salary")}


@settings(deadline=None, max_examples=scaled(25))
@given(tables)
def test_k_and_l(rows: list[Row]) -> None:
    frame, questions = both(rows)
    question = questions["disease"]
    assert measure("k_anonymity").compute(question) == anonymity.k_anonymity(frame, QUASI)
    assert measure("distinct_l").compute(question) == anonymity.l_diversity(
        frame, QUASI, ["disease"]
    )
    entropy = measure("entropy_l").compute(question)
    assert entropy is not None
    cut = anonymity.entropy_l_diversity(frame, QUASI, ["disease"])
    assert floor(entropy - 1e-9) <= cut <= floor(entropy + 1e-9)


@settings(deadline=None, max_examples=scaled(25))
@given(tables)
def test_t(rows: list[Row]) -> None:
    assume(len({row[3] for row in rows}) > 1)  # it divides by the number of values − 1
    frame, questions = both(rows)
    pairs = {"t_ordered": "salary", "t_equal": "disease"}
    for name, sensitive in pairs.items():
        figure = measure(name).compute(questions[sensitive])
        assert figure == pytest.approx(anonymity.t_closeness(frame, QUASI, [sensitive]), abs=1e-9)


@settings(deadline=None, max_examples=scaled(25))
@given(tables)
def test_alpha_and_beta(rows: list[Row]) -> None:
    frame, questions = both(rows)
    alpha, k = anonymity.alpha_k_anonymity(frame, QUASI, ["disease"])
    assert measure("alpha_k").compute(questions["disease"]) == pytest.approx(alpha)
    assert measure("k_anonymity").compute(questions["disease"]) == k
    beta = anonymity.basic_beta_likeness(frame, QUASI, ["disease"])
    assert measure("beta_likeness").compute(questions["disease"]) == pytest.approx(beta, abs=1e-9)
