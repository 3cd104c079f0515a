"""The worst combinations of facts: certain before likely, the fewest facts first.

A combination is news only if no part of it reveals as much: a certain one of which no part is
certain, a likely one of which no part is a breach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.linking.joins.joined_rows import Mask
from incrowd.linking.scan.counting import FactCounts
from incrowd.linking.scan.knowledge import Knowable

MOST_FINDINGS: Final = 1000
Chosen = tuple[int, ...]


@dataclass(frozen=True)
class Finding:
    """A combination of facts that is a breach."""

    know: dict[str, str]
    n: int
    v: int
    p: float
    rule: int
    news: bool
    """Whether no part of the combination reveals as much."""
    facts: int
    about: str
    """The sensitive value it is about."""

    @property
    def order(self) -> tuple[Any, ...]:
        """What is worst comes first."""
        known = sorted(self.know.items())
        return (self.rule, not self.news, self.facts, -self.p, -self.n, known, self.about)


@dataclass(frozen=True, eq=False)
class _Breached:
    """The breached combinations of facts about the same things."""

    facts: NDArray[np.int32]
    n: NDArray[np.int64]
    v: NDArray[np.int64]
    p: NDArray[np.float64]
    certain: Mask


class Findings:
    """Breaches about one sensitive value, gathered from the fewest facts to the most."""

    def __init__(self, known: Sequence[Knowable], about: str) -> None:
        self._known = known
        self._about = about
        self._found: dict[Chosen, _Breached] = {}
        self.whole: int | None = None
        """The rule that is broken already without any fact."""

    def add(self, chosen: Chosen, counts: FactCounts, breach: Mask, certain: Mask) -> None:
        """Remember the breaches among facts about the chosen things."""
        n, most = counts.n[breach], counts.most[breach]
        self._found[chosen] = _Breached(
            counts.facts[breach], n, counts.v[breach], most / n, certain[breach]
        )

    @property
    def breached(self) -> int:
        """How many there are."""
        return sum(len(breaches.n) for breaches in self._found.values())

    @property
    def certain(self) -> int:
        """How many are by rule 1."""
        return sum(int(breaches.certain.sum()) for breaches in self._found.values())

    def worst(self, most: int = MOST_FINDINGS) -> Iterator[Finding]:
        """The worst of facts about the same things, for all things."""
        for chosen, breaches in self._found.items():
            news = self._news(chosen, breaches)
            order = np.lexsort((-breaches.n, -breaches.p, ~news, ~breaches.certain))[:most]
            for place in order.tolist():
                yield self._finding(chosen, breaches, place, bool(news[place]))

    def _finding(self, chosen: Chosen, breaches: _Breached, place: int, news: bool) -> Finding:
        know: dict[str, str] = {}
        for thing, fact in zip(chosen, breaches.facts[place].tolist(), strict=True):
            know |= self._known[thing].as_dict(fact)
        return Finding(
            know=know,
            n=int(breaches.n[place]),
            v=int(breaches.v[place]),
            p=float(breaches.p[place]),
            rule=1 if breaches.certain[place] else 2,
            news=news,
            facts=len(chosen),
            about=self._about,
        )

    def _news(self, chosen: Chosen, breaches: _Breached) -> Mask:
        """Which of them no part tells."""
        known_before = np.full(len(breaches.n), self.whole is not None, np.bool_)
        if self.whole == 2:
            known_before = ~breaches.certain
        for size in range(1, len(chosen)):
            for part in combinations(range(len(chosen)), size):
                known = self._found[tuple(chosen[place] for place in part)]
                mine = self._keys(chosen, part, breaches.facts[:, list(part)])
                every = self._keys(chosen, part, known.facts)
                sure = np.isin(mine, every[known.certain])
                known_before |= np.where(breaches.certain, sure, np.isin(mine, every))
        return ~known_before

    def _keys(self, chosen: Chosen, part: Chosen, facts: NDArray[np.int32]) -> NDArray[np.uint64]:
        """One number for each combination; should it not fit, it is mixed, as hashes are."""
        keys = np.zeros(len(facts), np.uint64)
        for column, place in enumerate(part):
            radix = np.uint64(len(self._known[chosen[place]].facts) | 1)
            keys = keys * radix + facts[:, column].astype(np.uint64)
        return keys
