"""The risk of a state in words: who is unique, how small groups are, what is removed.

`explain(classes)` says it in sentences; `incrowd.advice.next_step` says what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incrowd.advice.next_step import choose_step
from incrowd.advice.recommending import Effect, Generalization
from incrowd.advice.suppression_words import explain_causes
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection
from incrowd.crowd.published import PublishedClasses
from incrowd.language import Message, as_message, say
from incrowd.measures.enforcement import SuppressedBy
from incrowd.measures.possible_diversity import explain_impossible_diversity


def explain(
    classes: PublishedClasses,
    steps: Sequence[Generalization],
    by: SuppressedBy | None = None,
    k: int = 1,
) -> list[str]:
    """Explain the risk of a state, and what would lower it, given the ranked generalisations.

    `by` says what rows are left out for, where that is known, with the k that left some out.
    """
    return [*describe(classes, by, k), *advise(classes, steps, by)]


def describe(
    classes: PublishedClasses, by: SuppressedBy | None = None, k: int = 1
) -> Iterable[str]:
    """Say what the risk of a state is, and what rows are removed for."""
    lost = classes.suppressed_rows
    lost_rows = classes.table_rows - classes.kept_table_rows
    effect, by_person = Effect.of(classes), classes.by_person
    if not effect.rows:
        yield say("No row is left: every group is smaller than k or breaks a protection.")
        yield from explain_causes(lost, by or SuppressedBy(lost), k)
        return
    yield _alone(effect, classes) if by_person else _rows_alone(effect)
    yield from _smallest(effect, classes)
    yield from tell_left_out(lost, classes.rows, people=by_person)
    yield from explain_causes(lost_rows, by or SuppressedBy(lost_rows), k)


def advise(
    classes: PublishedClasses,
    steps: Sequence[Generalization],
    by: SuppressedBy | None = None,
) -> list[str]:
    """Say what to do where nobody said for whom the data is meant."""
    if not classes.kept_table_rows:
        return list(_impossible(classes, by)) or [
            say("Generalise an attribute first, or choose a smaller k.")
        ]
    step = choose_step(Effect.of(classes), steps)
    return [] if step is None else [as_message(step.words)]


def _impossible(classes: PublishedClasses, by: SuppressedBy | None) -> Iterable[str]:
    """Say which protections no class could ever hold."""
    for broken in by.protections if by else ():
        if broken.attribute == WHOLE_RELEASE:
            continue
        asked = Protection(broken.attribute, broken.model, broken.threshold)
        reason = explain_impossible_diversity(classes.different(broken.attribute), asked)
        if reason is not None:
            yield reason
            yield say(
                "Give '{attribute}' another role, or no protection.", attribute=broken.attribute
            )


def share_in_words(part: int, whole: int) -> Message:
    """Give a share as people say it.

    >>> share_in_words(15512, 30162), share_in_words(1, 30162), share_in_words(2, 2)
    ('51 % of the people', '1 of 30,162 people', 'All 2 people')
    """
    if part == whole:
        return say("The only person") if whole == 1 else say("All {whole:,} people", whole=whole)
    percent = 100 * part / whole
    if percent >= 1:
        return say("{percent:.0f} % of the people", percent=percent)
    return say("{part:,} of {whole:,} people", part=part, whole=whole)


def share_of_rows(part: int, whole: int) -> Message:
    """Give a share of rows: without a person key nobody knows how many people they are about.

    >>> share_of_rows(15512, 30162), share_of_rows(1, 30162), share_of_rows(2, 2)
    ('51 % of the rows', '1 of 30,162 rows', 'All 2 rows')
    """
    if part == whole:
        return say("The only row") if whole == 1 else say("All {whole:,} rows", whole=whole)
    percent = 100 * part / whole
    if percent >= 1:
        return say("{percent:.0f} % of the rows", percent=percent)
    return say("{part:,} of {whole:,} rows", part=part, whole=whole)


def _rows_alone(effect: Effect) -> str:
    if not effect.uniques:
        return say("No row is unique: each shares all quasi-identifiers with another one.")
    who = share_of_rows(effect.uniques, effect.rows)
    # one of 30,162 rows stands alone, but 25 % of the rows stand alone
    if effect.uniques == 1 and not 1 < effect.rows <= 100:
        return say(
            "{who} is unique: no other row has the same combination of quasi-identifiers.", who=who
        )
    return say(
        "{who} are unique: no other row has the same combination of quasi-identifiers.", who=who
    )


def _alone(effect: Effect, classes: PublishedClasses) -> str:
    people = classes.kept_rows
    if not effect.uniques:
        return say("Nobody is unique: everyone shares all quasi-identifiers with somebody else.")
    who = share_in_words(effect.uniques, people)
    # one of 30,162 people stands alone, but 25 % of the people stand alone
    if effect.uniques == 1 and not 1 < people <= 100:
        return say(
            "{who} is unique: nobody else has the same combination of quasi-identifiers.",
            who=who,
        )
    return say(
        "{who} are unique: nobody else has the same combination of quasi-identifiers.", who=who
    )


def _smallest(effect: Effect, classes: PublishedClasses) -> Iterable[str]:
    if effect.uniques:
        return
    k = classes.smallest
    if not classes.by_person:
        yield say(
            "The smallest group has {k:,} rows, so the chance of finding the row at highest "
            "risk is {risk:.3g} %.",
            k=k,
            risk=100 / k,
        )
        return
    yield say(
        "The smallest group has {k:,} people, so the chance of finding the person at highest "
        "risk is {risk:.3g} %.",
        k=k,
        risk=100 / k,
    )


def tell_left_out(lost: int, whole: int, *, people: bool = False) -> Iterable[str]:
    """Say how many rows are left out, if any, or how many people with all their rows."""
    share = 100 * lost / max(whole, 1)
    if people and lost:
        yield _people_left_out(lost, share)
    elif lost == 1:
        yield say("Removed: 1 row ({share:.1f} %).", share=share)
    elif lost:
        yield say("Removed: {rows:,} rows ({share:.1f} %).", rows=lost, share=share)


def _people_left_out(people: int, percent: float) -> str:
    if people == 1:
        return say("Removed: 1 person ({share:.1f} %), with all their rows.", share=percent)
    return say(
        "Removed: {people:,} people ({share:.1f} %), with all their rows.",
        people=people,
        share=percent,
    )
