"""From a local recoding to rows: what each part publishes, and the crowd of what is published.

table.page(PageRequest(kept=published_parts(recoding)))
"""

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.folding import folded_crowd
from incrowd.crowd.persons import Persons
from incrowd.crowd.sensitive import Sensitive
from incrowd.engines.stored.page import KeptTuples, Labels, Parts
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.builders import suppress
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.multisets import Entries, number_multisets
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.release.published_rows import (
    original_values,
    truth_values,
    tuple_columns,
    whole_numbers,
)
from incrowd.search.recoding import Recoding
from incrowd.table import MISSING, Profile


@dataclass(frozen=True, eq=False)
class _Shown:
    """What one attribute shows: the text of part `i` is `texts[codes[i]]`, the missing one last."""

    codes: Positions
    texts: tuple[str | None, ...]
    profile: Profile | None = None
    """What the column is where it shows the numbers of groups."""

    def take(self, parts: Positions) -> Labels:
        """What some parts show, as an engine needs it."""
        return Labels(whole_numbers(pa.int32(), self.codes[parts]), self.texts, self.profile)


def published_parts(recoding: Recoding) -> KeptTuples:
    """What the engine needs to show and write the rows of a recoding."""
    if recoding.crowd.persons is not None:
        return _person_parts(recoding, recoding.crowd.persons)
    order = np.argsort(recoding.tuples, kind="stable")
    names = recoding.crowd.names
    labels = {name: shown.take(order) for name, shown in zip(names, _shown(recoding), strict=True)}
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


def _person_parts(recoding: Recoding, persons: Persons) -> KeptTuples:
    """The same by person key and original values: all rows of a person belong to one part."""
    names, columns, _ = original_values(recoding.crowd)
    lines, parts, rows = assign_parts(recoding)
    entries, width = recoding.person_entries, len(recoding.crowd.by_rows.counts)
    # entries are sorted by part, and those of a part by row tuple
    known = entries.owners.astype(np.int64) * width + entries.values
    wanted = parts.astype(np.int64) * width + persons.line_tuples[lines]
    places = np.searchsorted(known, wanted)
    labels = {
        name: shown.take(places)
        for name, shown in zip(recoding.crowd.names, _shown(recoding.by_rows), strict=True)
    }
    table = pa.table(
        {
            "tuple": whole_numbers(pa.int64(), lines.astype(np.int64)),
            "rows": whole_numbers(pa.int64(), rows),
            "kept": truth_values(recoding.kept[parts]),
            "size": whole_numbers(pa.int64(), _size_of_parts(recoding)[parts]),
        }
    )
    return KeptTuples(names, pa.table(columns, list(names)), Parts(table, labels))


def assign_parts(recoding: Recoding) -> tuple[Positions, Positions, Sizes]:
    """Which part the rows of each key and row tuple belong to: lines, parts and rows, by line.

    Of the persons of a tuple the first keys belong to its first part; those without a key, whose
    rows are persons each, come last and may be spread over several parts.
    """
    persons = recoding.crowd.persons
    if persons is None:
        raise InvalidParameter(say("The table has no person key."), say("Count its rows instead."))
    order = np.argsort(recoding.tuples, kind="stable").astype(np.int32)
    ends = np.cumsum(recoding.counts[order])
    counts = recoding.crowd.counts
    # persons are numbered tuple by tuple, so that the parts of a tuple follow each other
    first = np.cumsum(counts) - counts
    anonymous = persons.anonymous[persons.line_keys]
    keyed = np.flatnonzero(~anonymous)
    keys, place = np.unique(persons.line_keys[keyed], return_index=True)
    tuple_of = persons.line_of[keyed[place]]
    sequence = np.argsort(tuple_of, kind="stable")
    starts = np.searchsorted(tuple_of[sequence], np.arange(len(counts)))
    number = np.empty(len(persons.key.values), np.int64)
    within = np.arange(len(keys)) - starts[tuple_of[sequence]]
    number[keys[sequence]] = first[tuple_of[sequence]] + within
    named = np.bincount(tuple_of, minlength=len(counts))
    free = np.flatnonzero(anonymous)
    free = free[np.argsort(persons.line_of[free], kind="stable")]
    rows = persons.line_rows[free]
    line_of_row = np.repeat(free, rows)
    tuple_of_row = persons.line_of[line_of_row]
    begin = np.searchsorted(tuple_of_row, np.arange(len(counts)))
    rank = np.arange(len(line_of_row)) - begin[tuple_of_row] + named[tuple_of_row]
    people = np.concatenate([number[persons.line_keys[keyed]], first[tuple_of_row] + rank])
    lines = np.concatenate([keyed, line_of_row])
    each = np.concatenate([persons.line_rows[keyed], np.ones(len(line_of_row), np.int64)])
    parts = order[np.searchsorted(ends, people, side="right")]
    pairs, inverse = np.unique(np.stack([lines, parts]), axis=1, return_inverse=True)
    totals = np.bincount(inverse.reshape(-1), each, minlength=pairs.shape[1])
    return pairs[0].astype(np.int32), pairs[1].astype(np.int32), totals.astype(np.int64)


def _size_of_parts(recoding: Recoding) -> Sizes:
    """The rows of the class of each part, 0 for those that are left out."""
    sizes = np.append(recoding.class_sizes, 0)
    return np.asarray(sizes[recoding.class_of], np.int64)


def published_crowd(recoding: Recoding) -> Crowd:
    """The crowd of the published rows: its classes are those of identical published rows.

    Sensitive values are known of whole combinations only: where the rows of one are published in
    different ways, which of them has which value is known to the rows alone, so none are told.
    Where persons are recoded it is a crowd of persons.
    """
    if recoding.crowd.persons is not None:
        return _published_persons(recoding, recoding.crowd.persons)
    return _published_rows(recoding)[0]


def _published_persons(recoding: Recoding, persons: Persons) -> Crowd:
    rows, tuple_of = _published_rows(replace(recoding.by_rows, crowd=_plain(recoding.crowd)))
    kept = np.flatnonzero(recoding.kept).astype(np.int32)
    entries = recoding.person_entries.of(kept)
    entries = Entries(entries.starts, tuple_of, entries.times)
    numbers, count = number_multisets(entries, np.arange(len(rows.counts), dtype=np.int32))
    speaker = np.zeros(count, np.int32)
    speaker[numbers[::-1]] = np.arange(len(numbers), dtype=np.int32)[::-1]
    nobody = np.empty(0, np.int32)
    published = Persons(
        entries.of(speaker), persons.key, nobody, nobody, np.empty(0, np.int64), nobody
    )
    counts = np.bincount(numbers, recoding.counts[kept], minlength=count).astype(np.int64)
    return folded_crowd(rows, published, counts, _sensitive(recoding, kept, numbers))


def _plain(crowd: Crowd) -> Crowd:
    """The crowd of the rows without sensitive values: those of persons are counted."""
    return replace(crowd.by_rows, sensitive=())


def _published_rows(recoding: Recoding) -> tuple[Crowd, Positions]:
    """The crowd of the published rows, and the tuple of each part that is kept."""
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
    hierarchies = {domain.attribute.name: suppress.build(domain) for domain in domains}
    return crowd.with_hierarchies(hierarchies), tuple_of


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
            replace(
                attribute,
                tuples=np.ascontiguousarray(place[attribute.tuples[inside]]),
                values=np.ascontiguousarray(attribute.values[inside]),
                counts=np.ascontiguousarray(attribute.counts[inside]),
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
    shown = recoding.numbers.get(place)
    if shown is not None:
        return _Shown(shown.codes, shown.texts, shown.profile)
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
