"""Row order: whoever knows the order of the original finds people by their place."""

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Action, Check, Detail, Finding
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import say
from incrowd.table import Role


def examine(evidence: Evidence, preset: Preset) -> Finding:
    """Fail where the rows stand in the order of the original, or a column gives it back."""
    order = evidence.order
    details = tuple(
        Detail(
            name,
            FAILS,
            None,
            say("'{name}' numbers the rows and so reveals their order.", name=name),
            Action("assign_role", attribute=name, role=Role.IDENTIFIER.value),
        )
        for name in order.numbering
    ) + tuple(_sorted(name) for name in order.sorted if name not in order.numbering)
    if order.follows_original or order.shuffled is False:
        return Finding(
            FAILS,
            say(
                "The rows are in their original order: anyone who knows that order can find "
                "people by their place."
            ),
            remedy=say("Shuffle the rows. Every export does so unless you ask it not to."),
            action=Action("shuffle"),
            details=details,
        )
    if details:
        return Finding(
            FAILS,
            details[0].words,
            remedy=say(
                "Make the column an identifier, so that it is removed, or a quasi-identifier, "
                "so that it is generalised."
            )
            if order.sorted
            else say("Make the column an identifier, so that it is removed."),
            action=details[0].action,
            details=details,
        )
    if order.shuffled:
        return Finding(PASSES, say("The rows are shuffled when they are written."))
    if order.follows_original is False:
        return Finding(PASSES, say("The rows are not in their original order."))
    return Finding(
        PASSES,
        say(
            "No column numbers the rows. To check whether they are in their original order, "
            "give the original with --original."
        ),
    )


def _sorted(name: str) -> Detail:
    words = say(
        "The original is sorted by '{name}': anyone who knows the order of its rows can sort "
        "the published rows in the same way and read off everybody's '{name}'.",
        name=name,
    )
    action = Action("assign_role", attribute=name, role=Role.IDENTIFIER.value)
    return Detail(name, FAILS, None, words, action)


CHECK = Check(
    name="row_order",
    title="Order of the rows",
    explanation="Whether the rows are in their original order, or a column reveals that order: a "
    "place in a list is as good as a name for anyone who knows the list.",
    source="incrowd's own choice: an order that is not published cannot be used",
    examine=examine,
)
