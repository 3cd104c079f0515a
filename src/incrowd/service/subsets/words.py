"""Say in words what can be released together, and what the tree of attributes misses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incrowd.language import say
from incrowd.service.subsets.results import Subsets
from incrowd.subsets.releasing import closest


def explain_subsets(found: Subsets) -> Iterable[str]:
    """Say in words what the guide shows."""
    picture, threshold = found.picture, found.threshold
    if picture.left_out:
        yield say(
            "{shown:,} of {all:,} attributes are compared, those with the largest k alone: "
            "all pairs would take too long.",
            shown=picture.columns.width,
            all=picture.columns.width + len(picture.left_out),
        )
    if not found.releasable:
        best, k = closest(picture.matrix)
        yield say(
            "Nothing can be released at a threshold of {threshold:,}: the closest is "
            "'{name}' alone, with k = {k:,}.",
            threshold=threshold,
            name=picture.columns.names[best],
            k=k,
        )
        return
    if picture.whole_k >= threshold:
        yield say("Everything can be released together: k is {k:,}.", k=picture.whole_k)
        return
    yield from _searched(found)


def _searched(found: Subsets) -> Iterable[str]:
    """Say what the largest subset is, if that is known, and where the tree misses one."""
    known = found.maximal.complete and found.maximal.subsets
    largest = found.maximal.subsets[0] if known else None
    if largest is not None and len(largest.members) == 1:
        yield say(
            "At a threshold of {threshold:,} no two attributes can be released together.",
            threshold=found.threshold,
        )
    elif largest is not None:
        yield say(
            "At a threshold of {threshold:,} at most {count:,} attributes can be released "
            "together, for example {names} (k = {k:,}).",
            threshold=found.threshold,
            count=len(largest.members),
            names=_listed(found.named(largest.members)),
            k=largest.k,
        )
    missed = [one for one in found.maximal.subsets if frozenset(one.members) not in found.in_tree]
    if missed:
        yield say(
            "The tree misses {missed:,} of the {all:,} subsets that cannot be extended: it "
            "joins attributes step by step and never goes back.",
            missed=len(missed),
            all=len(found.maximal.subsets),
        )
    if not found.maximal.complete:
        yield say(
            "There may be more: the search was stopped after {tried:,} subsets.",
            tried=found.maximal.tried,
        )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
