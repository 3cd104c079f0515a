"""A result of an automatic method on the disk: what it is in `ID.json`, its recoding in `ID.npz`.

The recoding is written first and removed last, so that a result is there once its `ID.json` is.
When it is read, its groups are made of the data again, and what it promises is checked on them. Its
other figures are those that were counted when it was found: that would take too long for many.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from incrowd.anonymization.anonymize import restore_outcome, restore_state
from incrowd.anonymization.outcome import Anonymized, Outcome
from incrowd.crowd.crowd import State
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import IncrowdError
from incrowd.measures.enforcement import suppress
from incrowd.workspace.kept_recodings import read_recoding, write_recoding
from incrowd.workspace.run_facts import (
    Facts,
    Run,
    describe_run,
    digest_table,
    read_guards,
    read_protections,
    write_facts,
)
from incrowd.workspace.written_values import read_value

TableAt = Callable[[int], OpenTable]
"""The table as it was at a revision of the journal."""


class NoLongerFits(ValueError):
    """A result that was found on other data, roles or hierarchies than there are."""


def write_run(folder: Path, run: Run, number: int) -> Facts:
    """Write a result into the folder of its data set's results."""
    facts = describe_run(run, number)
    if run.outcome.levels is None:
        arrays = folder / f"{run.id}.npz"
        write_recoding(arrays, run.outcome)
        arrays.chmod(0o600)
        facts = replace(facts, recoding=_digest_file(arrays))
    write_facts(folder, facts)
    return facts


def remove_run(folder: Path, run_id: str) -> None:
    """Remove a result: first what makes it one."""
    (folder / f"{run_id}.json").unlink(missing_ok=True)
    (folder / f"{run_id}.npz").unlink(missing_ok=True)


def restore_run(folder: Path, facts: Facts, table_at: TableAt) -> Run:
    """A result as it was found, counted anew; a ValueError where it is not what it was."""
    dataset = table_at(facts.revision)
    table = _as_it_was(dataset, facts)
    outcome = _restore(folder, facts, table)
    found = replace(outcome, result=replace(outcome.result, seconds=facts.seconds))
    return Run(
        facts.id,
        facts.at,
        facts.revision,
        dataset,
        found,
        facts.fitness,
        facts.name,
        facts.proposed,
        facts.of_front,
    )


def _as_it_was(dataset: OpenTable, facts: Facts) -> OpenTable:
    """The table with the roles and protections that a result was found with."""
    try:
        table = dataset
        for name, (role, reason) in facts.roles.items():
            if table.roles[name] != role:
                table = table.with_roles({name: role}, reason)
    except (IncrowdError, KeyError) as error:
        raise NoLongerFits("other columns") from error
    if digest_table(table) != facts.table:
        raise NoLongerFits("other roles or hierarchies")
    guards, reasons = read_guards(facts.guards)
    if guards == dict(table.guards) and not reasons:
        return table
    return table.with_guards(guards, reasons)


def _restore(folder: Path, facts: Facts, table: OpenTable) -> Outcome:
    protections = facts.request.protections(table)
    if protections != read_protections(facts.protections):
        raise NoLongerFits("other protections")
    if facts.levels is not None:
        heights = table.protected_crowd.heights
        if len(facts.levels) != len(heights) or not all(
            0 <= level <= height for level, height in zip(facts.levels, heights, strict=True)
        ):
            raise NoLongerFits("other levels")
        known = _read_result(facts)
        outcome = restore_state(
            table, facts.request, protections, facts.levels, facts.proven, known
        )
        _check_figures(outcome)
        return outcome
    arrays = folder / f"{facts.id}.npz"
    if arrays.is_symlink() or not arrays.is_file() or _digest_file(arrays) != facts.recoding:
        raise ValueError("another recoding")
    recoding = read_recoding(arrays, table)
    if recoding is None:
        raise NoLongerFits("other rows")
    outcome = restore_outcome(table, facts.request, protections, *recoding, _read_result(facts))
    _check_promise(outcome)
    _check_figures(outcome)
    return outcome


def _read_result(facts: Facts) -> Anonymized | None:
    """The figures as they were counted; None where this version has others, and counts anew."""
    try:
        result: Anonymized = read_value(Anonymized, facts.result)
    except ValueError:
        return None
    return result


def _check_figures(outcome: Outcome) -> None:
    """Refuse figures that are not those of the groups."""
    result, sizes = outcome.result, outcome.classes.kept_sizes
    counted = (
        outcome.classes.kept_table_rows,
        outcome.recoding.by_rows.suppressed_rows,
        len(sizes),
        int(sizes.min()) if len(sizes) else None,
    )
    if counted != (result.rows, result.suppressed_rows, result.classes, result.k):
        raise ValueError("its figures are others")


def _check_promise(outcome: Outcome) -> None:
    """Refuse a recoding that does not hold what was asked for."""
    if outcome.request.suppression != "strict":  # for study only: it is never written
        return
    classes = outcome.classes
    state = State(classes.levels, outcome.request.k, outcome.protections)
    if not suppress(classes, state).kept.all():
        raise ValueError("it does not hold what it promises")


def _digest_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]
