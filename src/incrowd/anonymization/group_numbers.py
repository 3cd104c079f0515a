"""Publish the numbers of groups in what a method found, and prove that the promises still hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from incrowd.crowd.crowd import Classes, Protection, State
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.enforcement import protected
from incrowd.measures.promise_names import in_words
from incrowd.measures.release_promises import broken_promises, split_promises
from incrowd.release.export import Release
from incrowd.release.recoded_rows import published_crowd, published_parts
from incrowd.search.aggregation.aggregate import aggregate as aggregate_groups
from incrowd.search.aggregation.choosing import choose_functions
from incrowd.search.method import Solution
from incrowd.search.recoding import Recoding


def show_numbers(
    solution: Solution, functions: Mapping[str, str], protections: Sequence[Protection]
) -> Solution:
    """A solution whose groups show numbers in some attributes; groups never split.

    Most promises can only gain where groups merge. Those that look at single columns may not, as
    different groups that shared a range now differ: what no longer holds is refused.
    """
    if not functions:
        return solution
    recoding = solution.recoding
    if not recoding.numbers:
        recoding = recoding if solution.classes is None else _in_order(recoding)
        recoding = aggregate_groups(recoding, functions)
    if recoding.kept.any():
        _check(classes_of(recoding), protections, functions)
    return replace(solution, recoding=recoding)


def _in_order(recoding: Recoding) -> Recoding:
    """The same with the tuples of the crowd sorted, as recodings that are kept have them."""
    crowd = recoding.crowd
    rank = np.empty(len(crowd.counts), np.int32)
    rank[np.lexsort(crowd.codes[::-1])] = np.arange(len(rank), dtype=np.int32)
    return replace(recoding, crowd=crowd.in_order(), tuples=rank[recoding.tuples])


def number_release(
    table: OpenTable,
    classes: Classes,
    state: State,
    aggregate: Mapping[str, str],
    seed: str | None,
) -> Release:
    """What is handed out of a state whose groups show numbers."""
    functions = choose_functions(table.protected_crowd.by_rows, aggregate)
    plain = Solution(Recoding.of_state(classes))
    recoding = show_numbers(plain, functions, state.protections).recoding
    shown = classes_of(recoding)
    promise = State(shown.levels, state.k, state.protections)
    return Release(shown, promise, published_parts(recoding), {}, seed)


def classes_of(recoding: Recoding) -> Classes:
    """The classes of what a recoding publishes."""
    published = published_crowd(recoding)
    return published.at(published.bottom)


def _check(
    classes: Classes, protections: Sequence[Protection], functions: Mapping[str, str]
) -> None:
    single, whole = split_promises(protections)
    broken = [each for each in single if not protected(classes, [each]).all()]
    for promise in (*broken, *broken_promises(classes, whole)):
        raise InvalidParameter(
            say(
                "With one number per group in {names}, the release does not hold {promise}.",
                names=", ".join(functions),
                promise=in_words(promise),
            ),
            say("Publish ranges there, or ask for a larger k."),
        )
