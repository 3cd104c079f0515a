"""The pair of columns that singles out the most people, and the one that singles out the fewest.

"'age' and 'zip' together single out 312 people; 'sex' and 'job' single out nobody."
"""

from collections.abc import Iterable
from itertools import combinations

from incrowd.language import Message, say
from incrowd.service.subsets.results import Picture, RankedPair
from incrowd.subsets import kernels
from incrowd.subsets.columns import Columns


def rank_pairs(picture: Picture) -> tuple[RankedPair, RankedPair] | None:
    """The strongest pair and the weakest; None of a single column.

    Of pairs that single out as many, the one with the smaller k and then with more groups is
    stronger; of equal ones the first in column order is named.
    """
    figures, names = picture.matrix.figures, picture.columns.names
    pairs = list(combinations(range(len(names)), 2))
    if not pairs:
        return None

    def strength(pair: tuple[int, int]) -> tuple[int, int, int]:
        counted = figures[pair]
        return (
            int(counted[kernels.UNIQUES]),
            -int(counted[kernels.SMALLEST]),
            int(counted[kernels.CLASSES]),
        )

    def ranked(pair: tuple[int, int]) -> RankedPair:
        alone, smallest, _ = strength(pair)
        return RankedPair(names[pair[0]], names[pair[1]], alone, -smallest)

    return ranked(max(pairs, key=strength)), ranked(min(pairs, key=strength))


def explain_pairs(
    picture: Picture, ranks: tuple[RankedPair, RankedPair] | None
) -> Iterable[Message]:
    """Say which pair singles out the most, and which the fewest."""
    if ranks is None or not picture.matrix.rows:
        return
    people = isinstance(picture.columns, Columns) and picture.columns.by_person
    words = _explain(*ranks, people=people)
    # columns that are not compared may single out more
    yield say("Of the columns compared: {words}", words=words) if picture.left_out else words


def _explain(strongest: RankedPair, weakest: RankedPair, *, people: bool) -> Message:
    if not strongest.singled_out:
        return say(
            "No two columns together single out anybody. The smallest group, of '{a}' and '{b}', "
            "has {size}.",
            a=strongest.a,
            b=strongest.b,
            size=_count(strongest.k, people=people),
        )
    first = say(
        "'{a}' and '{b}' together single out {who}",
        a=strongest.a,
        b=strongest.b,
        who=_count(strongest.singled_out, people=people),
    )
    if (strongest.a, strongest.b) == (weakest.a, weakest.b):
        return say("{first}.", first=first)
    return say("{first}; {second}.", first=first, second=_explain_weakest(weakest, people=people))


def _explain_weakest(pair: RankedPair, *, people: bool) -> Message:
    if not pair.singled_out:
        return say("'{a}' and '{b}' single out nobody", a=pair.a, b=pair.b)
    who = _count(pair.singled_out, people=people)
    return say("'{a}' and '{b}' single out {who}", a=pair.a, b=pair.b, who=who)


def _count(number: int, *, people: bool) -> Message:
    if people:
        return say("1 person") if number == 1 else say("{people:,} people", people=number)
    return say("1 row") if number == 1 else say("{rows:,} rows", rows=number)
