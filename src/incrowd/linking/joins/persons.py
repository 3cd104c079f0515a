"""Which column of each source says whose row it is: as guessed, as named, or none.

`["patient_id"]` is the key of every source that has such a column, `["1.patient_id"]` of the first,
`["none"]` switches off what was guessed and `["2.none"]` does so in the second.
"""

from collections.abc import Sequence
from typing import Final

from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.linking.joins.columns import Columns
from incrowd.roles import find_repeating_id
from incrowd.table import Attribute, Role, Table

NONE: Final = "none"
Attributes = tuple[Attribute, ...]


def choose_person_keys(
    attributes: Sequence[Attributes], names: Sequence[str] | None
) -> tuple[Attributes, ...]:
    """The attributes of every source with the person keys that were named."""
    if names is None:
        return tuple(attributes)
    columns = Columns(tuple(tuple(each.name for each in own) for own in attributes))
    chosen: dict[int, str | None] = {}
    for name in map(str.strip, names):
        for source, key in _keys(columns, name):
            if chosen.setdefault(source, key) != key:
                raise InvalidParameter(
                    say("Source {number} can have only one person key.", number=source + 1),
                    say("Name one column of it."),
                )
    return tuple(
        _assign(own, chosen[source]) if source in chosen else own
        for source, own in enumerate(attributes)
    )


def _keys(columns: Columns, name: str) -> list[tuple[int, str | None]]:
    """The source and column that a name means; no column where keys are switched off."""
    found = columns.find(name)
    if found:
        return [(column.source, column.name) for column in found]
    only, rest = columns.split_source(name)
    if rest != NONE:
        raise columns.unknown(name)
    return [(source, None) for source in range(len(columns.names)) if only in (None, source)]


def _assign(attributes: Attributes, key: str | None) -> Attributes:
    table = Table("", 0, attributes)
    if key is not None:
        return table.assigning({key: Role.PERSON}).attributes
    if table.person is None:
        return attributes
    return table.assigning({table.person.name: Role.IDENTIFIER}).attributes


def find_key(attributes: Attributes) -> str | None:
    """The person key of a source; None if rows are counted."""
    person = Table("", 0, attributes).person
    return None if person is None else person.name


def warn_of_rows(name: str, attributes: Attributes) -> Message | None:
    """What to say of a source in which an id of people repeats, but rows are counted."""
    column = find_repeating_id(Table(name, 0, attributes))
    if column is None:
        return None
    return say(
        "According to '{key}', a person has several rows in '{name}': rows are counted here, "
        "not people.",
        name=name,
        key=column.name,
    )


def refuse_key(key: str) -> InvalidParameter:
    """The error where somebody is to know the person key, or to learn it."""
    return InvalidParameter(
        say("'{name}' is the person key: it is never published, so nobody knows it.", name=key),
        say("Name another column, or say that there is no person key."),
    )
