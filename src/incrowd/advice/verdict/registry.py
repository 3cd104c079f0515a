"""The checks of a verdict in their order: `judge(evidence, find_preset("public")).holds`."""

from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import PASSES, Check, Verdict, VerdictCheck, worst
from incrowd.advice.verdict.checks import (
    average_risk,
    closeness,
    diversity,
    highest_risk,
    identifiers,
    persons,
    population,
    row_order,
    safe_harbor,
    side_columns,
    smallest_group,
)
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import Message, as_message, join, say

BUILT_IN: Final[tuple[Check, ...]] = (
    smallest_group.CHECK,
    highest_risk.CHECK,
    average_risk.CHECK,
    diversity.CHECK,
    closeness.CHECK,
    side_columns.CHECK,
    identifiers.CHECK,
    safe_harbor.CHECK,
    row_order.CHECK,
    persons.CHECK,
    population.CHECK,
)


def judge(evidence: Evidence, preset: Preset) -> Verdict:
    """Examine what is published by every check of a preset."""
    results = [check.judge(evidence, preset) for check in BUILT_IN]
    checks = tuple(result for result in results if result is not None)
    status = worst(check.status for check in checks)
    rows = evidence.classes.kept_table_rows if evidence.rows is None else evidence.rows
    return Verdict(
        preset=preset.name,
        title=preset.title,
        holds=status == PASSES,
        status=status,
        words=_words(preset, checks),
        checks=checks,
        note=preset.note,
        rows=rows,
        persons=None if evidence.person is None else evidence.people,
    )


def _words(preset: Preset, checks: tuple[VerdictCheck, ...]) -> Message:
    missed = [check for check in checks if check.status != PASSES]
    purpose = as_message(preset.title)
    if not missed:
        return say("All {count} checks pass for {purpose}.", count=len(checks), purpose=purpose)
    return say(
        "{missed} of {count} checks do not pass for {purpose}: {titles}.",
        missed=len(missed),
        count=len(checks),
        purpose=purpose,
        titles=join((as_message(check.title) for check in missed), ", "),
    )
