"""Persons against rows: somebody with several rows is known by all of them together."""

from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, WARNS, Action, Check, Finding
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import join, say
from incrowd.roles import find_repeating_id
from incrowd.roles.meaning import Meaning
from incrowd.table import Attribute

KEYS: Final = frozenset({Meaning.IDENTIFIER, Meaning.NATIONAL_ID})
"""Meanings of columns whose values are handed out one per person."""


def examine(evidence: Evidence, preset: Preset) -> Finding:
    """Fail where people have several rows and nothing tells which rows are theirs."""
    key = evidence.person
    if key is not None:
        return _examine_key(evidence, key)
    repeating = [each for each in evidence.table.attributes if repeats(each)]
    if evidence.person_warning is None and not repeating:
        if evidence.original_key is not None:
            return _examine_original(evidence.original_key)
        words = say("No column says that somebody has several rows: each row counts as a person.")
        return Finding(PASSES, words)
    best = find_repeating_id(evidence.table) or (repeating[0] if repeating else None)
    name = None if best is None else best.name
    words = evidence.person_warning or say(
        "Values of '{name}' repeat: {several:,} rows belong to {people:,} people. All rows of "
        "a person together may be known, but rows are counted here.",
        name=name,
        several=repeating[0].profile.rows - repeating[0].profile.missing,
        people=repeating[0].profile.distinct,
    )
    return Finding(
        FAILS,
        words,
        remedy=say("Make the column the person key: then people are counted, not rows."),
        action=Action("person_key", attribute=name, role="person"),
    )


def _examine_original(key: str) -> Finding:
    """Warn of a file that does not say whose rows belong together."""
    return Finding(
        WARNS,
        say(
            "According to '{name}', people have several rows in the original. This file does "
            "not say which rows belong together, so rows are counted here, not people.",
            name=key,
        ),
        remedy=say(
            "Check the original with the levels of this release, or make the release again "
            "with '{name}' as the person key: both count people.",
            name=key,
        ),
    )


def _examine_key(evidence: Evidence, key: Attribute) -> Finding:
    """Warn of published rows without a key: several of them may be one person's."""
    words = say(
        "Rows with the same '{name}' are one person, and people are counted, not rows.",
        name=key.name,
    )
    rows = _keyless_rows(evidence)
    if not rows or key.profile.distinct == key.profile.rows - key.profile.missing:
        return Finding(PASSES, words)
    unknown = say(
        "{rows} without '{name}' count as one person each, although several may belong to the "
        "same person.",
        rows=say("1 row") if rows == 1 else say("{count:,} rows", count=rows),
        name=key.name,
    )
    return Finding(
        WARNS,
        join([words, unknown]),
        rows,
        0,
        say("rows"),
        remedy=say("Fill in '{name}' where it is missing, or remove these rows.", name=key.name),
    )


def _keyless_rows(evidence: Evidence) -> int:
    """Published rows whose person is not known."""
    classes = evidence.classes
    persons = classes.crowd.persons
    if persons is None:
        return 0
    published = classes.kept[classes.members[persons.line_of]]
    return int(persons.line_rows[published & persons.anonymous[persons.line_keys]].sum())


def repeats(attribute: Attribute) -> bool:
    """Whether a column holds numbers of people, some of them several times."""
    profile = attribute.profile
    known = profile.rows - profile.missing
    return attribute.meaning in KEYS and 1 < profile.distinct < known


CHECK = Check(
    name="persons",
    title="People, not rows",
    explanation="Whether some people have several rows: all rows of a person together may be "
    "known, so people must be counted, not rows.",
    source="El Emam and Arbuckle, Anonymizing Health Data, 2013: longitudinal data",
    examine=examine,
)
