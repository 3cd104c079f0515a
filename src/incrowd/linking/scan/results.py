"""What linking several releases gives away, as figures and words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from incrowd.linking.joins.columns import Columns
from incrowd.linking.joins.sources import SourceSummary
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
        return any(composition.breach for composition in self.compositions.values())

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
            "values": [asdict(share) for share in main.values],
            "without_value": self.without_value,
            "sentences": list(self.sentences),
        }
        if len(self.compositions) > 1:
            answer["values"] = {
                about: [asdict(value) for value in composition.values]
                for about, composition in self.compositions.items()
            }
            answer["compositions"] = {
                about: asdict(composition) for about, composition in self.compositions.items()
            }
        return answer


@dataclass(frozen=True)
class ScanResult:
    """Who is exposed by facts that nobody named."""

    scan: Scan
    sources: tuple[SourceSummary, ...]
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
                "know": {self.shown(label): text for label, text in finding.know.items()},
                "n": finding.n,
                "v": finding.v,
                "p": finding.p,
                "rule": finding.rule,
                "facts": finding.facts,
                "news": finding.news,
                "about": finding.about,
            }
            for finding in self.scan.findings[:most]
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
                    "facts": step.facts,
                    "exposed": self._exposure(step.exposed),
                    "certain": self._exposure(step.certain),
                }
                for step in scan.growth
            ],
            "columns": [
                {
                    "columns": [self.shown(label) for label in column.labels],
                    "alone": self._exposure(column.alone),
                    "certain": self._exposure(column.certain),
                    "taking_part": self._exposure(column.taking_part),
                    "without": self._exposure(column.without),
                }
                for column in scan.by_column
            ],
            "sentences": list(self.sentences),
        }

    def _exposure(self, exposure: Exposure) -> dict[str, Any]:
        return {
            "joined_rows": exposure.rows,
            "share": exposure.rows / self.joined_rows if self.joined_rows else 0.0,
            "sources": [
                {
                    "source": source.number,
                    "rows": rows,
                    "share": rows / source.rows if source.rows else 0.0,
                }
                for source, rows in zip(self.sources, exposure.sources, strict=False)
            ],
        }


def shown_label(columns: Columns, label: str) -> str:
    """The shortest name for a label such as `1.age`, or for several: `1.zip,2.zip`."""
    found_columns = columns.find_together(label)
    return columns.shortest_name(found_columns) if found_columns else label
