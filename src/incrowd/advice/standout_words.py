"""Say who stands out as people would: "One person is aged 17 and widowed.".

Where nothing tells people apart, rows are counted, and the words say so.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from incrowd.advice.standouts import StandOuts
from incrowd.language import say
from incrowd.table import MISSING, SUPPRESSED, Attribute

AGE: Final = "age"
STATES: Final = frozenset({"sex", "marital_status"})
"""Meanings whose values say what somebody is, not what somebody has."""
SHORTEST: Final = 3
"""Letters from which on a value is a word and not a code."""
MOST_TOLD: Final = 3


def describe_group(
    standouts: StandOuts, entry: int, attributes: Sequence[int], *, recoded: bool = False
) -> str:
    """Say what the few have in common whom a combination leaves."""
    columns = standouts.columns
    people = rows_sharing(standouts, entry, attributes)
    if not attributes:
        return _table_itself(people, columns.by_person)
    values = columns.published(entry, attributes)
    domains = columns.classes.crowd.domains
    named = [domains[columns.places[a]].attribute for a in attributes]
    shared = [(attribute, values[attribute.name]) for attribute in named]
    if recoded:
        return describe_shown(people, shared)
    return describe_values(people, shared, by_person=columns.by_person)


def describe_shown(rows: int, values: Iterable[tuple[Attribute, str]]) -> str:
    """Say how many published rows show some values, where rows are recoded one by one.

    Other people may have the same values and be published as something wider, so that nothing can
    be said about how many people have them.
    """
    shown = _listed([f"{attribute.name} = {value}" for attribute, value in values])
    if rows == 1:
        return say("Only one published row shows {shown}.", shown=shown)
    return say("Only {rows:,} published rows show {shown}.", rows=rows, shown=shown)


def describe_values(
    people: int, values: Iterable[tuple[Attribute, str]], *, by_person: bool = True
) -> str:
    """Say which values some people share: "One person is aged 17 and widowed."."""
    being, having = [], []
    for attribute, value in values:
        state = _state(attribute, value)
        if state is None:
            having.append(f"{attribute.name} = {value}")
        else:
            being.append(state)
    if by_person:
        return _sentence(people, _listed(being), _listed(having))
    return _sentence_of_rows(people, _listed(being), _listed(having))


def rows_sharing(standouts: StandOuts, entry: int, attributes: Sequence[int]) -> int:
    """Rows that have the values of an entry in a combination that makes it stand out."""
    if standouts.minimal.k == 2:
        return 1
    columns = standouts.columns
    if columns.folded:
        groups = columns.group(attributes)
        return int(groups.sizes[groups.of[entry]])
    same = columns.sizes > 0
    for a in attributes:
        same &= columns.codes[a] == columns.codes[a][entry]
    return int(columns.sizes[same].sum())


def explain_standouts(
    standouts: StandOuts, *, recoded: bool = False, limits: bool = True
) -> list[str]:
    """Explain who stands out, by what, and give examples; `limits` says what was not looked at."""
    examples = _examples(standouts, recoded=recoded)
    last = _limits(standouts) if limits else ()
    return [*_how_many(standouts), *_by_what(standouts), *examples, *last]


def _table_itself(people: int, by_person: bool) -> str:
    if by_person:
        if people == 1:
            return say("The table is about only one person.")
        return say("The table is about only {people:,} people.", people=people)
    if people == 1:
        return say("The table has only one row.")
    return say("The table has only {people:,} rows.", people=people)


def _state(attribute: Attribute, value: str) -> str | None:
    """What somebody is, where that can be said: aged 17, widowed."""
    if value == MISSING:
        return None
    if attribute.meaning == AGE:
        return say("aged {age}", age=value)
    word = value.replace("-", "").replace(" ", "")
    if attribute.meaning in STATES and word.isalpha() and len(word) >= SHORTEST:
        return value[:1].lower() + value[1:]
    return None


def _listed(facts: Sequence[str]) -> str:
    result = facts[0] if facts else ""
    for fact in facts[1:]:
        result = say("{facts} and {fact}", facts=result, fact=fact)
    return result


def _sentence(people: int, being: str, having: str) -> str:
    if people == 1:
        if not having:
            return say("One person is {being}.", being=being)
        if not being:
            return say("One person has {having}.", having=having)
        return say("One person is {being} and has {having}.", being=being, having=having)
    if not having:
        return say("Only {people:,} people are {being}.", people=people, being=being)
    if not being:
        return say("Only {people:,} people have {having}.", people=people, having=having)
    return say(
        "Only {people:,} people are {being} and have {having}.",
        people=people,
        being=being,
        having=having,
    )


def _sentence_of_rows(rows: int, being: str, having: str) -> str:
    if rows == 1:
        if not having:
            return say("One row is about somebody {being}.", being=being)
        if not being:
            return say("One row has {having}.", having=having)
        return say(
            "One row is about somebody {being} and has {having}.", being=being, having=having
        )
    if not having:
        return say("Only {rows:,} rows are about somebody {being}.", rows=rows, being=being)
    if not being:
        return say("Only {rows:,} rows have {having}.", rows=rows, having=having)
    return say(
        "Only {rows:,} rows are about somebody {being} and have {having}.",
        rows=rows,
        being=being,
        having=having,
    )


def _how_many(standouts: StandOuts) -> Iterable[str]:
    if not standouts.columns.by_person:
        yield _how_many_rows(standouts)
        return
    size, k, rows = standouts.minimal.size, standouts.minimal.k, standouts.rows
    whole = standouts.columns.rows
    if not rows:
        yield say(
            "No combination of up to {size:,} attributes leads to a group of fewer than {k:,} "
            "people.",
            size=size,
            k=k,
        )
    elif k == 2:
        yield say(
            "With {size:,} attributes or fewer, {rows:,} of {whole:,} people ({share:.1f} %) "
            "can be singled out.",
            size=size,
            rows=rows,
            whole=whole,
            share=100 * rows / whole,
        )
    else:
        yield say(
            "With {size:,} attributes or fewer, {rows:,} of {whole:,} people ({share:.1f} %) "
            "can be narrowed down to a group of fewer than {k:,} people.",
            k=k,
            size=size,
            rows=rows,
            whole=whole,
            share=100 * rows / whole,
        )


def _how_many_rows(standouts: StandOuts) -> str:
    size, k, rows = standouts.minimal.size, standouts.minimal.k, standouts.rows
    figures = {"size": size, "rows": rows, "whole": standouts.columns.rows}
    if not rows:
        return say(
            "No combination of up to {size:,} attributes leads to a group of fewer than {k:,} "
            "rows.",
            size=size,
            k=k,
        )
    share = 100 * rows / standouts.columns.rows
    if k == 2:
        return say(
            "With {size:,} attributes or fewer, {rows:,} of {whole:,} rows ({share:.1f} %) "
            "can be singled out.",
            share=share,
            **figures,
        )
    return say(
        "With {size:,} attributes or fewer, {rows:,} of {whole:,} rows ({share:.1f} %) can be "
        "narrowed down to a group of fewer than {k:,} rows.",
        k=k,
        share=share,
        **figures,
    )


def _by_what(standouts: StandOuts) -> Iterable[str]:
    shares = standouts.attribute_shares
    if len(shares) > 1 and any(shares.values()):
        name = max(shares, key=lambda candidate: shares[candidate])
        yield say(
            "'{name}' plays the largest part: in {share:.0f} % of what makes people stand out.",
            name=name,
            share=shares[name],
        )


def _examples(standouts: StandOuts, *, recoded: bool) -> Iterable[str]:
    result: dict[str, None] = {}
    for entry in standouts.ranked[: 4 * MOST_TOLD].tolist():
        combination = standouts.combinations_of(entry)[0]
        hidden = SUPPRESSED in standouts.columns.published(entry, combination).values()
        if not (recoded and hidden):  # what is hidden gives nobody away
            result.setdefault(describe_group(standouts, entry, combination, recoded=recoded))
    yield from list(result)[:MOST_TOLD]


def _limits(standouts: StandOuts) -> Iterable[str]:
    size = standouts.minimal.size
    if size < min(standouts.asked_size, standouts.columns.width):
        yield say(
            "Combinations of more than {size:,} attributes were not checked: there are too many.",
            size=size,
        )
