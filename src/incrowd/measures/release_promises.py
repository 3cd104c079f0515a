"""Hold a release as a whole to its promises: classes go until all of them hold.

A promise says which classes must go, or goes by sizes alone: then the smallest ones go, exactly as
many as must. Among classes of the same size those go first that say least, as they are published in
the widest groups; then those whose values come first.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Protection, ReleasePromise
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Sizes
from incrowd.language import say
from incrowd.measures.measure import Figures, Promise, Question, ReleaseRule
from incrowd.measures.registry import measure, promises
from incrowd.measures.sure_loss import loosen


def split_promises(
    protections: Sequence[Protection],
) -> tuple[tuple[Protection, ...], tuple[ReleasePromise, ...]]:
    """What every class must hold, and what the release as a whole must hold."""
    whole = tuple(each for each in protections if isinstance(each, ReleasePromise))
    return tuple(each for each in protections if not isinstance(each, ReleasePromise)), whole


def is_monotone(promise: ReleasePromise) -> bool:
    """Whether a higher level never needs more rows removed."""
    return _known(promise)[0].merging == "closed"


def hold_release(
    classes: Classes, asked: Sequence[ReleasePromise], limit: int | None = None
) -> Classes:
    """Suppress published classes until the rest holds every promise.

    Where that removes more rows than a limit, all are suppressed. What one promise removes may let
    another one break, so they take turns until nothing changes any more.
    """
    choosy, by_size = _split_rules(asked)
    if not choosy:
        return cut_smallest(classes, by_size, limit)
    least = 0 if limit is None else classes.kept_rows - limit
    while True:
        rows = classes.kept_rows
        for promise in choosy:
            if classes.kept_rows:
                stays = _keep(classes, promise, classes.kept_rows - least)
                classes = classes.keeping(stays)
        if by_size:
            left = None if limit is None else max(classes.kept_rows - least, 0)
            classes = cut_smallest(classes, by_size, left)
        if classes.kept_rows < least:
            return classes.keeping(np.zeros(classes.count, np.bool_))
        if classes.kept_rows in (0, rows):
            return classes


def _split_rules(
    asked: Sequence[ReleasePromise],
) -> tuple[list[ReleasePromise], list[ReleasePromise]]:
    """Promises that say which classes stay, and promises that go by sizes alone."""
    by_size = [each for each in asked if _known(each)[1].cut is not None]
    return [each for each in asked if each not in by_size], by_size


def _keep(classes: Classes, promise: ReleasePromise, limit: int) -> NDArray[np.bool_]:
    keep = _known(promise)[1].keep
    if keep is None:
        return classes.kept
    return keep(question_of(classes, promise), promise.threshold, limit)


def cut_smallest(
    classes: Classes, asked: Sequence[ReleasePromise], limit: int | None = None
) -> Classes:
    """Suppress the smallest published classes until the rest holds every promise.

    Where that removes more rows than a limit, all are suppressed.
    """
    if not asked or not classes.kept.any():
        return classes
    kept = np.flatnonzero(classes.kept)
    sizes = classes.sizes[kept]
    ascending = np.sort(sizes)
    most = len(sizes)
    if limit is not None:
        most = int(np.searchsorted(np.cumsum(ascending), limit, side="right"))
    count = count_cut(ascending, asked, most)
    if not count:
        return classes
    if count > most:
        return classes.keeping(np.zeros(classes.count, np.bool_))
    last = np.partition(sizes, count - 1)[count - 1]
    smaller, equal = kept[sizes < last], kept[sizes == last]
    gone = np.concatenate([smaller, least_said_first(classes, equal)[: count - len(smaller)]])
    mask = np.ones(classes.count, np.bool_)
    mask[gone] = False
    return classes.keeping(mask)


def count_cut(sizes: Sizes, asked: Sequence[ReleasePromise], most: int) -> int:
    """How many of the smallest classes must go, given the sizes of all in ascending order.

    More than `most` where no number up to that will do.
    """
    count = 0
    while count < len(sizes):
        left, may_go = sizes[count:], max(most - count, 0)
        more = max(_cut(left, each, may_go) for each in asked)
        count += more
        if not more or count > most:
            break
    return count


def _cut(sizes: Sizes, promise: ReleasePromise, most: int) -> int:
    cut = _known(promise)[1].cut
    return 0 if cut is None else cut(sizes, promise.threshold, promise.people, most)


def lost_to(classes: Classes, asked: Sequence[ReleasePromise], limit: int) -> int:
    """How many of the published rows of a state any state below loses at least.

    Only promises count that never need more rows removed at higher levels. Where it is more than a
    limit, any number above that will do as an answer.
    """
    proven = [each for each in asked if is_monotone(each)]
    choosy, by_size = _split_rules(proven)
    lost = [0]
    if by_size:
        ascending = np.sort(classes.kept_sizes)
        lost.append(int(ascending[: count_cut(ascending, by_size, len(ascending))].sum()))
    for each in choosy:
        stays = classes.keeping(_keep(classes, each, limit))
        lost.append(classes.kept_rows - stays.kept_rows)
    return max(lost)


def sure_k(asked: Sequence[ReleasePromise]) -> int:
    """With classes of so many rows all promises hold in any case."""
    return max(
        (_known(each)[1].sure_k(each.threshold, dict(each.parameters)) for each in asked), default=1
    )


def find_people(protections: Sequence[Protection]) -> int | None:
    """The size of the population that promises are about; None where none needs it."""
    known = [each.people for each in split_promises(protections)[1] if each.people is not None]
    return known[0] if known else None


def find_parameters(protections: Sequence[Protection]) -> tuple[tuple[str, float], ...]:
    """The further numbers of all promises about the release, each name once."""
    together: dict[str, float] = {}
    for each in split_promises(protections)[1]:
        together.update(each.parameters)
    return tuple(sorted(together.items()))


def question_of(classes: Classes, promise: ReleasePromise) -> Question:
    """What a promise asks of some classes, with its population and its further numbers."""
    return Question(
        classes,
        population=promise.population,
        population_size=promise.people,
        drawn=promise.drawn,
        parameters=dict(promise.parameters),
    )


def figure_of(classes: Classes, promise: ReleasePromise) -> float | None:
    """What the published rows reach of a promise; None where that is not known."""
    return _known(promise)[1].figure(question_of(classes, promise))


def broken_promises(
    classes: Classes, asked: Sequence[ReleasePromise]
) -> tuple[ReleasePromise, ...]:
    """The promises that the published rows do not hold, or of which nobody knows."""
    return tuple(each for each in asked if not _holds(each, figure_of(classes, each)))


def _holds(promise: ReleasePromise, figure: float | None) -> bool:
    if figure is None:
        return False
    if measure(promise.model).bound == "at_least":
        return figure >= promise.threshold - (loosen(promise.threshold) - promise.threshold)
    return figure <= loosen(promise.threshold)


def _known(promise: ReleasePromise) -> tuple[Promise, ReleaseRule]:
    known = promises().get(promise.model)
    if known is None or known.release is None:
        raise InvalidParameter(
            say("'{name}' is no promise about a whole release.", name=promise.model),
            say("Name the sensitive attribute that it is about."),
        )
    return known, known.release


def least_said_first(classes: Classes, which: NDArray[np.int64]) -> NDArray[np.int64]:
    """Some classes, those first that are published in the widest groups, then by their values."""
    if classes.crowd.folded:  # by multisets of rows, which have no width
        return which
    published = _published_codes(classes, which)
    widths = _widths(classes, published)
    keys: list[NDArray[Any]] = [*published[::-1], -np.round(widths, 9)]
    order: NDArray[np.int64] = np.lexsort(keys)
    return which[order]


def _published_codes(classes: Classes, which: NDArray[np.int64]) -> list[NDArray[np.int32]]:
    crowd, members = classes.crowd, classes.representatives[which]
    return [
        ladder.codes[level][codes[members]]
        for ladder, level, codes in zip(crowd.ladders, classes.levels, crowd.codes, strict=True)
    ]


def _widths(classes: Classes, published: Sequence[NDArray[np.int32]]) -> Figures:
    """The share of all values of each attribute that a class may stand for, added up."""
    widths = np.zeros(len(published[0]) if published else 0)
    for ladder, level, codes in zip(classes.crowd.ladders, classes.levels, published, strict=True):
        values = len(ladder.hierarchy.values)
        if level and values > 1:
            # what a suppressed row adds to the loss of the table
            widths += (ladder.hierarchy.leaves(level)[codes] - 1) / (values - 1)
    return widths
