"""Everything that describes itself: measures, methods, formats, builders, presets, samples."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Literal

from incrowd import synthetic
from incrowd.advice.gauges import BANDS
from incrowd.advice.presets.built_in import BUILT_IN as PRESETS
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.registry import BUILT_IN as CHECKS
from incrowd.anonymization.uses import BUILT_IN as USES
from incrowd.answers import Words
from incrowd.hierarchies.registry import BUILT_IN as BUILDERS
from incrowd.measures.measure import Measure, Promise
from incrowd.measures.promise_names import names as promise_names
from incrowd.measures.promise_names import promise_name
from incrowd.measures.registry import diversities, measures
from incrowd.roles.questions import QUESTIONS, RoleQuestions
from incrowd.search.methods import BUILT_IN as METHODS
from incrowd.search.strength import BUILT_IN as STRENGTHS
from incrowd.service.exports.formats import FormatInfo, list_output_formats
from incrowd.synthetic import SAMPLE_ROWS
from incrowd.table import Kind
from incrowd.techniques.registry import BUILT_IN as TECHNIQUES


@dataclass(frozen=True)
class MeasureInfo:
    """A measure, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str
    family: str
    unit: str
    better: str


@dataclass(frozen=True)
class MethodInfo:
    """A method of anonymisation, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str
    recoding: Literal["global", "local"]
    """`global`: one level per attribute for all rows; `local`: levels differ from row to row."""
    options: tuple[str, ...]
    """The fields of a request that it takes into account, beside k, l and t."""
    utility: str
    """What it makes as small as possible unless something else is asked for."""
    utilities: tuple[str, ...]
    """The measures it can optimise; empty where it uses none."""
    strengths: tuple[str, ...]
    """The strengths of ranks that it knows, the usual one first."""
    aggregate: str | None
    """What numeric columns show of each group; None where they show ranges unless asked."""


@dataclass(frozen=True)
class StrengthInfo:
    """How much a rank counts, explained."""

    name: str
    title: Words
    explanation: Words


@dataclass(frozen=True)
class UseInfo:
    """What a file can be used for, explained."""

    name: str
    title: Words
    explanation: Words
    objective: str
    """The measure of detail that automatic runs then preserve."""
    reason: Words
    """The reason."""


@dataclass(frozen=True)
class ObjectiveInfo:
    """A measure that a search can make as small as possible."""

    name: str
    title: Words
    explanation: Words
    weighted: bool
    """Whether attributes can count more or less in it."""


@dataclass(frozen=True)
class ParameterInfo:
    """A further number of a promise: `m` of `k_subsets`."""

    name: str
    title: Words
    default: float
    minimum: float
    maximum: float
    whole: bool


@dataclass(frozen=True)
class PromiseInfo:
    """A privacy model that a search can keep."""

    name: str
    title: Words
    explanation: Words
    letter: Literal["l", "t"] | None
    """`l` for diversity, `t` for closeness."""
    diversity: str | None
    """What a request calls it as a way to count l; None where it is none."""
    bound: Literal["at_least", "at_most"] | None
    """Whether its threshold is the least (`at_least`) or the most (`at_most`)."""
    promise: str
    """What `--promise` and a request call it."""
    about: Literal["attribute", "release"]
    """Whether it is about a sensitive attribute, or about the release as a whole."""
    population: bool
    """Whether the size of the population must be known."""
    table: bool
    """Whether it needs a table of the population, where its size alone will not do."""
    kind: Literal["share", "count", "number"]
    """Whether its threshold is a share from 0 to 1, a whole number of 1 or more, or any number."""
    parameters: tuple[ParameterInfo, ...]
    """Further numbers that it takes."""


@dataclass(frozen=True)
class TechniqueInfo:
    """A technique of sampling or noise, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str
    parameter: Words
    """What its number means."""
    unit: Literal["share", "percent", "number"]
    default: float
    minimum: float | None
    maximum: float | None
    percentile: bool
    """Whether a share of the rows can be given in place of a number: `1%`."""
    about: Literal["rows", "column"]
    kinds: tuple[str, ...]
    """The kinds of columns that it can change."""
    random: bool
    """Whether it draws by chance, and so takes a seed."""
    keeps_counts: bool
    """Whether every value occurs exactly as often as before."""


@dataclass(frozen=True)
class BuilderInfo:
    """A way of making a hierarchy, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str


@dataclass(frozen=True)
class CheckInfo:
    """A check of the verdict, explained."""

    name: str
    title: Words
    explanation: Words
    source: Words


@dataclass(frozen=True)
class BandInfo:
    """A band of the gauges: its upper end (None for the last) and its word."""

    below: float | None
    word: Words


@dataclass(frozen=True)
class SampleInfo:
    """A bundled sample."""

    name: str
    title: Words
    explanation: Words
    rows: int


@dataclass(frozen=True)
class Catalogue:
    """What the page explains behind every `?`."""

    measures: tuple[MeasureInfo, ...]
    builders: tuple[BuilderInfo, ...]
    presets: tuple[Preset, ...]
    checks: tuple[CheckInfo, ...]
    bands: tuple[BandInfo, ...]
    methods: tuple[MethodInfo, ...]
    objectives: tuple[ObjectiveInfo, ...]
    promises: tuple[PromiseInfo, ...]
    formats: tuple[FormatInfo, ...]
    strengths: tuple[StrengthInfo, ...]
    uses: tuple[UseInfo, ...]
    techniques: tuple[TechniqueInfo, ...]
    role_questions: RoleQuestions
    """What to ask about a column whose role is in doubt."""


def catalogue(presets: tuple[Preset, ...] = PRESETS) -> Catalogue:
    """Everything, in the order in which it is shown; presets of one's own, too."""
    return Catalogue(
        measures=tuple(
            MeasureInfo(
                measure.name,
                measure.title,
                measure.explanation,
                measure.citation,
                measure.family,
                measure.unit,
                measure.better,
            )
            for measure in measures()
        ),
        builders=tuple(
            BuilderInfo(builder.name, builder.title, builder.explanation, builder.citation)
            for builder in BUILDERS
        ),
        presets=presets,
        checks=list_checks(),
        bands=tuple(BandInfo(None if isinf(end) else end, word) for end, word in BANDS),
        methods=list_methods(),
        objectives=list_objectives(),
        promises=list_promises(),
        formats=list_output_formats(),
        strengths=list_strengths(),
        uses=list_uses(),
        techniques=list_techniques(),
        role_questions=QUESTIONS,
    )


def list_methods() -> tuple[MethodInfo, ...]:
    """The methods of anonymisation."""
    return tuple(
        MethodInfo(
            method.name,
            method.title,
            method.explanation,
            method.citation,
            method.recoding,
            method.options,
            method.utility,
            method.utilities,
            method.strengths,
            method.aggregate,
        )
        for method in METHODS
    )


def list_checks() -> tuple[CheckInfo, ...]:
    """The checks that a verdict is made of."""
    return tuple(
        CheckInfo(check.name, check.title, check.explanation, check.source) for check in CHECKS
    )


def list_strengths() -> tuple[StrengthInfo, ...]:
    """How much ranks can count."""
    return tuple(
        StrengthInfo(strength.name, strength.title, strength.explanation) for strength in STRENGTHS
    )


def list_uses() -> tuple[UseInfo, ...]:
    """What a file can be used for."""
    return tuple(
        UseInfo(use.name, use.title, use.explanation, use.objective, use.reason) for use in USES
    )


def list_techniques() -> tuple[TechniqueInfo, ...]:
    """The techniques of sampling and noise."""
    return tuple(
        TechniqueInfo(
            each.name,
            each.title,
            each.explanation,
            each.citation,
            each.parameter.title,
            each.parameter.unit,
            each.parameter.default,
            each.parameter.minimum,
            each.parameter.maximum,
            each.parameter.percentile,
            "column" if each.about_column else "rows",
            tuple(kind.value for kind in Kind if kind in each.kinds),
            each.random,
            each.keeps_counts,
        )
        for each in TECHNIQUES
    )


def list_objectives() -> tuple[ObjectiveInfo, ...]:
    """The measures of utility that an anonymisation can aim at."""
    return tuple(
        ObjectiveInfo(
            measure.name, measure.title, measure.explanation, measure.objective.per_attribute
        )
        for measure in measures()
        if measure.objective
    )


def list_promises() -> tuple[PromiseInfo, ...]:
    """The privacy models that an anonymisation can promise."""
    names = {model: name for name, model in diversities().items()}
    return tuple(
        PromiseInfo(
            measure.name,
            measure.title,
            measure.explanation,
            measure.promise.letter,
            names.get(measure.name),
            measure.bound or "at_most",
            promise_name(measure.name),
            "release" if measure.promise.release else "attribute",
            "sample" in measure.needs,
            "population" in measure.needs,
            "count"
            if measure.promise.whole
            else "share"
            if measure.promise.highest <= 1
            else "number",
            _list_parameters(measure),
        )
        for measure in measures()
        if measure.promise
    )


def _kind_of(promise: Promise) -> Literal["share", "count", "number"]:
    if promise.whole:
        return "count"
    return "share" if promise.highest <= 1 else "number"


def _list_parameters(measure: Measure) -> tuple[ParameterInfo, ...]:
    if measure.promise is None or measure.promise.release is None:
        return ()
    return tuple(
        ParameterInfo(each.name, each.title, each.default, each.minimum, each.maximum, each.whole)
        for each in measure.parameters
    )


def list_promise_names() -> list[str]:
    """What can be promised of sensitive attributes and of the release as a whole."""
    return promise_names()


def list_samples() -> list[SampleInfo]:
    """The samples that come with incrowd."""
    return [
        SampleInfo(
            generator.name, generator.title, generator.explanation, SAMPLE_ROWS[generator.name]
        )
        for generator in synthetic.GENERATORS
        if generator.name in SAMPLE_ROWS
    ]
