"""HIPAA Safe Harbor: the 18 identifiers of 45 CFR 164.514(b)(2), column by column."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, WARNS, Action, Check, Detail, Finding, worst
from incrowd.advice.verdict.checks.identifiers import list_identifiers
from incrowd.advice.verdict.evidence import Evidence, PublishedColumn
from incrowd.language import Message, as_message, join, say
from incrowd.roles.headers import read
from incrowd.roles.meaning import Meaning
from incrowd.table import Kind, Role

OLDEST: Final = 89
"""Ages above this one may only be told as one group."""
VISIBLE_DIGITS: Final = 3
_AREAS: Final = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893"
SMALL_AREAS: Final = frozenset(_AREAS.split())
"""First digits of ZIP codes whose areas had 20,000 people or fewer in the census of 2000: the 17 of
the guidance of the Department of Health and Human Services, 2012."""

_YEAR: Final = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_BETWEEN_YEARS: Final = re.compile(r"[\s\[\](){}*,;.s–-]*|\D*missing\D*")
_WITH_COMMA: Final = re.compile(r"[0-9]+,[0-9]+")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_DIGITS: Final = re.compile(r"[0-9]+")
Rule = Callable[[PublishedColumn], Message | None]


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Judge every published column by the rule, where the preset asks for it."""
    if CHECK.name not in preset.rules:
        return None
    details = list(list_identifiers(evidence))
    known = {detail.attribute for detail in details}
    for column in evidence.columns:
        detail = None if column.name in known else _judge(column)
        if detail is not None:
            details.append(detail)
    if not details:
        words = say(
            "None of the 18 identifiers was found. The rule also asks that you know of no way to "
            "identify anybody with what is left."
        )
        return Finding(PASSES, words, 0, 0, "columns")
    return Finding(
        worst(detail.status for detail in details),
        join(as_message(detail.words) for detail in details[:3]),
        len(details),
        0,
        "columns",
        remedy=say("Generalise these columns as the rule says, or remove them."),
        action=details[0].action,
        details=tuple(details),
    )


def _judge(column: PublishedColumn) -> Detail | None:
    meaning = column.attribute.meaning
    rule = _RULES.get(Meaning(meaning)) if meaning else None
    if rule is None and column.attribute.kind in (Kind.DATE, Kind.TIMESTAMP):
        rule = judge_dates
    words = rule(column) if rule is not None else None
    if words is None and column.attribute.profile.unique and not column.recoded:
        words = say("'{name}' has a different value in every row.", name=column.name)
        role = Role.IDENTIFIER.value
        action = Action("assign_role", attribute=column.name, role=role)
        return Detail(column.name, FAILS, None, words, action)
    if words is None:
        return None
    doubtful = meaning == Meaning.PLACE
    action = Action("generalize", attribute=column.name)
    return Detail(column.name, WARNS if doubtful else FAILS, None, words, action)


def judge_dates(column: PublishedColumn) -> Message | None:
    """Dates may be told by the year alone, and dates of birth not beyond the age of 89."""
    finer = [text for text, _ in column.texts if not _BETWEEN_YEARS.fullmatch(_YEAR.sub("", text))]
    if finer:
        return say(
            "'{name}' is finer than the year, as in '{example}'.",
            name=column.name,
            example=finer[0],
        )
    if any(reading.meaning is Meaning.BIRTH_DATE for reading in read(column.name)):
        return _old_births(column)
    return None


def _old_births(column: PublishedColumn) -> Message | None:
    """Years of birth before which everybody is older than 89."""
    first = datetime.now(UTC).year - OLDEST
    lasts = [
        max(years)
        for text, _ in column.texts
        if (years := [int(year) for year in _YEAR.findall(text)])
    ]
    old = sum(last < first for last in lasts)
    if old <= 1 and all(last >= first - 1 for last in lasts):
        return None
    return say(
        "'{name}' shows the year of birth of people over {age}.", name=column.name, age=OLDEST
    )


def judge_ages(column: PublishedColumn) -> Message | None:
    """Ages over 89 may only be told as one group that begins at 90 or below."""
    above = []
    for text, _ in column.texts:
        plain = text.replace(",", ".") if _WITH_COMMA.fullmatch(text) else text
        numbers = [float(number) for number in _NUMBER.findall(plain)]
        if numbers and max(numbers) > OLDEST:
            above.append((text, numbers))
    grouped = len(above) == 1 and len(above[0][1]) > 1 and min(above[0][1]) <= OLDEST + 1
    opened = len(above) == 1 and above[0][1] == [OLDEST + 1] and not above[0][0].isdigit()
    if not above or grouped or opened:
        return None
    return say("'{name}' shows ages over {age}.", name=column.name, age=OLDEST)


def judge_zip_codes(column: PublishedColumn) -> Message | None:
    """Of ZIP codes three digits may be told, and those not of areas with few people."""
    for text, _ in column.texts:
        digits = _DIGITS.findall(text)
        if any(len(run) > VISIBLE_DIGITS for run in digits):
            return say(
                "'{name}' shows more than three digits of ZIP codes, as in '{example}'.",
                name=column.name,
                example=text,
            )
    small = [text for text, _ in column.texts if SMALL_AREAS & set(_DIGITS.findall(text))]
    if not small:
        return None
    return say(
        "'{name}' shows ZIP codes of areas with 20,000 people or fewer, as in '{example}': "
        "the rule requires 000 there.",
        name=column.name,
        example=small[0],
    )


def _judge_places(column: PublishedColumn) -> Message | None:
    if all(text.strip("*") == "" for text, _ in column.texts):
        return None
    return say(
        "'{name}' shows places: nothing smaller than a state may be shown.", name=column.name
    )


def _refuse(column: PublishedColumn) -> Message | None:
    if all(text.strip("*") == "" for text, _ in column.texts):
        return None
    return say("'{name}' is among the 18 identifiers of the rule.", name=column.name)


_RULES: Final[Mapping[Meaning, Rule]] = {
    Meaning.DATE: judge_dates,
    Meaning.BIRTH_DATE: judge_dates,
    Meaning.YEAR: judge_dates,
    Meaning.AGE: judge_ages,
    Meaning.POSTCODE: judge_zip_codes,
    Meaning.PLACE: _judge_places,
    Meaning.COORDINATES: _refuse,
    Meaning.BIOMETRIC: _refuse,
}

CHECK = Check(
    name="safe_harbor",
    title="18 identifiers of HIPAA",
    explanation="Whether any of the 18 identifiers is published: names, places smaller than a "
    "state, ZIP codes beyond three digits, dates finer than the year, ages over 89, numbers of all "
    "kinds.",
    source="45 CFR 164.514(b)(2), and the guidance of the U.S. Department of Health and Human "
    "Services on de-identification, 2012",
    examine=examine,
)
