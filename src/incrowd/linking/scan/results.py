"""What linking several releases gives away, as figures and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from incrowd.answers import Answer, Choice, Words, part, shape
from incrowd.language import say
from incrowd.linking.joins.columns import Columns
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.joins.sources import SourceSummary
from incrowd.linking.scan.composition import PAIR, UNORDERED, Composition, ValueRows
from incrowd.linking.scan.counting import Finding
from incrowd.linking.scan.scan import ColumnExposure, Exposure, Scan

PEOPLE: Final = "people"
COMBINATIONS: Final = "combinations"
ROWS: Final = "rows"
Unit = Annotated[str, Choice((ROWS, PEOPLE, COMBINATIONS))]
"""What figures count: joined rows; people where a source has a person key; combinations of people,
one of each source, where several have one and are not joined by it."""


def counted_words(unit: str) -> str:
    """What is counted, in words."""
    if unit == PEOPLE:
        return say("people")
    if unit == COMBINATIONS:
        return say("combinations of people (one from each release)")
    return say("joined rows")


@dataclass(frozen=True)
class JoinedIn:
    """Where releases were joined: inside the engine in which all of them lie, or here."""

    engine: str | None
    """What the engine is called; None where it was done here."""
    server: str | None
    """Its address, without a password."""
    combinations: int
    """The joined combinations that came here, or were made here."""
    words: Words
    """The same as a sentence, with the reason where there is one."""
    reason: Words | None = None
    """Why databases were joined here; None where an engine joined, or files were."""

    @classmethod
    def of(cls, joined: JoinedRows) -> JoinedIn | None:
        """Where these were joined, if that is known."""
        place = joined.place
        if place is None:
            return None
        told = place.combinations, place.sentence, place.reason
        return cls(place.engine, place.server, *told)


@dataclass(frozen=True)
class WhatIf(Answer):
    """What somebody learns who knows some facts; `compositions` by what they are about.

    Of one sensitive value there is one composition. Where the values of two sources differ there
    are four: about source `1`, source `2`, the `pair`, and the pair `unordered`.
    """

    know: dict[str, str]
    threshold: float
    compositions: dict[str, Composition] = field(metadata=shape(hidden=True))
    without_value: int
    """Rows that match, but have no sensitive value: missing, or without a partner."""
    sentences: tuple[Words, ...]
    unit: Unit = ROWS
    warnings: tuple[Words, ...] = ()
    """Where people have several rows, but rows are counted; the first sentences say it, too."""
    joined_in: JoinedIn | None = field(default=None, metadata=shape(optional=True))

    @property
    @part(inline=True, without=("breach", "values"))
    def main(self) -> Composition:
        """The only composition, or that of the pair."""
        return self.compositions.get(PAIR, next(iter(self.compositions.values())))

    @property
    def counted(self) -> str:
        """What the figures count, in words."""
        return counted_words(self.unit)

    @property
    @part()
    def breach(self) -> bool:
        """Whether any of them is a breach."""
        return any(composition.breach for composition in self.compositions.values())

    @property
    @part("values")
    def shares(self) -> tuple[ValueRows, ...] | dict[str, tuple[ValueRows, ...]]:
        """The values among the rows that match; by what they are about where that is several."""
        if len(self.compositions) == 1:
            return self.main.values
        return {about: composition.values for about, composition in self.compositions.items()}

    @property
    @part("compositions", optional=True)
    def several(self) -> dict[str, Composition] | None:
        """The compositions, if there is more than one."""
        return self.compositions if len(self.compositions) > 1 else None


@dataclass(frozen=True)
class SourceShare:
    """Distinct rows of a source, and their share of all of its rows; people if it has a key."""

    source: int
    rows: int
    share: float


@dataclass(frozen=True)
class ExposedShares:
    """Joined rows, or who may be meant by them where people are counted, and rows by source."""

    joined_rows: int
    share: float
    sources: tuple[SourceShare, ...]


@dataclass(frozen=True)
class GrowthStep:
    """Who is exposed by so many facts, and who of them for certain."""

    facts: int
    exposed: ExposedShares
    certain: ExposedShares


@dataclass(frozen=True)
class LearnedColumn:
    """What knowing a column does; several if they were joined."""

    columns: tuple[str, ...]
    alone: ExposedShares
    certain: ExposedShares
    taking_part: ExposedShares
    without: ExposedShares


@dataclass(frozen=True)
class ScanResult(Answer):
    """Who is exposed by facts that nobody named: by the number of facts, and by what is known."""

    scan: Scan = field(metadata=shape(hidden=True))
    sources: tuple[SourceSummary, ...] = field(metadata=shape(hidden=True))
    columns: Columns = field(metadata=shape(hidden=True))
    joined_rows: int = field(metadata=shape(hidden=True))
    everyone: int = field(metadata=shape(hidden=True))
    """Joined rows, or who may be meant by them where people are counted: what shares are of."""
    sentences: tuple[Words, ...]
    unit: Unit = ROWS
    warnings: tuple[Words, ...] = ()
    """Where people have several rows, but rows are counted; the first sentences say it, too."""
    joined_in: JoinedIn | None = field(default=None, metadata=shape(optional=True))

    def shown(self, label: str) -> str:
        """A column, or columns of one fact, by the shortest name that says which is meant."""
        return shown_label(self.columns, label)

    def findings(self, most: int | None = None) -> list[dict[str, Any]]:
        """The worst combinations of facts, as JSON."""
        return [finding.to_dict() for finding in self.named_findings(most)]

    def named_findings(self, most: int | None = None) -> tuple[Finding, ...]:
        """The worst combinations of facts, columns by the names that people use."""
        return tuple(
            replace(finding, know={self.shown(label): text for label, text in finding.know.items()})
            for finding in self.scan.findings[:most]
        )

    @property
    @part()
    def facts(self) -> int:
        """How many facts were combined at most."""
        return self.scan.facts

    @property
    @part()
    def tried(self) -> int:
        """Combinations of facts that were tried."""
        return self.scan.tried

    @property
    @part()
    def breached(self) -> int:
        """Those of them that are a breach."""
        return self.scan.breached

    @property
    @part()
    def certain(self) -> int:
        """Those of them that give a value away for certain."""
        return self.scan.certain

    @property
    @part()
    def growth(self) -> tuple[GrowthStep, ...]:
        """Who is exposed, by the number of facts."""
        return tuple(
            GrowthStep(step.facts, self._shares(step.exposed), self._shares(step.certain))
            for step in self.scan.growth
        )

    @property
    @part("columns")
    def learned_columns(self) -> tuple[LearnedColumn, ...]:
        """Who is exposed, by what is known."""
        return tuple(
            LearnedColumn(
                columns=tuple(self.shown(label) for label in column.labels),
                alone=self._shares(column.alone),
                certain=self._shares(column.certain),
                taking_part=self._shares(column.taking_part),
                without=self._shares(column.without),
            )
            for column in self.scan.by_column
        )

    def _shares(self, exposure: Exposure) -> ExposedShares:
        counts = zip(self.sources, exposure.sources, strict=False)
        return ExposedShares(
            exposure.rows,
            _share_of(exposure.rows, self.everyone),
            tuple(
                SourceShare(source.number, rows, _share_of(rows, source.units))
                for source, rows in counts
            ),
        )


def _share_of(rows: int, whole: int) -> float:
    return rows / whole if whole else 0.0


def shown_label(columns: Columns, label: str) -> str:
    """The shortest name for a label such as `1.age`, or for several: `1.zip,2.zip`."""
    found_columns = columns.find_together(label)
    return columns.shortest_name(found_columns) if found_columns else label


def explain_what_if(
    compositions: Mapping[str, Composition],
    threshold: float,
    without_value: int,
    unit: str = ROWS,
) -> Iterator[str]:
    """What somebody learns, one sentence for each sensitive value."""
    for about, composition in compositions.items():
        if about == UNORDERED and composition.values == compositions[PAIR].values:
            continue  # nothing else than the pair tells
        if composition.n == 0:
            yield say(
                "Nobody matches: no joined row agrees with all that is known. That does not mean "
                "that anybody is safe."
            )
            break
        sentence = _told(composition, threshold, unit)
        yield (
            sentence
            if len(compositions) == 1
            else say("{about!c}: {sentence!l}", about=_about(about), sentence=sentence)
        )
    if without_value:
        yield say(
            "Not counted, because they match but have no sensitive value: {count:,} {counted}.",
            count=without_value,
            counted=counted_words(unit),
        )


def _about(about: str) -> str:
    if about == PAIR:
        return say("both values")
    if about == UNORDERED:
        return say("both values in any order")
    return say("source {number}", number=int(about))


def _told(composition: Composition, threshold: float, unit: str) -> str:
    if composition.rule == 1:
        return _certain(composition, unit)
    percent, limit = 100 * (composition.p or 0), 100 * threshold
    names = ", ".join(f"'{value}'" for value in composition.dominant[:5])
    if composition.breach:
        return say(
            "A breach: the likeliest of {values:,} values ({names}) has a probability of "
            "{percent:.1f} %, which reaches the threshold of {limit:g} % (rule 2).",
            values=composition.v,
            names=names,
            percent=percent,
            limit=limit,
        )
    return say(
        "No breach at a threshold of {limit:g} %: the likeliest of {values:,} values ({names}) has "
        "a probability of {percent:.1f} %.",
        values=composition.v,
        names=names,
        percent=percent,
        limit=limit,
    )


def _certain(composition: Composition, unit: str) -> str:
    if unit == ROWS:
        return say(
            "A leak: whoever knows this learns for certain that the value is '{value}' (rule 1, "
            "matching rows: {rows:,}).",
            value=composition.dominant[0],
            rows=composition.n,
        )
    if len(composition.dominant) == 1:
        return say(
            "A leak: whoever knows this learns for certain that the value is '{value}' (rule 1, "
            "matching {counted}: {count:,}).",
            value=composition.dominant[0],
            counted=counted_words(unit),
            count=composition.n,
        )
    return say(
        "A leak: whoever knows this learns for certain that the values are {values} (rule 1, "
        "matching {counted}: {count:,}).",
        values=", ".join(f"'{value}'" for value in composition.dominant[:5]),
        counted=counted_words(unit),
        count=composition.n,
    )


def explain_scan(
    scan: Scan, rows: int, sources: Sequence[SourceSummary], columns: Columns
) -> Iterator[str]:
    """Who is exposed by how many facts, and by which, among so many rows."""
    if not rows:
        yield say(
            "There are no rows to look at, so nobody was found. That does not mean that anybody is "
            "safe."
        )
        return
    for release, certain, exposed in zip(
        sources, scan.growth[-1].certain.sources, scan.growth[-1].exposed.sources, strict=False
    ):
        yield _exposed_of(release, scan.facts, certain, exposed)
    if not scan.breached:
        yield (
            say("No fact alone is a breach.")
            if scan.facts == 1
            else say("No combination of up to {facts:,} facts is a breach.", facts=scan.facts)
        )
        return
    for column in sorted(scan.by_column, key=lambda column: -_share(column, sources)[0]):
        share, source = _share(column, sources)
        if source is not None and share > 0:
            told = {
                "name": _named(column.labels, columns),
                "percent": 100 * share,
                "source": source.name,
            }
            yield (
                say(
                    "If an attacker learns '{name}', {percent:.0f} % of the rows of '{source}' "
                    "become certain.",
                    **told,
                )
                if source.people is None
                else say(
                    "If an attacker learns '{name}', {percent:.0f} % of the people of '{source}' "
                    "become certain.",
                    **told,
                )
            )


def _exposed_of(release: SourceSummary, facts: int, certain: int, exposed: int) -> str:
    """Who of a release is exposed."""
    told = {"facts": facts, "certain": certain, "exposed": exposed, "name": release.name}
    if release.people is not None and facts == 1:
        return say(
            "Somebody who knows 1 fact becomes certain about {certain:,} of the {people:,} "
            "people of '{name}', and learns a likely value for {exposed:,}.",
            people=release.people,
            **told,
        )
    if release.people is not None:
        return say(
            "Somebody who knows {facts:,} facts becomes certain about {certain:,} of the "
            "{people:,} people of '{name}', and learns a likely value for {exposed:,}.",
            people=release.people,
            **told,
        )
    if facts == 1:
        return say(
            "Somebody who knows 1 fact becomes certain about {certain:,} of the {rows:,} rows "
            "of '{name}', and learns a likely value for {exposed:,}.",
            rows=release.rows,
            **told,
        )
    return say(
        "Somebody who knows {facts:,} facts becomes certain about {certain:,} of the {rows:,} "
        "rows of '{name}', and learns a likely value for {exposed:,}.",
        rows=release.rows,
        **told,
    )


def _named(labels: Sequence[str], columns: Columns) -> str:
    names = {label.partition(".")[2] for label in labels}
    if len(labels) > 1 and len(names) == 1:
        return names.pop()
    return ", ".join(dict.fromkeys(shown_label(columns, label) for label in labels))


def _share(
    column: ColumnExposure, sources: Sequence[SourceSummary]
) -> tuple[float, SourceSummary | None]:
    """The largest share of a source that becomes certain."""
    shares = [
        (rows / source.units, source)
        for source, rows in zip(sources, column.certain.sources, strict=False)
        if source.units
    ]
    return max(shares, key=lambda pair: pair[0], default=(0.0, None))
