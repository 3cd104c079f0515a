"""What is written of a result of an automatic method: `read_facts(folder / "ID.json").request`.

A line of JSON with a check of its own: what is damaged is told from what a newer version wrote.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from incrowd.anonymization.anonymize import Proven
from incrowd.anonymization.fitting import Fitness
from incrowd.anonymization.outcome import Outcome
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.answers import Words
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection, ReleasePromise
from incrowd.dataset.open_table import OpenTable
from incrowd.hierarchies import to_csv
from incrowd.language import Message, as_message
from incrowd.strict_json import Document, parse_json
from incrowd.workspace.folder import read_own
from incrowd.workspace.tokens import write_private
from incrowd.workspace.written_values import read_value, write_value

VERSION: Final = 1
_CHECKED: Final = re.compile(rb'(\{.*), "check": "([0-9a-f]{16})"\}', re.DOTALL)


@dataclass(frozen=True, eq=False)
class Run:
    """What an automatic run found, when, and at which revision of the data set."""

    id: str
    at: str
    revision: int
    dataset: OpenTable
    """What it was run on."""
    outcome: Outcome
    fitness: Fitness | None = None
    """How it was made fit for a purpose, where that was asked for."""
    name: str | None = None
    """What somebody called it."""
    proposed: bool = False
    """Whether it was found as one of the ready proposals, not asked for."""
    of_front: bool = False
    """Whether it is a point of the trade-off row by row."""

    @property
    def cells(self) -> int:
        """What it holds: of a recoding row by row the levels of every combination of values."""
        crowd = self.outcome.classes.crowd
        return len(crowd.counts) * (len(crowd.names) if self.outcome.levels is None else 1)


@dataclass(frozen=True)
class Guard:
    """A protection that was in force, and why, where it was not the user who chose it."""

    attribute: str
    model: str
    threshold: float
    people: int | None
    reason: Words | None = None
    parameters: tuple[tuple[str, float], ...] = ()
    """Further numbers of its model, such as `m` of `k_subsets`."""
    counted: bool = False
    """Whether people were looked up in a table of the population."""


@dataclass(frozen=True)
class Facts:
    """What is written of a result beside its recoding."""

    id: str
    number: int
    """Its place among the results of the data set, the oldest first."""
    at: str
    revision: int
    name: str | None
    proposed: bool
    of_front: bool
    cells: int
    """What it takes up, in memory and on the disk."""
    table: str
    """A digest of rows, roles and hierarchies: with others it would be another result."""
    roles: Mapping[str, tuple[str, Words]]
    """The role of each column, and why."""
    guards: Mapping[str, tuple[Guard, ...]]
    request: AnonymizationRequest
    protections: tuple[Guard, ...]
    """What was held; the reasons stand with the guards."""
    seconds: float
    result: Document
    """All figures, as they were counted."""
    levels: tuple[int, ...] | None
    """The one state; None where rows are recoded one by one."""
    proven: Proven
    recoding: str | None
    """A digest of the file beside this one."""
    fitness: Fitness | None


def describe_run(run: Run, number: int) -> Facts:
    """What is written of a result, without the digest of its recoding."""
    outcome, result = run.outcome, run.outcome.result
    table = outcome.dataset
    return Facts(
        id=run.id,
        number=number,
        at=run.at,
        revision=run.revision,
        name=run.name,
        proposed=run.proposed,
        of_front=run.of_front,
        cells=run.cells,
        table=digest_table(table),
        roles={each.name: (each.role.value, each.reason) for each in table.attributes},
        guards=_write_guards(table),
        request=outcome.request,
        protections=tuple(map(_write_guard, outcome.protections)),
        seconds=result.seconds,
        result=write_value(result),
        levels=None if outcome.levels is None else tuple(map(int, outcome.levels)),
        proven=Proven(result.score, result.bound, result.exact),
        recoding=None,
        fitness=run.fitness,
    )


def write_facts(folder: Path, facts: Facts) -> None:
    """Write what is known of a result, as a whole or not at all."""
    known = {each: write_value(getattr(facts, each)) for each in Facts.__dataclass_fields__}
    body = json.dumps({"version": VERSION, **known}).encode()
    text = body[:-1] + b', "check": "' + _check(body) + b'"}'
    write_private(folder / f"{facts.id}.json", text.decode())


def read_facts(path: Path) -> Facts | None:
    """What was written of a result; None if a newer version wrote it, a ValueError if damaged."""
    raw = read_own(path)
    checked = _CHECKED.fullmatch(raw)
    if checked is None or _check(checked[1] + b"}") != checked[2]:
        raise ValueError("another check")
    known = parse_json(checked[1] + b"}")
    if known.pop("version", None) != VERSION:
        return None
    try:
        facts: Facts = read_value(Facts, known)
    except ValueError:  # it is as it was written, by a version that knew more
        return None
    if facts.id != path.stem:
        raise ValueError(facts.id)
    return facts


def digest_table(table: OpenTable) -> str:
    """What tells tables apart: rows, columns, roles and hierarchies."""
    known = hashlib.sha256(repr(table.protected_crowd.by_rows.rows).encode())
    for attribute in table.attributes:
        known.update(repr((attribute.name, attribute.role.value)).encode())
    for name, hierarchy in sorted(table.hierarchies.items()):
        known.update(repr((name, to_csv(hierarchy))).encode())
    return known.hexdigest()[:32]


def _check(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()


def _write_guards(table: OpenTable) -> dict[str, tuple[Guard, ...]]:
    reasons = table.guard_reasons
    return {
        name: tuple(replace(_write_guard(each), reason=reasons.get(each)) for each in guards)
        for name, guards in table.guards.items()
    }


def _write_guard(each: Protection) -> Guard:
    plain = Guard(each.attribute, each.model, each.threshold, None)
    if not isinstance(each, ReleasePromise):
        return plain
    return replace(plain, people=each.people, parameters=each.parameters, counted=each.counted)


def read_guards(
    written: Mapping[str, tuple[Guard, ...]],
) -> tuple[dict[str, tuple[Protection, ...]], dict[Protection, Message]]:
    """The protections that were in force, and the reasons of those that nobody chose."""
    guards = {name: read_protections(each) for name, each in written.items()}
    reasons = {
        _protection(each): as_message(each.reason)
        for known in written.values()
        for each in known
        if each.reason is not None
    }
    return guards, reasons


def read_protections(written: tuple[Guard, ...]) -> tuple[Protection, ...]:
    """Protections as they were."""
    return tuple(map(_protection, written))


def _protection(guard: Guard) -> Protection:
    if guard.attribute == WHOLE_RELEASE:
        return ReleasePromise(
            *(guard.attribute, guard.model, guard.threshold, guard.people),
            parameters=guard.parameters,
            counted=guard.counted,
        )
    return Protection(guard.attribute, guard.model, guard.threshold)
