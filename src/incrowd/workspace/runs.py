"""One result of the automatic methods, in memory until it is adopted or discarded."""

from __future__ import annotations

from dataclasses import dataclass

from incrowd.service.automatic.anonymize import Outcome


@dataclass(frozen=True, eq=False)
class Run:
    """What was found, when, and at which revision of the data set."""

    id: str
    at: str
    revision: int
    outcome: Outcome
