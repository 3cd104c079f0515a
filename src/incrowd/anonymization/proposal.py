"""A proposal as a person sees it: what it keeps, what it removes, what the checks say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from incrowd.advice.verdict.check import Status, VerdictCheck
from incrowd.anonymization.outcome import Outcome
from incrowd.anonymization.proposal_sample import SampleRow
from incrowd.anonymization.proposal_words import tell_column
from incrowd.answers import Answer, Words, shape
from incrowd.table import DROPPED, Role, RoleName


@dataclass(frozen=True)
class CheckSummary:
    """What one check of the verdict says."""

    name: str
    title: Words
    status: Status
    words: Words


@dataclass(frozen=True)
class Removed:
    """Who is not in the file."""

    rows: int
    people: int | None
    """None where no column says whose row it is."""
    share: float
    """The share of people if they are counted, otherwise of rows; from 0 to 1."""

    @classmethod
    def of(cls, outcome: Outcome) -> Removed:
        """Who is missing from an outcome."""
        result, units = outcome.result, outcome.recoding.crowd.rows
        lost = result.suppressed_persons
        share = (result.suppressed_rows if lost is None else lost) / max(units, 1)
        return cls(result.suppressed_rows, lost, share)


@dataclass(frozen=True)
class ProposedColumn:
    """What happens to one column."""

    name: str
    role: RoleName
    kept: float
    """The share of its information that is left, from 0 to 1."""
    exact: float
    """The share of the rows whose value is published as it is."""
    words: Words


@dataclass(frozen=True)
class Proposal(Answer):
    """One way to release a table, with what it costs in words."""

    name: str
    title: Words
    explanation: Words
    passes: bool
    """Whether every check of the preset passes, by the verdict on what would be written."""
    k: int | None
    """People or rows in the smallest group."""
    checks: tuple[CheckSummary, ...]
    """Every check where it passes; those that cannot be met where it does not."""
    words: tuple[Words, ...]
    """What it costs, or why it is not possible."""
    removed: Removed | None
    attributes: tuple[ProposedColumn, ...]
    sample: tuple[SampleRow, ...]
    recommended: bool = False
    reason: Words | None = None
    """Why it is recommended, or not."""
    run: str | None = field(default=None, metadata=shape(optional=True))
    """The id of the run, by which it is adopted."""


def summarize_checks(checks: Iterable[VerdictCheck]) -> tuple[CheckSummary, ...]:
    """The checks without their sources and remedies."""
    return tuple(CheckSummary(each.name, each.title, each.status, each.words) for each in checks)


def describe_columns(outcome: Outcome) -> tuple[ProposedColumn, ...]:
    """What becomes of every column, in the order of the table."""
    exact, kept = _exact_shares(outcome), outcome.result.entropy_per_attribute
    crowd = outcome.recoding.crowd.by_rows
    rows_left = 1 - outcome.recoding.by_rows.suppressed_rows / max(crowd.rows, 1)
    columns = []
    for attribute in outcome.dataset.attributes:
        name, role = attribute.name, attribute.role
        if role is Role.QUASI:
            shares = kept[name], exact[name]
        else:
            left = 0.0 if role in DROPPED else rows_left
            shares = left, left
        words = tell_column(outcome, attribute, exact.get(name, 0.0), rows_left)
        columns.append(ProposedColumn(name, role.value, *shares, words))
    return tuple(columns)


def _exact_shares(outcome: Outcome) -> dict[str, float]:
    """The share of all rows whose value of each quasi-identifier is published as it is."""
    recoding = outcome.recoding.by_rows
    as_is = (recoding.levels == 0) & recoding.kept
    shares = as_is @ recoding.counts / max(recoding.crowd.rows, 1)
    return dict(zip(recoding.crowd.names, np.asarray(shares).tolist(), strict=True))
