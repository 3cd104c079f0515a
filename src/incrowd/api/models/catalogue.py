"""What describes itself: measures, methods, formats, builders, presets, samples, the server."""

from __future__ import annotations

from typing import Literal

from incrowd.api.models.shape import ResponseModel, Words


class Status(ResponseModel):
    """The server and who asks."""

    version: str
    workspace: str
    max_upload_bytes: int
    user: str


class MeasureInfo(ResponseModel):
    """A measure, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str
    family: str
    unit: str
    better: str


class MethodInfo(ResponseModel):
    """A method of anonymisation, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str
    recoding: Literal["global", "local"]
    options: list[str]


class ObjectiveInfo(ResponseModel):
    """A measure that an anonymisation can make as small as possible."""

    name: str
    title: Words
    explanation: Words
    weighted: bool


class PromiseInfo(ResponseModel):
    """A privacy model that an anonymisation can keep."""

    name: str
    title: Words
    explanation: Words
    letter: Literal["l", "t"] | None
    bound: Literal["at_least", "at_most"] | None


class BuilderInfo(ResponseModel):
    """A way of making a hierarchy, explained."""

    name: str
    title: Words
    explanation: Words
    citation: str


class Preset(ResponseModel):
    """Limits that data for a purpose keeps."""

    name: str
    title: Words
    explanation: Words
    k: int
    average_risk: float
    highest_risk: float


class BandInfo(ResponseModel):
    """A band of the gauges."""

    below: float | None
    word: Words


class FormatInfo(ResponseModel):
    """A file format that a release can be written in."""

    name: str
    title: Words
    explanation: Words
    extension: str
    media_type: str


class Catalogue(ResponseModel):
    """What the page explains behind every `?`."""

    measures: list[MeasureInfo]
    builders: list[BuilderInfo]
    presets: list[Preset]
    bands: list[BandInfo]
    methods: list[MethodInfo]
    objectives: list[ObjectiveInfo]
    promises: list[PromiseInfo]
    formats: list[FormatInfo]


class Sample(ResponseModel):
    """A bundled sample."""

    name: str
    title: Words
    explanation: Words
    rows: int
