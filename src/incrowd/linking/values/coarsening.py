"""Publish a column more coarsely than it was: `130**` -> `13***`, `20-30` and `30-40` -> `20-40`.

A release comes without its hierarchies, so that the levels above what was published are found from
the texts: one more character is masked, neighbouring ranges are merged, values are put into sets.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from typing import Final

from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.linking.values.published_value import Interval, meaning_of
from incrowd.table import SUPPRESSED

MOST_LEVELS: Final = 8


@dataclass(frozen=True)
class CoarserLevel:
    """One level above what is published: the new text of every text."""

    steps: int
    texts: Mapping[str, str]


Step = Callable[[int], dict[str, str]]


def levels_above(
    rows: Mapping[str, int], hierarchy: Hierarchy | None = None, most: int = MOST_LEVELS
) -> list[CoarserLevel]:
    """The levels above some published texts, which come with their rows; the last one is `*`.

    >>> [level.texts["130**"] for level in levels_above({"130**": 3, "131**": 2, "140**": 1})]
    ['13***', '*']
    >>> [level.texts["20-30"] for level in levels_above({"20-30": 3, "30-40": 2, "40-50": 2})]
    ['20-40', '*']
    """
    step = _step(rows, hierarchy)
    levels: list[CoarserLevel] = []
    before = {text: text for text in rows}
    for number in range(1, most + 1):
        texts = _suppressed_if_one(step(number) if step else {})
        if not texts or len(set(texts.values())) <= 1:
            break
        if len(set(texts.values())) < len(set(before.values())):
            levels.append(CoarserLevel(len(levels) + 1, texts))
            before = texts
    if len(set(rows) - {SUPPRESSED}) > 0:
        levels.append(CoarserLevel(len(levels) + 1, dict.fromkeys(rows, SUPPRESSED)))
    return levels


def _suppressed_if_one(texts: dict[str, str]) -> dict[str, str]:
    return {
        text: SUPPRESSED if meaning_of(text).suppressed or meaning_of(new).suppressed else new
        for text, new in texts.items()
    }


def _step(rows: Mapping[str, int], hierarchy: Hierarchy | None) -> Step | None:
    """How texts look so many levels above."""
    telling = [text for text in rows if not meaning_of(text).suppressed]
    if not telling:
        return None
    if hierarchy is not None:
        known = _in_hierarchy(telling, hierarchy)
        if known is not None:
            return _with_stars(rows, known)
    spans = [meaning_of(text).interval or _point(text) for text in telling]
    if all(span is not None for span in spans):
        return _with_stars(rows, _merging(telling, [span for span in spans if span is not None]))
    if any(meaning_of(text).masked for text in telling) and len(set(map(len, telling))) == 1:
        return _with_stars(rows, _masking(telling))
    if all(_can_be_listed(part) for text in telling for part in _parts(text)):
        return _with_stars(rows, _pairing({text: rows[text] for text in telling}))
    return None  # a set of them would be read as one of others


def _with_stars(rows: Mapping[str, int], step: Step) -> Step:
    def stepped(number: int) -> dict[str, str]:
        texts = step(number)
        return {text: texts.get(text, SUPPRESSED) for text in rows}

    return stepped


def _in_hierarchy(texts: Sequence[str], hierarchy: Hierarchy) -> Step | None:
    """Levels as the hierarchy has them, each text from its own level on."""
    place: dict[str, tuple[int, int]] = {}
    for level in range(hierarchy.height - 1, 0, -1):
        for leaf, group in enumerate(hierarchy.groups[level - 1].tolist()):
            place[hierarchy.labels[level - 1][group]] = (level, leaf)
    for leaf, value in enumerate(hierarchy.values):
        if value is not None:
            place[value] = (0, leaf)
    if any(text not in place for text in texts):
        return None

    def stepped(number: int) -> dict[str, str]:
        labels = {}
        for text in texts:
            level, value = place[text]
            above = min(level + number, hierarchy.height) - 1
            labels[text] = hierarchy.labels[above][hierarchy.groups[above][value]]
        return labels

    return stepped


def _point(text: str) -> Interval | None:
    meaning = meaning_of(text)
    return (
        Interval(meaning.number, meaning.number)
        if meaning.exact and meaning.number is not None
        else None
    )


def _merging(texts: Sequence[str], spans: Sequence[Interval]) -> Step:
    """Merge 2, 4, 8 … neighbouring ranges."""
    order = sorted(range(len(texts)), key=lambda place: (spans[place].first, spans[place].last))

    def stepped(number: int) -> dict[str, str]:
        width = 2**number
        labels = {}
        for start in range(0, len(order), width):
            together = order[start : start + width]
            low = min(spans[place].low for place in together)
            high = max(spans[place].high for place in together)
            for place in together:
                labels[texts[place]] = _written(low, high)
        return labels

    return stepped


def _written(low: float, high: float) -> str:
    if low == -inf and high == inf:
        return SUPPRESSED
    if low == -inf:
        return f"<={_end(high)}"
    return f">={_end(low)}" if high == inf else f"{_end(low)}-{_end(high)}"


def _end(number: float) -> str:
    """A number with all its digits.

    >>> _end(20240101.0), _end(0.0000001), _end(2.5)
    ('20240101', '0.0000001', '2.5')
    """
    return str(int(number)) if number.is_integer() else f"{Decimal(repr(number)):f}"


def _masking(texts: Sequence[str]) -> Step:
    """Mask one more character from the right."""
    kept = max(len(text.rstrip(SUPPRESSED)) for text in texts)

    def stepped(number: int) -> dict[str, str]:
        left = max(kept - number, 0)
        return {
            text: text[:left].ljust(len(text), SUPPRESSED) if left else SUPPRESSED for text in texts
        }

    return stepped


def _pairing(rows: Mapping[str, int]) -> Step:
    """Put the least and the most frequent value into one set, again and again."""

    def stepped(number: int) -> dict[str, str]:
        groups = [([text], count) for text, count in rows.items()]
        for _ in range(number):
            groups.sort(key=lambda group: (group[1], group[0]))
            half = len(groups) // 2
            middle = [groups[half]] if len(groups) % 2 else []
            groups = [
                (rare[0] + frequent[0], rare[1] + frequent[1])
                for rare, frequent in zip(
                    groups[:half], reversed(groups[len(groups) - half :]), strict=True
                )
            ] + middle
        return {text: _set(group) for group, _ in groups for text in group}

    return stepped


def _set(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    members = {part for text in texts for part in _parts(text)}
    return "{" + ", ".join(sorted(members)) + "}"


def _parts(text: str) -> Sequence[str]:
    return meaning_of(text).members or (text,)


def _can_be_listed(text: str) -> bool:
    """Whether a text that is written into a set is read as that text: `Smith, J` is not."""
    return meaning_of("{" + text + "}").members == (text,)
