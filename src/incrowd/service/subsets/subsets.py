"""Which attributes can be released together: matrix, tree and guide at a threshold.

`guide(draw(classes), 5, "k", take).to_dict()` is what `incrowd subsets --json` prints.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, cast

import numpy as np

from incrowd.crowd.crowd import Classes
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.risk import answerable, measure_classes
from incrowd.errors import CrowdNeeded, InvalidParameter, NotNow, UnknownName
from incrowd.language import say
from incrowd.measures.enforcement import enforce
from incrowd.measures.registry import measure, measures
from incrowd.service.subsets.extreme_pairs import explain_pairs, rank_pairs
from incrowd.service.subsets.included import INCLUDED, check_included, include
from incrowd.service.subsets.pushed_columns import count_columns
from incrowd.service.subsets.results import MeasurableSubsets, Picture, ShownMeasure, Subsets
from incrowd.subsets.columns import Columns
from incrowd.subsets.counted import CountedColumns, choose_compared, summarise_counted
from incrowd.subsets.hact import LINKAGES, Linkage, build_tree, flip
from incrowd.subsets.matrix import (
    SIZE_MEASURES,
    Step,
    build_matrix,
    compared,
    subset_classes,
    unheard,
)
from incrowd.subsets.maximal import find_maximal
from incrowd.subsets.releasing import check_threshold, closest, cut
from incrowd.workspace.open_dataset import OpenDataset

__all__ = [
    "INCLUDED",
    "LINKAGES",
    "SIZE_MEASURES",
    "MeasurableSubsets",
    "compare_subsets",
    "draw",
    "guide",
    "offered_measures",
    "tell_measurable_subsets",
    "tell_subsets",
]

MOST_MEASURED: Final = 300_000_000
"""Pairs times entries for which a measure is taken that needs more than the sizes of classes."""

NOT_SHOWN: Final = frozenset({"k_anonymity", "distribution"})
"""k has a name of its own, and a distribution is no single figure."""

Take = Callable[[Classes, str], float | None]
"""Takes a measure of the registry."""


def compare_subsets(
    table: OpenTable,
    levels: Mapping[str, int] | None,
    k: int,
    threshold: int,
    linkage: str,
    measured: str,
    included: Sequence[str] = (),
) -> Subsets:
    """Matrix, tree and guide of a table at some levels, small classes left out.

    Columns of the roles that are `included` count as known, too.
    """
    check_included(table, measured, included)
    if table.push_down:
        return _compare_in_engine(table, levels, k, threshold, linkage, measured)
    state = table.state(levels, k)
    crowd = table.crowd_for(state, [] if measured in SIZE_MEASURES else [measured])
    classes = include(table, state, enforce(crowd, state), included)
    picture = draw(classes, linkage, lambda done: table.progress("Comparing attributes", done))
    return guide(picture, threshold, measured, partial(measure_classes, table))


def _compare_in_engine(
    table: OpenTable,
    levels: Mapping[str, int] | None,
    k: int,
    threshold: int,
    linkage: str,
    measured: str,
) -> Subsets:
    """The same where the engine counts every subset that is asked for."""
    if k > 1 or measured not in {*SIZE_MEASURES, "k_anonymity"}:
        raise CrowdNeeded(
            say(
                "A table that is counted state by state is compared as a whole, by {names}.",
                names=", ".join(SIZE_MEASURES),
            ),
            say("Leave out -k and other measures, or use --coarsen auto instead of --push-down."),
        )
    columns = count_columns(table, table.state(levels).levels)
    picture = _draw(columns, choose_compared(columns), linkage, unheard)
    return guide(picture, threshold, measured, partial(measure_classes, table))


def tell_subsets(
    open_dataset: OpenDataset,
    threshold: int,
    linkage: str,
    measured: str,
    included: Sequence[str] = (),
) -> Subsets:
    """Matrix, tree and guide where the decisions of a data set lead."""
    snapshot = open_dataset.snapshot()
    check_included(snapshot.dataset, measured, included)
    if included and snapshot.recoded is not None:
        raise NotNow(
            say("Every row is recoded in its own way: only quasi-identifiers are compared."),
            say("Undo the recoding first."),
        )

    def count() -> Picture:
        known = include(snapshot.dataset, snapshot.state, snapshot.classes, included)
        return draw(known, linkage)

    key = (snapshot.key, linkage, tuple(included))
    picture = open_dataset.cached(Picture, key, count)
    return guide(picture, threshold, measured, partial(measure_classes, snapshot.dataset))


def tell_measurable_subsets(
    open_dataset: OpenDataset,
    threshold: int,
    linkage: str,
    measured: str,
    included: Sequence[str] = (),
) -> MeasurableSubsets:
    """Matrix, tree and guide of a data set, and the measures that its cells can show."""
    subsets = tell_subsets(open_dataset, threshold, linkage, measured, included)
    offered = list(SIZE_MEASURES) if included else offered_measures(open_dataset)
    return MeasurableSubsets(subsets, tuple(offered))


def offered_measures(open_dataset: OpenDataset) -> list[str]:
    """The measures that cells can show with what is known of a data set."""
    snapshot = open_dataset.snapshot()
    dataset = snapshot.dataset
    known = answerable(snapshot.classes, dataset.population_crowd, dataset.population_size)
    others = [
        measure.name
        for measure in known
        if measure.family != "utility" and measure.name not in NOT_SHOWN
    ]
    return list(dict.fromkeys([*SIZE_MEASURES, *others]))


def draw(classes: Classes, linkage: str = "union", step: Step = unheard) -> Picture:
    """Count every pair and build the tree."""
    everything = Columns.of(classes)
    return _draw(everything, compared(everything), linkage, step)


def _draw(
    everything: Columns | CountedColumns, chosen: Sequence[int], linkage: str, step: Step
) -> Picture:
    left_out = tuple(name for a, name in enumerate(everything.names) if a not in set(chosen))
    columns = everything.only(chosen) if left_out else everything
    matrix = build_matrix(columns, step=lambda done: step(0.7 * done))
    # what is not a linkage is refused there
    tree = build_tree(columns, matrix, cast(Linkage, linkage), lambda done: step(0.7 + 0.3 * done))
    order = tuple(flip(tree, matrix))
    whole = _smallest(everything)
    return Picture(columns, matrix, tree, cast(Linkage, linkage), order, whole, left_out)


def _smallest(columns: Columns | CountedColumns) -> int:
    if isinstance(columns, CountedColumns):
        return int(columns.everybody.sizes.min())
    return int(columns.sizes.min(initial=columns.rows))


def guide(picture: Picture, threshold: int, measured: str, take: Take) -> Subsets:
    """Say what can be released at a threshold, and show a measure of every pair."""
    check_threshold(threshold)
    releasable = cut(picture.columns, picture.tree, threshold)
    maximal = find_maximal(picture.columns, picture.matrix, threshold)
    shown = _measure_pairs(picture, threshold, measured, take)
    ranks = rank_pairs(picture)
    strongest, weakest = ranks or (None, None)
    words = tuple(explain_pairs(picture, ranks))
    subsets = Subsets(picture, threshold, shown, releasable, maximal, (), strongest, weakest, words)
    return replace(subsets, explanation=tuple(explain_subsets(subsets)))


def _measure_pairs(picture: Picture, threshold: int, measured: str, take: Take) -> ShownMeasure:
    name = "k" if measured == "k_anonymity" else measured
    if name in SIZE_MEASURES:
        return _measure_sizes(picture, threshold, name)
    known = [*SIZE_MEASURES, *(taken.name for taken in measures() if taken.family != "utility")]
    if name not in known:
        raise UnknownName.among("measure of subsets", name, known)
    described = measure(name)
    if isinstance(picture.columns, CountedColumns):
        raise CrowdNeeded.here()
    cells = _measure_cells(picture.columns, name, take)
    whole = take(picture.columns.classes, name)
    return ShownMeasure(name, described.title, described.unit, described.better, whole, cells)


def _measure_sizes(picture: Picture, threshold: int, name: str) -> ShownMeasure:
    matrix = picture.matrix
    if name == "below_k" and matrix.below != threshold:
        matrix = build_matrix(picture.columns, threshold)
    cells = SIZE_MEASURES[name](matrix.figures, matrix.rows).tolist()
    whole = float(SIZE_MEASURES[name](_whole(picture, threshold), matrix.rows))
    title, unit, better = _describe(name, threshold)
    return ShownMeasure(name, title, unit, better, whole, tuple(map(tuple, cells)))


def _whole(picture: Picture, threshold: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The figures of all attributes together, also of those that are not compared."""
    if isinstance(picture.columns, CountedColumns):
        return summarise_counted(picture.columns.everybody, threshold)
    sizes = picture.columns.classes.kept_sizes
    below = int(sizes[sizes < threshold].sum())
    return np.array([len(sizes), picture.whole_k, np.count_nonzero(sizes == 1), below], np.int64)


def _describe(name: str, threshold: int) -> tuple[str, str, Literal["lower", "higher"]]:
    if name == "k":
        return say("Smallest group (k)"), "rows", "higher"
    if name == "below_k":
        return say("Rows in groups smaller than {k:,}", k=threshold), "percent", "lower"
    described = measure(name)
    return described.title, described.unit, described.better


def _measure_cells(columns: Columns, name: str, take: Take) -> tuple[tuple[float | None, ...], ...]:
    width = columns.width
    if width * (width + 1) // 2 * len(columns.sizes) > MOST_MEASURED:
        raise InvalidParameter(
            say(
                "Computing '{name}' for every pair of {attributes:,} attributes would take "
                "too long.",
                name=name,
                attributes=width,
            ),
            say("Choose one of: {names}.", names=", ".join(SIZE_MEASURES)),
        )
    cells: list[list[float | None]] = [[None] * width for _ in range(width)]
    for a in range(width):
        for b in range(a, width):
            value = take(subset_classes(columns, [a, b]), name)
            cells[a][b] = cells[b][a] = value
    return tuple(map(tuple, cells))


def explain_subsets(subsets: Subsets) -> Iterable[str]:
    """Say in words what the guide shows."""
    picture, threshold = subsets.picture, subsets.threshold
    if picture.left_out:
        yield say(
            "Comparing all pairs would take too long, so only {shown:,} of {all:,} attributes "
            "are compared: those with the largest k on their own.",
            shown=picture.columns.width,
            all=picture.columns.width + len(picture.left_out),
        )
    if not subsets.releasable:
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
    yield from _explain_search(subsets)


def _explain_search(subsets: Subsets) -> Iterable[str]:
    """Say what the largest subset is, if that is known, and where the tree misses one."""
    known = subsets.maximal.complete and subsets.maximal.subsets
    largest = subsets.maximal.subsets[0] if known else None
    if largest is not None and len(largest.members) == 1:
        yield say(
            "At a threshold of {threshold:,} no two attributes can be released together.",
            threshold=subsets.threshold,
        )
    elif largest is not None:
        yield say(
            "At a threshold of {threshold:,} at most {count:,} attributes can be released "
            "together, for example {names} (k = {k:,}).",
            threshold=subsets.threshold,
            count=len(largest.members),
            names=_quote_names(subsets.named(largest.members)),
            k=largest.k,
        )
    missed = [
        maximal
        for maximal in subsets.maximal.subsets
        if frozenset(maximal.members) not in subsets.in_tree
    ]
    if missed:
        yield say(
            "The tree misses {missed:,} of the {all:,} subsets that cannot be extended: it "
            "joins attributes step by step and never goes back.",
            missed=len(missed),
            all=len(subsets.maximal.subsets),
        )
    if not subsets.maximal.complete:
        yield say(
            "There may be more: the search was stopped after {tried:,} subsets.",
            tried=subsets.maximal.tried,
        )


def _quote_names(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
