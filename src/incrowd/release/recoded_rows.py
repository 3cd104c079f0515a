"""From a local recoding to rows: what each part publishes, and the crowd of what is published.

table.page(PageRequest(kept=published_parts(recoding)))
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.sensitive import Sensitive
from incrowd.engines.stored.page import KeptTuples, Labels, Parts
from incrowd.hierarchies.builders import suppress
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.release.published_rows import truth_values, tuple_columns, whole_numbers
from incrowd.search.recoding import Recoding
from incrowd.table import MISSING


@dataclass(frozen=True, eq=False)
class _Shown:
    """What one attribute shows: the text of part `i` is `texts[codes[i]]`, the missing one last."""

    codes: Positions
    texts: tuple[str | None, ...]


def published_parts(recoding: Recoding) -> KeptTuples:
    """What the engine needs to show and write the rows of a recoding."""
    order = np.argsort(recoding.tuples, kind="stable")
    names = recoding.crowd.names
    labels = {
        name: Labels(whole_numbers(pa.int32(), shown.codes[order]), shown.texts)
        for name, shown in zip(names, _shown(recoding), strict=True)
    }
    parts = pa.table(
        {
            "tuple": whole_numbers(pa.int64(), recoding.tuples[order].astype(np.int64)),
            "rows": whole_numbers(pa.int64(), recoding.counts[order]),
            "kept": truth_values(recoding.kept[order]),
            "size": whole_numbers(pa.int64(), _size_of_parts(recoding)[order]),
        }
    )
    tuples = pa.table(tuple_columns(recoding.crowd), names)
    return KeptTuples(tuple(names), tuples, Parts(parts, labels))


def _size_of_parts(recoding: Recoding) -> Sizes:
    """The rows of the class of each part, 0 for those that are left out."""
    sizes = np.append(recoding.class_sizes, 0)
    return np.asarray(sizes[recoding.class_of], np.int64)


def published_crowd(recoding: Recoding) -> Crowd:
    """The crowd of the published rows: its classes are those of identical published rows.

    Sensitive values are known of whole combinations only: where the rows of one are published in
    different ways, which of them has which value is known to the rows alone, so none are told.
    """
    everything = _shown(recoding)
    kept = np.flatnonzero(recoding.kept).astype(np.int32)
    codes = [np.ascontiguousarray(shown.codes[kept]) for shown in everything]
    counts = np.ascontiguousarray(recoding.counts[kept])
    first, totals, tuple_of = _distinct(codes, everything, counts)
    domains = tuple(
        Domain(domain.attribute, shown.texts, _rows_per_text(shown, recoding))
        for domain, shown in zip(recoding.crowd.domains, everything, strict=True)
    )
    crowd = Crowd(
        domains,
        tuple(np.ascontiguousarray(code[first]) for code in codes),
        totals,
        _sensitive(recoding, kept, tuple_of),
    )
    return crowd.with_hierarchies(
        {domain.attribute.name: suppress.build(domain) for domain in domains}
    )


def _distinct(
    codes: list[Positions], everything: list[_Shown], counts: Sizes
) -> tuple[Positions, Sizes, Positions]:
    radices = [max(len(shown.texts), 1) for shown in everything]
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    keys, space = pack(codes, as_is, radices, np.arange(len(counts), dtype=np.int32))
    return group(keys, counts, space)


def _sensitive(recoding: Recoding, kept: Positions, tuple_of: Positions) -> tuple[Sensitive, ...]:
    """Sensitive values of the published tuples, the values of suppressed ones left out."""
    if len(np.unique(recoding.tuples)) < len(recoding.tuples):
        return ()
    place = np.full(len(recoding.crowd.counts), -1, np.int32)
    place[recoding.tuples[kept]] = tuple_of
    result = []
    for attribute in recoding.crowd.sensitive:
        inside = place[attribute.tuples] >= 0
        result.append(
            Sensitive(
                attribute.domain,
                np.ascontiguousarray(place[attribute.tuples[inside]]),
                np.ascontiguousarray(attribute.values[inside]),
                np.ascontiguousarray(attribute.counts[inside]),
                attribute.hierarchy,
            )
        )
    return tuple(result)


def _rows_per_text(shown: _Shown, recoding: Recoding) -> Sizes:
    rows = np.where(recoding.kept, recoding.counts, 0)
    return np.bincount(shown.codes, rows, minlength=len(shown.texts)).astype(np.int64)


def _shown(recoding: Recoding) -> list[_Shown]:
    return [_texts(recoding, place) for place in range(len(recoding.crowd.domains))]


def _texts(recoding: Recoding, place: int) -> _Shown:
    """Number the texts of an attribute in the order of the values that they stand for."""
    crowd = recoding.crowd
    ladder, domain = crowd.ladders[place], crowd.domains[place]
    own = crowd.codes[place][recoding.tuples]
    levels = recoding.levels[place]
    text_of: dict[str | None, int] = {}
    texts: list[tuple[int, int, str | None]] = []
    codes = np.empty(len(own), np.int32)
    for level in np.unique(levels).tolist():
        chosen = levels == level
        groups = ladder.codes[level][own[chosen]]
        used, inverse = np.unique(groups, return_inverse=True)
        numbers = np.empty(len(used), np.int32)
        firsts = _first_values(ladder.codes[level], len(domain.values))
        for number, code in enumerate(used.tolist()):
            text = domain.values[code] if level == 0 else ladder.hierarchy.label(level, code)
            if level and text == MISSING:  # looks like a missing value that is published as it is
                text = None
            if text not in text_of:
                text_of[text] = len(texts)
                texts.append((firsts[code], level, text))
            numbers[number] = text_of[text]
        codes[chosen] = numbers[inverse.reshape(-1)]
    order = sorted(range(len(texts)), key=lambda at: (texts[at][2] is None, *texts[at][:2]))
    rank = np.empty(len(texts), np.int32)
    rank[order] = np.arange(len(texts), dtype=np.int32)
    return _Shown(rank[codes], tuple(texts[at][2] for at in order))


def _first_values(level_codes: Positions, values: int) -> dict[int, int]:
    """The first value of each group at a level."""
    used, first = np.unique(level_codes, return_index=True)
    return dict(zip(used.tolist(), first.tolist(), strict=True))
