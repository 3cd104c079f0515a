"""What can be known about somebody: the value of a column, or of columns that were joined.

Columns that were joined say the same, so that knowing it is one fact: whoever knows an age
knows that it lies in `20-30` of one release and in `25-35` of the other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.published_value import meaning_of
from incrowd.linking.values.taxonomy import Known, Taxonomy, generalised, together

BOTH: Final = ","
"""Between the columns of a fact about several: `1.zip,2.postcode`."""
Labels = tuple[str, ...]
Texts = tuple[str | None, ...]


@dataclass(frozen=True)
class Link:
    """Two columns, by their labels, that were joined."""

    left: str
    right: str
    condition: str = "equal"


@dataclass(frozen=True, eq=False)
class Knowable:
    """Something that can be known, all facts of it, and which of them each combination matches."""

    labels: Labels
    """The columns that a fact is about."""
    codes: Positions
    """What each joined combination shows of it; behind the last where that is nothing."""
    shown: int
    """How many different things are shown."""
    facts: tuple[Texts, ...]
    """The text of each column; None where a fact says nothing about it."""
    starts: Sizes
    members: Positions
    """What is shown as `i` matches the facts `members[starts[i]:starts[i + 1]]`."""
    names: tuple[str, ...] = ()
    """Of columns with equal texts, by fact, those that have to be named for it, as `1.zip`."""

    @property
    def apart(self) -> bool:
        """Whether everything that is shown matches one fact, and no two the same."""
        return len(self.facts) == self.shown and np.array_equal(self.members, np.arange(self.shown))

    def as_dict(self, fact: int) -> dict[str, str]:
        """A fact as columns and their texts."""
        labels = (self.names[fact],) if self.names else self.labels
        pairs = zip(labels, self.facts[fact], strict=True)
        return {label: text for label, text in pairs if text is not None}


def find_knowables(
    joined: JoinedRows,
    labels: Sequence[str],
    links: Sequence[Link] = (),
    hierarchies: Mapping[str, Known] | None = None,
) -> list[Knowable]:
    """All that can be known of some columns; those that were joined are known together."""
    things = []
    known = hierarchies or {}
    for linked in _groups(labels, links):
        columns = [joined.column(label) for label in linked]
        equal = all(
            link.condition == "equal" for link in links if {link.left, link.right} & set(linked)
        )
        names = dict.fromkeys(label.partition(".")[2] for label in linked)
        taxonomy = together(known.get(name) for name in names)
        if len(columns) > 1 and equal:
            things.append(_as_one(columns, taxonomy))
        else:
            things.append(_knowable(columns, taxonomy))
    return things


def _groups(labels: Sequence[str], links: Sequence[Link]) -> list[list[str]]:
    """Labels that are linked with each other, in the order of the first of each group."""
    group_of = {label: {label} for label in labels}
    for link in links:
        if link.left in group_of and link.right in group_of:
            merged = group_of[link.left] | group_of[link.right]
            for label in merged:
                group_of[label] = merged
    groups = {id(each): each for each in group_of.values()}
    return [[label for label in labels if label in each] for each in groups.values()]


def _as_one(columns: Sequence[JoinedColumn], hierarchy: Taxonomy | None) -> Knowable:
    """Columns with equal texts are known as one column."""
    knowable = _knowable([_merged(columns)], hierarchy)
    return replace(
        knowable,
        labels=tuple(column.label for column in columns),
        names=tuple(_names(columns, knowable)),
    )


def _merged(columns: Sequence[JoinedColumn]) -> JoinedColumn:
    """Columns with equal texts as one: the first that has a text decides."""
    texts = tuple(sorted({text for column in columns for text in column.texts}))
    place = {text: position for position, text in enumerate(texts)}
    codes = np.full(len(columns[0].codes), len(texts), np.int32)
    for column in reversed(columns):
        own = np.array([*(place[text] for text in column.texts), len(texts)], np.int32)
        codes = np.where(column.codes < column.missing, own[column.codes], codes)
    return JoinedColumn(columns[0].source, columns[0].name, texts, np.ascontiguousarray(codes))


def _names(columns: Sequence[JoinedColumn], knowable: Knowable) -> Iterator[str]:
    """For each fact the first column that states it for all who match, else all columns.

    An outer join leaves out the text of one column here and that of another one there.
    """
    lengths = np.diff(knowable.starts)
    of_members = np.repeat(np.arange(len(lengths)), lengths)
    silent = []
    for column in columns:
        lost = (
            np.bincount(knowable.codes[column.codes == column.missing], minlength=len(lengths)) > 0
        )
        facts = knowable.members[lost[of_members]]
        silent.append(np.bincount(facts, minlength=len(knowable.facts)) > 0)
    labels = [column.label for column in columns]
    everyone = BOTH.join(labels)
    for fact in range(len(knowable.facts)):
        yield next(
            (label for label, each in zip(labels, silent, strict=True) if not each[fact]), everyone
        )


def _knowable(columns: Sequence[JoinedColumn], hierarchy: Taxonomy | None) -> Knowable:
    codes, shown = _shown(columns)
    facts, matched = _facts(columns, shown, hierarchy)
    lengths = np.array([len(each) for each in matched] + [0], np.int64)
    return Knowable(
        labels=tuple(column.label for column in columns),
        codes=codes,
        shown=len(shown),
        facts=tuple(facts),
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        members=np.array([fact for each in matched for fact in each], np.int32),
    )


def _shown(columns: Sequence[JoinedColumn]) -> tuple[Positions, list[tuple[int, ...]]]:
    """The different combinations of texts, and which of them each joined one shows.

    Those in which every text is missing come last, as one.
    """
    radices = [len(column.texts) + 1 for column in columns]
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    everyone = np.arange(len(columns[0].codes), dtype=np.int32)
    keys, space = pack([column.codes for column in columns], as_is, radices, everyone)
    first, _, group_of = group(keys, np.ones(len(keys), np.int64), space)
    combinations = [tuple(int(column.codes[place]) for column in columns) for place in first]
    whole = [
        any(code < column.missing for code, column in zip(codes, columns, strict=True))
        for codes in combinations
    ]
    rank = np.where(whole, np.cumsum(whole) - 1, sum(whole)).astype(np.int32)
    kept = [codes for codes, complete in zip(combinations, whole, strict=True) if complete]
    return np.ascontiguousarray(rank[group_of]), kept


def _facts(
    columns: Sequence[JoinedColumn], shown: list[tuple[int, ...]], hierarchy: Taxonomy | None
) -> tuple[list[Texts], list[list[int]]]:
    """The facts, and for all that is shown the facts that it matches.

    A fact says nothing of a column with `*`, nor of one without a text, as where an outer join
    found no partner; whoever matches it may have any text there, or none.
    """
    matches = [_matches(column, hierarchy) for column in columns]
    facts: dict[Texts, None] = {}
    matched: list[list[int]] = [[] for _ in shown]
    holding = [_holding(shown, place) for place in range(len(columns))]
    for codes in shown:
        texts = tuple(_told(code, column) for code, column in zip(codes, columns, strict=True))
        telling = [place for place, text in enumerate(texts) if text is not None]
        if not telling or texts in facts:
            continue
        number = len(facts)
        facts[texts] = None
        first, *others = telling
        for held in matches[first][codes[first]]:
            for place in holding[first][held]:
                if all(shown[place][other] in matches[other][codes[other]] for other in others):
                    matched[place].append(number)
    return list(facts), matched


def _told(code: int, column: JoinedColumn) -> str | None:
    """What a fact says of a column; nothing if it is missing or `*`."""
    text = column.texts[code] if code < column.missing else None
    return None if text is None or meaning_of(text).suppressed else text


def _holding(shown: Sequence[tuple[int, ...]], column: int) -> dict[int, list[int]]:
    """The combinations that hold each text of a column."""
    holding: dict[int, list[int]] = defaultdict(list)
    for place, codes in enumerate(shown):
        holding[codes[column]].append(place)
    return holding


def _matches(column: JoinedColumn, hierarchy: Taxonomy | None) -> list[set[int]]:
    """For every text, those of the column that match it as a fact; `*` is none."""
    stars = {place for place, text in enumerate(column.texts) if meaning_of(text).suppressed}
    matches = [{place} | stars for place in range(len(column.texts))]
    wide = generalised(column.texts, hierarchy)
    plain = [place for place, generalised_text in enumerate(wide) if not generalised_text]
    if stars or len(plain) < len(column.texts):
        values = [column.texts[place] for place in plain]
        texts, which = matching_pairs("covers", column.texts, values, hierarchy)
        for text, place in zip(texts.tolist(), which.tolist(), strict=True):
            matches[plain[place]].add(text)
    return matches
