"""What a proposal costs, in words: who is removed, which columns stay exact, which do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from incrowd.errors import InvalidParameter
from incrowd.language import Message, as_message, join, say
from incrowd.table import DROPPED, Attribute, Role

if TYPE_CHECKING:
    from incrowd.anonymization.fitting import Fit, RoleChange
    from incrowd.anonymization.outcome import Outcome
    from incrowd.anonymization.proposal import ProposedColumn, Removed

ALL: Final = 1 - 1e-9
NONE: Final = 1e-9


def tell_column(outcome: Outcome, attribute: Attribute, exact: float, rows_left: float) -> Message:
    """What becomes of a column; shares are of all rows of the original."""
    if attribute.role is Role.IDENTIFIER:
        return say("removed, because it points to one person")
    if attribute.role is Role.PERSON:
        return say("removed, because it tells people apart")
    if attribute.role is not Role.QUASI:
        return say("unchanged")
    if outcome.levels is not None:
        return _tell_level(outcome, attribute.name)
    return _tell_cells(outcome, attribute.name, exact / rows_left if rows_left > 0 else 0.0)


def _tell_cells(outcome: Outcome, name: str, share: float) -> Message:
    """What becomes of a column whose level differs from row to row."""
    if share > ALL:
        return say("exact")
    if outcome.result.entropy_per_attribute[name] < NONE:
        return say("removed")
    if share < NONE:
        return say("coarser, row by row as far as needed")
    return say("exact in {share:.0f} % of the rows, coarser in the others", share=100 * share)


def _tell_level(outcome: Outcome, name: str) -> Message:
    level = (outcome.result.state or {})[name]
    hierarchy = outcome.dataset.hierarchies[name]
    if level == 0:
        return say("exact")
    if level == hierarchy.height:
        return say("removed")
    return say("coarser: {title}", title=as_message(hierarchy.title(level)))


def tell_cost(fit: Fit, columns: Sequence[ProposedColumn], removed: Removed) -> tuple[Message, ...]:
    """What a release costs, one idea per sentence."""
    return (
        _tell_removed(fit.outcome, removed),
        *_tell_columns(columns),
        *(_tell_change(change) for change in fit.fitness.changes),
        *_tell_crowd(fit.outcome),
    )


def _tell_removed(outcome: Outcome, removed: Removed) -> Message:
    if removed.people is not None:
        people = outcome.recoding.crowd.rows
        if not removed.people:
            return say("All {people:,} people stay.", people=people)
        return say(
            "{removed:,} of {people:,} people are removed with all their rows ({share:.1f} %).",
            removed=removed.people,
            people=people,
            share=100 * removed.share,
        )
    rows = outcome.recoding.crowd.rows
    if not removed.rows:
        return say("All {rows:,} rows stay.", rows=rows)
    return say(
        "{removed:,} of {rows:,} rows are removed ({share:.1f} %).",
        removed=removed.rows,
        rows=rows,
        share=100 * removed.share,
    )


def _tell_columns(columns: Sequence[ProposedColumn]) -> Iterator[Message]:
    quasi = [each for each in columns if each.role == Role.QUASI.value]
    exact = [each.name for each in quasi if each.words == "exact"]
    gone = [each.name for each in quasi if each.words == "removed"]
    others = [each for each in quasi if each.name not in (*exact, *gone)]
    names = [each.name for each in columns if each.role in [role.value for role in DROPPED]]
    if exact:
        yield say("Exact as before: {names}.", names=_list(exact))
    if others:
        told = [say("{name} ({words})", name=each.name, words=each.words) for each in others]
        yield say("Changed: {columns}.", columns=join(told, "; "))
    if gone:
        yield say("Hidden in every row: {names}.", names=_list(gone))
    if names:
        yield say("Removed, because they point to single people: {names}.", names=_list(names))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _tell_change(change: RoleChange) -> Message:
    if change.role == Role.QUASI.value:
        return say(
            "'{name}' could give people away, so it is made coarser as well.", name=change.attribute
        )
    if change.role == Role.PERSON.value:
        return say("'{name}' tells people apart, so people are counted.", name=change.attribute)
    if change.role == Role.IDENTIFIER.value:
        return say("'{name}' points to single people, so it is removed.", name=change.attribute)
    return as_message(change.words)


def _tell_crowd(outcome: Outcome) -> Iterator[Message]:
    k = outcome.result.k
    if k is not None:
        yield say("Everybody in the file looks like at least {others:,} others.", others=k - 1)


def tell_failure(error: InvalidParameter | None) -> tuple[Message, ...]:
    """Why there is no such release, and what would help."""
    if error is None:
        return ()
    first = say("No release of this kind passes every check.")
    told = (first, error.message, *map(as_message, error.errors))
    return tuple(dict.fromkeys(words for words in told if words))
