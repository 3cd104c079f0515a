"""What linking several releases gives away, as figures and words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from incrowd.linking.joins.columns import Columns
from incrowd.linking.joins.sources import Linkable
from incrowd.linking.scan.composition import PAIR, Composition
from incrowd.linking.scan.scan import Exposure, Scan


@dataclass(frozen=True)
class WhatIf:
    """What somebody learns who knows some facts; `compositions` by what they are about.

    Of one sensitive value there is one composition. Where the values of two sources differ there
    are four: about source `1`, source `2`, the `pair`, and the pair `unordered`.
    """

    know: dict[str, str]
    threshold: float
    compositions: dict[str, Composition]
    without_value: int
    """Rows that match, but have no sensitive value: missing, or without a partner."""
    sentences: tuple[str, ...]

    @property
    def main(self) -> Composition:
        """The only composition, or that of the pair."""
        return self.compositions.get(PAIR, next(iter(self.compositions.values())))

    @property
    def breach(self) -> bool:
        """Whether any of them is a breach."""
        return any(one.breach for one in self.compositions.values())

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        main = self.main
        answer: dict[str, Any] = {
            "know": self.know,
            "threshold": self.threshold,
            "n": main.n,
            "v": main.v,
            "p": main.p,
            "rule": main.rule,
            "breach": self.breach,
            "dominant": list(main.dominant),
            "values": [asdict(one) for one in main.values],
            "without_value": self.without_value,
            "sentences": list(self.sentences),
        }
        if len(self.compositions) > 1:
            answer["values"] = {
                about: [asdict(value) for value in one.values]
                for about, one in self.compositions.items()
            }
            answer["compositions"] = {
                about: asdict(one) for about, one in self.compositions.items()
            }
        return answer


@dataclass(frozen=True)
class Scanned:
    """Who is exposed by facts that nobody named."""

    scan: Scan
    sources: tuple[Linkable, ...]
    columns: Columns
    joined_rows: int
    sentences: tuple[str, ...]

    def shown(self, label: str) -> str:
        """A column, or columns of one fact, by the shortest name that says which is meant."""
        return shown_label(self.columns, label)

    def findings(self, most: int | None = None) -> list[dict[str, Any]]:
        """The worst combinations of facts."""
        return [
            {
                "know": {self.shown(label): text for label, text in one.know.items()},
                "n": one.n,
                "v": one.v,
                "p": one.p,
                "rule": one.rule,
                "facts": one.facts,
                "news": one.news,
                "about": one.about,
            }
            for one in self.scan.findings[:most]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Exposure as JSON: by the number of facts, and by what is known."""
        scan = self.scan
        return {
            "facts": scan.facts,
            "tried": scan.tried,
            "breached": scan.breached,
            "certain": scan.certain,
            "growth": [
                {
                    "facts": one.facts,
                    "exposed": self._exposure(one.exposed),
                    "certain": self._exposure(one.certain),
                }
                for one in scan.growth
            ],
            "columns": [
                {
                    "columns": [self.shown(label) for label in one.labels],
                    "alone": self._exposure(one.alone),
                    "certain": self._exposure(one.certain),
                    "taking_part": self._exposure(one.taking_part),
                    "without": self._exposure(one.without),
                }
                for one in scan.learned
            ],
            "sentences": list(self.sentences),
        }

    def _exposure(self, one: Exposure) -> dict[str, Any]:
        return {
            "joined_rows": one.rows,
            "share": one.rows / self.joined_rows if self.joined_rows else 0.0,
            "sources": [
                {
                    "source": source.number,
                    "rows": rows,
                    "share": rows / source.rows if source.rows else 0.0,
                }
                for source, rows in zip(self.sources, one.sources, strict=False)
            ],
        }


def shown_label(columns: Columns, label: str) -> str:
    """The shortest name for a label such as `1.age`, or for several: `1.zip,2.zip`."""
    found = columns.together(label)
    return columns.named(found) if found else label
