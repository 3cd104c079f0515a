"""An attacker who holds the original table: how many published rows could belong to each person.

match_classes(classes).candidates       # for each tuple of the crowd, 0 where it was removed

The attacker knows every quasi-identifier of everybody, and the hierarchies. A published text could
be a person's value if the hierarchy has that text for the value on any of its levels.
"""

from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.linking.attack.tables import Combinations, identify
from incrowd.linking.values.possible_values import Fits, fits_from_pairs
from incrowd.progress import Progress, silent
from incrowd.search.recoding import Recoding
from incrowd.table import MISSING


@dataclass(frozen=True, eq=False)
class OwnMatches:
    """Groups of people of whom the same is known, and how many published ones each could be."""

    people: Sizes
    """The people of each group, or the rows where no column tells people apart."""
    candidates: Sizes
    """Published people, or rows, that each of them could be; 0 for those who were removed."""


def match_classes(classes: Classes) -> OwnMatches:
    """Match a state: each column has one level, so only the own class could be somebody's."""
    published = np.where(classes.kept, classes.sizes, 0)
    return OwnMatches(classes.crowd.counts, published[classes.members])


def match_recoding(recoding: Recoding, progress: Progress = silent) -> OwnMatches:
    """Match rows, or people, that were recoded each in their own way."""
    if recoding.numbers:
        return _match_own_groups(recoding)
    if recoding.crowd.folded:
        return _match_people(recoding, progress)
    return _match_rows(recoding, progress)


def _match_own_groups(recoding: Recoding) -> OwnMatches:
    """Match numbers of groups: these may be closest to those that they were made of.

    So only the own group could be somebody's, the smallest one where a tuple lies in several.
    """
    kept = np.flatnonzero(recoding.kept)
    candidates = np.full(len(recoding.crowd.counts), recoding.crowd.rows + 1, np.int64)
    own = recoding.class_sizes[recoding.class_of[kept]]
    np.minimum.at(candidates, recoding.tuples[kept], own)
    candidates[candidates > recoding.crowd.rows] = 0
    return OwnMatches(recoding.crowd.counts, candidates)


def _match_people(recoding: Recoding, progress: Progress) -> OwnMatches:
    """Match people with several rows: all rows of the one could be all rows of the other.

    The rows of a person have the same levels. Whoever could be a published person looks alike at
    the levels of that one.
    """
    crowd = recoding.crowd
    kept = np.flatnonzero(recoding.kept)
    levels, kind = np.unique(recoding.levels[:, kept], axis=1, return_inverse=True)
    order = np.argsort(kind.reshape(-1), kind="stable")
    bounds = np.searchsorted(kind.reshape(-1)[order], np.arange(levels.shape[1] + 1))
    candidates = np.zeros(len(crowd.counts), np.int64)
    for number in range(levels.shape[1]):
        progress("comparing rows with people", number / levels.shape[1])
        parts = kept[order[bounds[number] : bounds[number + 1]]]
        classes = crowd.class_of_tuples(tuple(int(level) for level in levels[:, number]))
        published = np.zeros(int(classes.max(initial=-1)) + 1, np.int64)
        np.add.at(published, classes[recoding.tuples[parts]], recoding.counts[parts])
        candidates += published[classes]
    return OwnMatches(crowd.counts, candidates)


def _match_rows(recoding: Recoding, progress: Progress) -> OwnMatches:
    """Match single rows, by what each published text could stand for."""
    crowd, columns = recoding.crowd, range(len(recoding.crowd.domains))
    shown = [_read_column(recoding, place) for place in columns]
    kept = np.flatnonzero(recoding.kept).astype(np.int32)
    texts = [np.ascontiguousarray(codes[kept]) for codes, _ in shown]
    widths = [len(fits.first) - 1 for _, fits in shown]
    everything = np.arange(len(kept), dtype=np.int32)
    as_they_are = [np.arange(width, dtype=np.int32) for width in widths]
    keys, space = pack(texts, as_they_are, widths, everything)
    first, counts, _ = group(keys, np.ascontiguousarray(recoding.counts[kept]), space)
    published = Combinations(tuple(codes[first] for codes in texts), counts)
    people = Combinations(crowd.codes, crowd.counts)
    identified = identify([fits for _, fits in shown], published, people, progress)
    return OwnMatches(crowd.counts, identified.rows_of_people)


def _read_column(recoding: Recoding, place: int) -> tuple[Positions, Fits]:
    """The published text of each part as a number, and the values that each could stand for."""
    crowd = recoding.crowd
    ladder, values = crowd.ladders[place], crowd.domains[place].values
    own, levels = crowd.codes[place][recoding.tuples], recoding.levels[place]
    known: dict[str | None, int] = {}
    codes = np.zeros(len(own), np.int32)
    owners = []
    for level, groups in enumerate(ladder.codes):
        labels = values if level == 0 else ladder.hierarchy.labels[level - 1]
        texts = [None if level and label == MISSING else label for label in labels]
        numbers = np.array([known.setdefault(text, len(known)) for text in texts], np.int32)
        chosen = levels == level
        codes[chosen] = numbers[groups[own[chosen]]]
        owners.append(numbers[groups])
    # groups of a level stand side by side in this order, so that each is one run of values
    order = np.lexsort(ladder.codes)
    every = np.tile(np.arange(len(values), dtype=np.int64), len(owners))
    return codes, fits_from_pairs(np.concatenate(owners), every, len(known), order)
