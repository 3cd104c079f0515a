"""The examples that open the files of the measures are true."""

from __future__ import annotations

import numpy as np
import pytest

from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.measures.risk.distribution import distribute

from .tables import crowd_of, crowd_of_sizes, tree


def sizes(*rows: int) -> Question:
    crowd = crowd_of_sizes(rows)
    return Question(crowd.at(crowd.bottom))


def one_class(values: str, rest: str = "") -> Question:
    """A class with these sensitive values, one letter each, and another with the rest."""
    crowd = crowd_of(
        {"class": ["1"] * len(values) + ["2"] * len(rest), "value": list(values + rest)},
        sensitive=["value"],
    )
    classes = crowd.at(crowd.bottom)
    return Question(classes.keeping(np.arange(classes.count) == 0), "value")


def sample(rows: str, people: str) -> Question:
    hierarchy = tree("kind", dict.fromkeys(sorted(set(people)), ()))
    crowd = crowd_of({"kind": list(rows)}, hierarchies=[hierarchy])
    population = crowd_of({"kind": list(people)}, hierarchies=[hierarchy])
    return Question(crowd.at(crowd.bottom), population=population)


def expect(name: str, question: Question, figure: float) -> None:
    assert measure(name).compute(question) == pytest.approx(figure, abs=5e-3)


def test_prosecutor() -> None:
    expect("average_risk", sizes(4, 4, 4, 4, 4), 25)
    expect("highest_risk", sizes(4, 9), 25)
    expect("row_risk", sizes(3), 100)
    expect("uniques", sizes(1, 1, 3), 2)
    filled = [one.range for one in distribute(sizes(1, 2, 25).classes) if one.rows]
    assert filled == ["<5", "50", "100"]


def test_population() -> None:
    expect("journalist_risk", sample("ab", "a" * 8 + "b" * 20), 12.5)
    expect("marketer_risk", sample("aab", "aaaabb"), 100 / 3)
    expect("average_journalist_risk", sample("abc", "a" * 20 + "b" * 20 + "c" * 20), 5)
    expect("delta_presence", sample("aa", "a" * 8), 0.25)


def test_diversity() -> None:
    expect("k_anonymity", sizes(3, 4, 7), 3)
    expect("distinct_l", one_class("ffc"), 2)
    expect("entropy_l", one_class("ab"), 2)
    expect("entropy_l", one_class("aaaaaaaaab"), 1.38)
    expect("recursive_l", one_class("aaaaabbbcc"), 3)
    expect("alpha_k", one_class("fffc"), 0.75)


def test_closeness() -> None:
    expect("t_equal", one_class("a", "bb"), 2 / 3)
    expect("beta_likeness", one_class("aaabbbbbbb", "b" * 20), 2)
    expect("certainty", one_class("aaaaaaaaab", "a" + "b" * 39), 0.875)


def test_recursive_needs_less_than_c_times_the_rest() -> None:
    """Five a and five others: with c = 1 the most frequent is not below what is left."""
    crowd = crowd_of({"q": ["x"] * 10, "s": list("aaaaabbbcc")}, sensitive=["s"])
    classes = crowd.at(crowd.bottom)
    for c, largest in {0.5: 0, 1: 1, 1.01: 2, 2.5: 2, 2.51: 3}.items():
        question = Question(classes, "s", parameters={"c": c})
        assert measure("recursive_l").compute(question) == largest


def test_utility() -> None:
    expect("class_size", sizes(4, 4, 4), 4)
    expect("discernibility", sizes(3), 9)
    crowd = crowd_of_sizes([1, 9])
    classes = crowd.at(crowd.bottom)
    suppressed = classes.keeping(classes.sizes > 1)
    expect("discernibility", Question(suppressed), 81 + 10)
    even = crowd_of({"value": ["a", "b"]})
    expect("entropy", Question(even.at((1,))), 2)
    two = crowd_of({"kept": ["a", "b"], "lost": ["a", "b"]})
    expect("loss_geometric", Question(two.at((0, 1))), 2**0.5 - 1)
    ages = {str(age): (f"{age // 10}x", "any", "all") for age in range(100)}
    aged = crowd_of({"age": list(ages)}, hierarchies=[tree("age", ages)])
    expect("precision", Question(aged.at((1,))), 0.25)
    expect("loss", Question(aged.at((1,))), 0.09)
    half = crowd_of_sizes([1, 1, 2])
    halved = half.at(half.bottom)
    expect("utility_loss", Question(halved.keeping(halved.sizes > 1)), 50)
