"""All that describes itself: measures, hierarchy builders, presets, bands and samples."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from incrowd import synthetic
from incrowd.advice.gauges import BANDS
from incrowd.hierarchies.registry import BUILT_IN as BUILDERS
from incrowd.measures.registry import measures
from incrowd.service.datasets.presets import PRESETS, Preset
from incrowd.synthetic.bundled import SAMPLE_ROWS


@dataclass(frozen=True)
class MeasureInfo:
    """A measure, explained."""

    name: str
    title: str
    explanation: str
    citation: str
    family: str
    unit: str
    better: str


@dataclass(frozen=True)
class BuilderInfo:
    """A way of making a hierarchy, explained."""

    name: str
    title: str
    explanation: str
    citation: str


@dataclass(frozen=True)
class BandInfo:
    """A band of the gauges: its upper end (None for the last) and its word."""

    below: float | None
    word: str


@dataclass(frozen=True)
class SampleInfo:
    """A bundled sample."""

    name: str
    title: str
    explanation: str
    rows: int


@dataclass(frozen=True)
class Catalogue:
    """What the page explains behind every `?`."""

    measures: tuple[MeasureInfo, ...]
    builders: tuple[BuilderInfo, ...]
    presets: tuple[Preset, ...]
    bands: tuple[BandInfo, ...]


def catalogue() -> Catalogue:
    """Everything, in the order in which it is shown."""
    return Catalogue(
        measures=tuple(
            MeasureInfo(
                one.name,
                one.title,
                one.explanation,
                one.citation,
                one.family,
                one.unit,
                one.better,
            )
            for one in measures()
        ),
        builders=tuple(
            BuilderInfo(one.name, one.title, one.explanation, one.citation) for one in BUILDERS
        ),
        presets=PRESETS,
        bands=tuple(BandInfo(None if isinf(end) else end, word) for end, word in BANDS),
    )


def list_samples() -> list[SampleInfo]:
    """The samples that come with incrowd."""
    return [
        SampleInfo(one.name, one.title, one.explanation, SAMPLE_ROWS[one.name])
        for one in synthetic.GENERATORS
        if one.name in SAMPLE_ROWS
    ]
