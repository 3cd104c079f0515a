"""Direct identifiers that are left in: names, e-mail addresses, numbers, also within texts."""

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import (
    FAILS,
    PASSES,
    WARNS,
    Action,
    Check,
    Detail,
    Finding,
    Status,
    worst,
)
from incrowd.advice.verdict.evidence import PERSON, Evidence, PublishedColumn
from incrowd.language import as_message, join, say
from incrowd.roles.hidden import Hidden, find_hidden
from incrowd.roles.meaning import CONCEPTS, Meaning
from incrowd.table import Attribute, Kind, Role


def examine(evidence: Evidence, preset: Preset) -> Finding:
    """Look at roles and meanings of published columns, and into their texts."""
    details = list_identifiers(evidence)
    status = worst(detail.status for detail in details)
    if not details:
        words = say("No published column names people, and no text in one does.")
        return Finding(PASSES, words, 0, 0, "columns")
    return Finding(
        status,
        join(as_message(detail.words) for detail in details[:3]),
        len(details),
        0,
        "columns",
        remedy=say("Remove these columns from the file.")
        if evidence.as_is
        else say("Make these columns identifiers, so that they are removed."),
        action=details[0].action,
        details=details,
    )


def list_identifiers(evidence: Evidence) -> tuple[Detail, ...]:
    """The published columns that point to one person, each with the reason."""
    published = {column.name: column for column in evidence.columns}
    details = [
        _judge(attribute, published.get(attribute.name))
        for attribute in evidence.table.attributes
        if attribute.name not in evidence.dropped
    ]
    return tuple(detail for detail in details if detail is not None)


def _judge(attribute: Attribute, column: PublishedColumn | None) -> Detail | None:
    name = attribute.name
    if attribute.role is Role.IDENTIFIER or attribute.role.value == PERSON:
        words = say("'{name}' is an identifier, and it is in the file.", name=name)
        return _detail(name, FAILS, None, words)
    if column is None:
        return None
    hidden = _hidden(column)
    if hidden is not None:
        words = say(
            "'{name}' has {title} in {rows}.",
            name=name,
            title=as_message(hidden.title),
            rows=say("1 row") if hidden.rows == 1 else say("{count:,} rows", count=hidden.rows),
        )
        return _detail(name, FAILS, hidden.rows, words)
    return _by_meaning(attribute, column)


def _by_meaning(attribute: Attribute, column: PublishedColumn) -> Detail | None:
    """Believe what name and values said of a column that is published as it is."""
    meaning = attribute.meaning and Meaning(attribute.meaning)
    if not meaning or CONCEPTS[meaning].role is not Role.IDENTIFIER or column.recoded:
        return None
    name, title = attribute.name, as_message(CONCEPTS[meaning].title)
    if meaning is Meaning.FREE_TEXT:
        words = say(
            "'{name}' is free text, which can contain anything, even names: nobody can check that.",
            name=name,
        )
        return _detail(name, WARNS, None, words)
    words = say("'{name}' is published as it is ({title}).", name=name, title=title)
    return _detail(name, FAILS, None, words)


def _hidden(column: PublishedColumn) -> Hidden | None:
    if column.attribute.kind not in (Kind.TEXT, Kind.INTEGER) and not column.recoded:
        return None
    hidden = find_hidden(column.texts)
    return max(hidden, key=lambda each: each.rows) if hidden else None


def _detail(name: str, status: Status, figure: float | None, words: str) -> Detail:
    action = Action("assign_role", attribute=name, role=Role.IDENTIFIER.value)
    return Detail(name, status, figure, words, action)


CHECK = Check(
    name="identifiers",
    title="Direct identifiers",
    explanation="Names, e-mail addresses, phone and account numbers and other identifiers that are "
    "published, in columns of their own or within other texts.",
    source="GDPR Article 4(1): whoever can be identified directly by a name or a number",
    examine=examine,
)
