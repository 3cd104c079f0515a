"""Advice on linked data sets."""

from __future__ import annotations

from typing import Literal

from incrowd.api.models.linked import LinkRequest, Threshold
from incrowd.api.models.shape import ResponseModel, Words


class AdviceRequest(LinkRequest):
    """The share from which on a value counts as given away."""

    threshold: Threshold = 0.5


class RowsExposed(ResponseModel):
    """Rows of all releases that are exposed, and certain."""

    exposed: int
    certain: int


class SharedColumnTold(ResponseModel):
    """Columns that releases share; who is exposed without them, or a level up (null: no level)."""

    columns: list[str]
    dropped: RowsExposed
    raised: RowsExposed | None


class LinkAdviceTold(ResponseModel):
    """Advice on releases that are linked, in words; `jointly` where they share most people."""

    facts: int
    now: RowsExposed
    shared: list[SharedColumnTold]
    jointly: bool
    sentences: list[Words]


class TogetherPlan(ResponseModel):
    """Whether the people of linked data sets can be put together; `reason` says why not."""

    possible: bool
    by: Literal["identifier", "columns", ""]
    keys: list[list[str]]
    people: int
    shared: int
    reason: Words
    needed: Words
