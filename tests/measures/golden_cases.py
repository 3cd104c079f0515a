"""One case for every measure, with a figure from a paper, from ARX, or worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import log, log2

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.measures.measure import Question

from .patients import patients
from .tables import crowd_of, crowd_of_sizes, tree

ADULT_SIZES = {
    **{1: 15512, 2: 2098, 3: 754, 4: 375, 5: 189, 6: 155, 7: 97, 8: 73, 9: 39, 10: 37, 11: 29},
    **{12: 18, 13: 23, 14: 14, 15: 15, 16: 9, 17: 11, 18: 10, 19: 10, 20: 5, 21: 3, 22: 4, 23: 3},
    **{24: 2, 25: 1, 26: 3, 27: 5, 29: 1, 30: 2, 32: 1, 34: 1, 35: 1, 36: 1, 45: 1},
}
"""How many classes of each size the nine quasi-identifiers of Adult make."""


def adult_sample(people: int) -> Question:
    """Adult, thirty thousand of so many people."""
    sizes = [size for size, count in ADULT_SIZES.items() for _ in range(count)]
    crowd = crowd_of_sizes(sizes)
    return Question(crowd.at(crowd.bottom), population_size=people)


def patients_by(sensitive: str) -> Question:
    crowd = patients()
    return Question(crowd.at(crowd.bottom), sensitive=sensitive)


def two_halves() -> Question:
    """Two classes of three rows, a third of one and two thirds of the other alike."""
    crowd = crowd_of({"q": list("xxxyyy"), "s": list("aababb")}, sensitive=["s"])
    return Question(crowd.at(crowd.bottom), sensitive="s")


def five_sizes() -> Question:
    """Classes of 1, 1, 2, 5 and 21 rows."""
    crowd = crowd_of_sizes([1, 1, 2, 5, 21])
    return Question(crowd.at(crowd.bottom))


def village(people: str = "aaaabbcccc") -> Question:
    """Rows a, a, b out of people of whom four are a, two are b, and some are c."""
    hierarchies = [tree("kind", dict.fromkeys("abc", ()))]
    sample = crowd_of({"kind": list("aab")}, hierarchies=hierarchies)
    population = crowd_of({"kind": list(people)}, hierarchies=hierarchies)
    return Question(sample.at(sample.bottom), population=population)


def shop() -> Crowd:
    """Ten rows: colours in two groups (of three and one), sizes that can only be suppressed."""
    columns = {"colour": list("rrrroooobb"), "size": list("SSSSSSSLLL")}
    colours = {"r": ("warm",), "o": ("warm",), "y": ("warm",), "b": ("cold",)}
    return crowd_of(columns, hierarchies=[tree("colour", colours)])


def shop_at(colour: int, size: int, smallest: int = 1) -> Classes:
    classes = shop().at((colour, size))
    return classes.keeping(classes.sizes >= smallest)


def warm_shop() -> Question:
    """Colours as groups, sizes as they are: seven warm S, one warm L and two cold L.

    The one warm L is suppressed.
    """
    return Question(shop_at(1, 0, smallest=2))


def few_facts() -> Question:
    """Each two of the three columns say the third: every pair of facts applies to two rows."""
    rows = [("a", "x", "1"), ("a", "y", "2"), ("b", "x", "2"), ("b", "y", "1")] * 2
    columns = {name: [row[place] for row in rows] for place, name in enumerate("pqr")}
    crowd = crowd_of(columns)
    return Question(crowd.at(crowd.bottom))


GOLDEN_CASES: dict[str, tuple[Callable[[], Question], float | None]] = {
    "average_risk": (five_sizes, 100 * 5 / 30),
    "highest_risk": (lambda: patients_by("salary"), 100 / 3),
    "match_risk": (lambda: patients_by("salary"), 100 / 3),
    "row_risk": (five_sizes, 100 * 4 / 30),
    "distribution": (five_sizes, 100 * 2 / 30),
    "uniques": (five_sizes, 2),
    "journalist_risk": (village, 50),
    "average_journalist_risk": (village, 100 / 3),
    "marketer_risk": (village, 100 * (2 / 4 + 1 / 2) / 3),
    "zayatz": (lambda: adult_sample(317_238_626), 83930147.67411424),
    "pitman": (lambda: adult_sample(317_238_626), 12339373.406325705),
    "snb": (lambda: adult_sample(301_620), 75398.0439),
    "dankar": (lambda: adult_sample(60_324), 25759.7544),
    "k_anonymity": (lambda: patients_by("disease"), 3),
    "distinct_l": (lambda: patients_by("disease"), 1),
    "entropy_l": (lambda: patients_by("salary"), 3),
    "recursive_l": (lambda: patients_by("salary"), 3),
    "t_ordered": (lambda: patients_by("salary"), 0.375),
    "t_equal": (lambda: patients_by("disease"), 2 / 3),
    "t_hierarchical": (lambda: patients_by("disease"), 5 / 9),
    "delta_presence": (village, 0.5),
    # the six people of the two published kinds: b is the rarer one
    "k_map": (village, 2),
    # Wan et al. 2015: the worst off are one row, and two people of the village
    "profit_prosecutor": (five_sizes, 300 / 1 - 4),
    "profit_journalist": (village, 300 / 2 - 4),
    "k_subsets": (few_facts, 2),
    "alpha_k": (lambda: patients_by("disease"), 1),
    "beta_likeness": (lambda: patients_by("disease"), 2),
    "enhanced_beta_likeness": (lambda: patients_by("salary"), 2),
    # two of three in a class have what half of all have, and one of three has what half have
    "delta_disclosure": (two_halves, log(1.5)),
    # a third of a class has a salary that a ninth of all has: 2/9 of 8/9 doubt is gone
    "certainty": (lambda: patients_by("salary"), 0.25),
    "utility_loss": (warm_shop, 100 * (0.9 * 0.25 + 0.1)),
    "precision": (warm_shop, 0.9 * 0.25 + 0.1),
    # colour: (7 · 3/4 + 2 · 1/4 + 1 − 10/4) / (10 − 10/4); size: (9/2 + 1 − 10/2) / (10 − 10/2)
    "loss": (warm_shop, (4.25 / 7.5 + 0.5 / 5) / 2),
    "loss_geometric": (warm_shop, ((1 + 4.25 / 7.5) * (1 + 0.5 / 5)) ** 0.5 - 1),
    # eight warm rows hide red or orange, one bit each; one suppressed row has one value only
    "entropy": (warm_shop, 8 * log2(2) / 2),
    # seven warm rows hide one bit, the suppressed row (an orange L) all that it has
    "information": (
        warm_shop,
        (
            (7 + log2(10 / 4)) / (8 * log2(10 / 4) + 2 * log2(10 / 2))
            + log2(10 / 3) / (7 * log2(10 / 7) + 3 * log2(10 / 3))
        )
        / 2,
    ),
    # nine rows are published with colours of level 1 of 2 (3/4 lost each) and exact sizes
    "exactness": (warm_shop, 0.9 * 0.75 / 2 + 0.1),
    "discernibility": (warm_shop, 7**2 + 2**2 + 1 * 10),
    "class_size": (warm_shop, 10 / 3),
}
