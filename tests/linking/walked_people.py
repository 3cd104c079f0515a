"""Linked releases person by person, slowly: every row beside every row, and a set of who is meant.

A joined row is a tuple of rows, None where there is no partner; who may be meant by it is the tuple
of their persons, or of the rows themselves where there is no key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from joined_rows import may_be

from incrowd.linking.values.published_value import covers, meaning_of, overlaps

Text = str | None
Row = dict[str, Text]
Joined = tuple[int | None, ...]
CONDITIONS: dict[str, Callable[[str, str], bool]] = {
    "equal": str.__eq__,
    "overlaps": overlaps,
    "covers": covers,
}


@dataclass(frozen=True)
class People:
    """Releases as rows, the person key of each (None: rows count), joined on `zip` to the first."""

    rows: tuple[list[Row], ...]
    keys: tuple[str | None, ...]
    condition: str = "equal"
    kind: str = "inner"
    different: bool = False

    def unit(self, source: int, place: int | None) -> Hashable:
        """Whose row it is."""
        if place is None:
            return None
        key = self.keys[source]
        person = None if key is None else self.rows[source][place][key]
        return ("row", place) if person is None or not person.strip() else ("person", person)

    def meant(self, joined: Joined) -> tuple[Hashable, ...]:
        """Who it is: the people of the releases with a key, else whatever rows there are."""
        with_key = [source for source, key in enumerate(self.keys) if key is not None]
        known = [source for source in with_key if joined[source] is not None]
        counted = with_key if known else range(len(joined))
        return tuple((source, self.unit(source, joined[source])) for source in counted)

    def joined(self) -> list[Joined]:
        done: list[Joined] = [(place,) for place in range(len(self.rows[0]))]
        for new in range(1, len(self.rows)):
            places = range(len(self.rows[new]))
            found = [(*one, two) for one in done for two in places if self.together(one, new, two)]
            if self.kind in ("left", "full"):
                found += [(*one, None) for one in done if (one not in {f[:-1] for f in found})]
            if self.kind in ("right", "full"):
                met = {f[-1] for f in found}
                found += [(*[None] * new, two) for two in places if two not in met]
            done = found
        return done

    def together(self, before: Joined, new: int, place: int) -> bool:
        if before[0] is None:
            return False
        one, two = self.rows[0][before[0]]["zip"], self.rows[new][place]["zip"]
        return one is not None and two is not None and CONDITIONS[self.condition](one, two)

    def text(self, joined: Joined, label: str) -> Text:
        source = int(label[0]) - 1
        place = joined[source]
        return None if place is None else self.rows[source][place][label[2:]]

    def published(self, label: str) -> set[Text]:
        return {row[label[2:]] for row in self.rows[int(label[0]) - 1]}

    def values(self, joined: Joined) -> dict[str, Text]:
        if not self.different:
            return {"": self.text(joined, "1.ill")}
        one, two = self.text(joined, "1.ill"), self.text(joined, "2.ill")
        if one is None or two is None or one == two:
            return dict.fromkeys(("1", "2", "pair", "unordered"))
        both = " & ".join(sorted((one, two)))
        return {"1": one, "2": two, "pair": f"{one} > {two}", "unordered": both}

    def compose(self, chosen: Sequence[Joined], about: str, threshold: float):
        """N, V, P, rule and breach: sets of who is meant, in all and by value."""
        by_value: dict[str, set] = {}
        for joined in chosen:
            value = self.values(joined)[about]
            if value is not None:
                by_value.setdefault(value, set()).add(self.meant(joined))
        everyone = set().union(*by_value.values())
        if not everyone:
            return 0, 0, None, None, False
        n, most = len(everyone), max(map(len, by_value.values()))
        certain = n == 1 or len(by_value) == 1 or any(had == everyone for had in by_value.values())
        return n, len(by_value), most / n, 1 if certain else 2, certain or most / n >= threshold

    def without_value(self, chosen: Sequence[Joined], about: str) -> int:
        told = {self.meant(one) for one in chosen if self.values(one)[about] is not None}
        return len({self.meant(one) for one in chosen} - told)

    def matching(self, every: Sequence[Joined], know: dict[str, str]) -> list[Joined]:
        return [
            joined
            for joined in every
            if all(
                may_be(self.text(joined, label), value, self.published(label))
                for label, value in know.items()
            )
        ]

    def facts(self, every: Sequence[Joined], label: str) -> set[str]:
        """All that may be known of a column: what joined rows show, but `*`."""
        shown = {self.text(joined, label) for joined in every} - {None}
        return {text for text in shown if not meaning_of(text).suppressed}

    def scan(self, labels: Sequence[str], most: int, threshold: float):
        """By the number of facts: who is exposed and who is certain, in all and by source."""
        every = self.joined()
        names = ("1", "2", "unordered") if self.different else ("",)
        exposed: list[set[Joined]] = [set() for _ in range(most + 1)]
        certain: list[set[Joined]] = [set() for _ in range(most + 1)]
        tried = breached = sure = 0
        for about, size in product(names, range(most + 1)):
            for chosen in combinations(labels, size):
                for facts in product(*(sorted(self.facts(every, label)) for label in chosen)):
                    known = list(zip(chosen, facts, strict=True))
                    met = [
                        joined
                        for joined in every
                        if self.values(joined)[about] is not None
                        and all(may_be(self.text(joined, at), fact, {fact}) for at, fact in known)
                    ]
                    n, _, _, rule, breach = self.compose(met, about, threshold)
                    tried += size > 0 and n > 0
                    breached += size > 0 and breach
                    sure += size > 0 and rule == 1
                    for more in range(size, most + 1):
                        exposed[more] |= set(met) if breach else set()
                        certain[more] |= set(met) if rule == 1 else set()
        growth = [
            (self.count(exposed[size]), self.count(certain[size])) for size in range(most + 1)
        ]
        return growth, tried, breached, sure

    def count(self, joined: set[Joined]) -> tuple[int, tuple[int, ...]]:
        """Who is meant by joined rows, and the persons of each source."""
        meant = {self.meant(one) for one in joined}
        sources = range(len(self.rows))
        units = [{self.unit(at, one[at]) for one in joined} - {None} for at in sources]
        return len(meant), tuple(map(len, units))
