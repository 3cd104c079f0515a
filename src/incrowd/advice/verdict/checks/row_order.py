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
            say("'{name}' numbers the rows and so gives back their order.", name=name),
            Action("assign_role", attribute=name, role=Role.IDENTIFIER.value),
        )
        for name in order.numbering
    ) + tuple(_sorted(name) for name in order.sorted if name not in order.numbering)
    if order.follows_original or order.shuffled is False:
        return Finding(
            FAILS,
            say(
                "The rows stand in the order of the original: whoever knows that order finds "
                "people by their place."
            ),
            remedy=say("Shuffle the rows, which every export does unless asked not to."),
            action=Action("shuffle"),
            details=details,
        )
    if details:
        return Finding(
            FAILS,
            details[0].words,
            remedy=say(
                "Make the column an identifier, and it is left out, or a quasi-identifier, and it "
                "is generalised."
            )
            if order.sorted
            else say("Make the column an identifier, and it is left out."),
            action=details[0].action,
            details=details,
        )
    if order.shuffled:
        return Finding(PASSES, say("The rows are shuffled when they are written."))
    if order.follows_original is False:
        return Finding(PASSES, say("The rows do not stand in the order of the original."))
    return Finding(
        PASSES,
        say(
            "No column numbers the rows. Whether they stand in the order of the original cannot be "
            "seen without it: give it with --original."
        ),
    )


def _sorted(name: str) -> Detail:
    words = say(
        "The original is sorted by '{name}': whoever knows the order of its rows sorts what is "
        "published in the same way and reads off everybody's '{name}'.",
        name=name,
    )
    action = Action("assign_role", attribute=name, role=Role.IDENTIFIER.value)
    return Detail(name, FAILS, None, words, action)


CHECK = Check(
    name="row_order",
    title="Order of the rows",
    explanation="Whether the rows stand in the order of the original, or a column gives that order "
    "back: a place in a list is as good as a name for whoever knows the list.",
    source="incrowd's own choice: an order that is not published cannot be used",
    examine=examine,
)
