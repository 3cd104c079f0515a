"""Linked releases row by row, slowly: every row beside every row, every fact tried on all of them.

A joined row is a pair of numbers, None where there is no partner; all else is read off the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from joined_rows import may_be, slow_composition

from incrowd.linking.values.published_value import covers, meaning_of, overlaps

Text = str | None
Pair = tuple[int | None, int | None]
Know = list[tuple[tuple[str, ...], str]]
"""Facts: labels of columns that are known together, and the value."""
CONDITIONS: dict[str, Callable[[str, str], bool]] = {
    "equal": str.__eq__,
    "overlaps": overlaps,
    "covers": covers,
}


@dataclass(frozen=True)
class Walk:
    """Two releases as rows, and how they are joined."""

    rows: tuple[list[dict[str, Text]], list[dict[str, Text]]]
    kind: str
    on: tuple[tuple[str, str, str], ...]
    """Left and right column, condition."""
    sensitive: tuple[str, ...]
    """Labels; two of them are joined on, unless they have to differ."""
    different: bool = False

    def together(self, one: Mapping[str, Text], two: Mapping[str, Text]) -> bool:
        pairs = list(self.on)
        if len(self.sensitive) == 2 and not self.different:
            pairs.append((*(label[2:] for label in self.sensitive), "equal"))
        for left, right, condition in pairs:
            a, b = one[left], two[right]
            if a is None or b is None or not CONDITIONS[condition](a, b):
                return False
        return True

    def pairs(self) -> list[Pair]:
        left, right = self.rows
        found: list[Pair] = [
            (i, j)
            for i, one in enumerate(left)
            for j, two in enumerate(right)
            if self.together(one, two)
        ]
        if self.kind in ("left", "full"):
            met = {i for i, _ in found}
            found += [(i, None) for i in range(len(left)) if i not in met]
        if self.kind in ("right", "full"):
            met = {j for _, j in found}
            found += [(None, j) for j in range(len(right)) if j not in met]
        return found

    def text(self, pair: Pair, label: str) -> Text:
        place = pair[int(label[0]) - 1]
        return None if place is None else self.rows[int(label[0]) - 1][place][label[2:]]

    def published(self, label: str) -> set[Text]:
        return {row[label[2:]] for row in self.rows[int(label[0]) - 1]}

    def without(self, source: int, gone: set[int]) -> Walk:
        kept = [row for place, row in enumerate(self.rows[source]) if place not in gone]
        rows = (kept, self.rows[1]) if source == 0 else (self.rows[0], kept)
        return replace(self, rows=rows)

    # what is sensitive

    def values(self, pair: Pair) -> dict[str, Text]:
        """The sensitive values of a joined row, by what they are about."""
        texts = [self.text(pair, label) for label in self.sensitive]
        if not self.different:
            return {"": next((text for text in texts if text is not None), None)}
        one, two = texts
        if one is None or two is None or one == two:
            return dict.fromkeys(("1", "2", "pair", "unordered"))
        both = " & ".join(sorted((one, two)))
        return {"1": one, "2": two, "pair": f"{one} > {two}", "unordered": both}

    def composed(self, pairs: Sequence[Pair], threshold: float):
        """N, V, P, rule and breach by what they are about."""
        names = ("1", "2", "pair", "unordered") if self.different else ("",)
        return {
            about: slow_composition([self.values(pair)[about] for pair in pairs], threshold)
            for about in names
        }

    def worst(self, pairs: Sequence[Pair], threshold: float) -> tuple[int, float | None, bool]:
        """N, P and breach of what tells most."""
        found = self.composed(pairs, threshold).values()
        n, _, p, _, breach = max(found, key=lambda one: (one[4], one[2] or 0.0))
        return n, p, breach

    # what is known

    def same(self, labels: Sequence[str]) -> bool:
        """Whether columns were joined as equal."""
        wanted = tuple(label[2:] for label in labels)
        return len(labels) == 2 and (*wanted, "equal") in self.on

    def fits(self, pair: Pair, labels: Sequence[str], value: str) -> bool:
        """Whether a fact may be about a joined row: no partner, nothing to compare."""
        texts = {label: self.text(pair, label) for label in labels}
        there = {
            label: text for label, text in texts.items() if pair[int(label[0]) - 1] is not None
        }
        if len(labels) == 1:
            there = texts
        known = {label: self.published(label) for label in labels}
        if self.same(labels):
            known = dict.fromkeys(labels, set().union(*known.values()))
        return bool(there) and all(
            may_be(text, value, known[label]) for label, text in there.items()
        )

    def matching(self, pairs: Sequence[Pair], know: Know) -> list[Pair]:
        return [pair for pair in pairs if all(self.fits(pair, *fact) for fact in know)]


@dataclass(frozen=True)
class Thing:
    """Something that can be known: a column, or columns that were joined."""

    labels: tuple[str, ...]
    equal: bool = True

    def shown(self, walk: Walk, pair: Pair) -> tuple[Text, ...]:
        texts = tuple(walk.text(pair, label) for label in self.labels)
        if not self.equal:
            return texts
        return (next((text for text in texts if text is not None), None),)

    def facts(self, walk: Walk, pairs: Sequence[Pair]) -> list[tuple[Text, ...]]:
        """All that is shown; nothing is said by `*`, nor where nothing is shown."""
        told = (
            tuple(
                None if text is None or meaning_of(text).suppressed else text
                for text in self.shown(walk, pair)
            )
            for pair in pairs
        )
        return [fact for fact in dict.fromkeys(told) if any(text is not None for text in fact)]

    def fits(self, walk: Walk, pair: Pair, fact: tuple[Text, ...]) -> bool:
        return all(
            known is None or may_be(text, known, {known})
            for known, text in zip(fact, self.shown(walk, pair), strict=True)
        )


def things(walk: Walk, known: Sequence[str]) -> list[Thing]:
    """Columns that can be known; those that were joined with each other are one thing."""
    found, done = [], set()
    conditions = {(f"1.{left}", f"2.{right}"): condition for left, right, condition in walk.on}
    for label in known:
        partner = next((pair for pair in conditions if label in pair), ())
        if label in done:
            continue
        if len(partner) == 2 and set(partner) <= set(known):
            equal = conditions[partner] == "equal"
            found.append(Thing(tuple(one for one in known if one in partner), equal))
            done |= set(partner)
        else:
            found.append(Thing((label,)))
    return found


@dataclass(frozen=True)
class Exposed:
    """The fewest facts that expose each joined row, and that make it certain; 99 for none."""

    exposed: list[int]
    certain: list[int]
    tried: int
    breaches: Counter

    def growth(self, pairs: Sequence[Pair], facts: int) -> list[tuple]:
        return [
            tuple(
                (len(told), *(len({pair[s] for pair in told} - {None}) for s in (0, 1)))
                for fewest in (self.exposed, self.certain)
                for told in [[p for p, at in zip(pairs, fewest, strict=True) if at <= size]]
            )
            for size in range(facts + 1)
        ]


def slow_scan(
    walk: Walk, pairs: Sequence[Pair], known: Sequence[Thing], facts: int, threshold: float
) -> Exposed:
    exposed, certain = [99] * len(pairs), [99] * len(pairs)
    tried, breaches = 0, Counter()
    names = ("1", "2", "unordered") if walk.different else ("",)
    values = [walk.values(pair) for pair in pairs]
    for about, size in product(names, range(facts + 1)):
        for chosen in _asked(walk, pairs, known, size):
            met = [
                place
                for place, pair in enumerate(pairs)
                if values[place][about] is not None
                and all(thing.fits(walk, pair, fact) for thing, fact in chosen)
            ]
            n, v, p, rule, breach = slow_composition([values[at][about] for at in met], threshold)
            tried += size > 0 and n > 0
            if breach and size:
                breaches[about, n, v, p, rule, size] += 1
            for place in met:
                if breach:
                    exposed[place] = min(exposed[place], size)
                if rule == 1:
                    certain[place] = min(certain[place], size)
    return Exposed(exposed, certain, tried, breaches)


def _asked(
    walk: Walk, pairs: Sequence[Pair], known: Sequence[Thing], size: int
) -> Iterator[list[tuple[Thing, tuple[Text, ...]]]]:
    for chosen in combinations(known, size):
        for facts in product(*(thing.facts(walk, pairs) for thing in chosen)):
            yield list(zip(chosen, facts, strict=True))
