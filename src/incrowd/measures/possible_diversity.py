"""Whether any class can hold an l: `l = 2` of a column with one value is not possible."""

from incrowd.crowd.crowd import Protection
from incrowd.crowd.sensitive import Sensitive
from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.measures.registry import promises


def find_impossible_diversity(sensitive: Sensitive, protection: Protection) -> Message | None:
    """Why no class can hold an l: the attribute has fewer values in the whole table."""
    return explain_impossible_diversity(sensitive.different, protection)


def explain_impossible_diversity(values: int, protection: Protection) -> Message | None:
    """The same where only the number of different values is known."""
    known = promises().get(protection.model)
    if known is None or known.letter != "l" or protection.threshold <= values:
        return None
    asked = {"l": protection.threshold, "attribute": protection.attribute}
    if values == 0:
        return say("l = {l:g} is not possible: '{attribute}' has no value at all.", **asked)
    if values == 1:
        return say(
            "l = {l:g} is not possible: '{attribute}' has the same value in all rows.", **asked
        )
    return say(
        "l = {l:g} is not possible: '{attribute}' has only {values:,} different values.",
        values=values,
        **asked,
    )


def refuse_impossible_diversity(sensitive: Sensitive, protection: Protection) -> None:
    """Refuse an l that no class can hold."""
    reason = find_impossible_diversity(sensitive, protection)
    if reason is None:
        return
    values = sensitive.different
    raise InvalidParameter(
        reason,
        say("Choose l up to {values:,} for it.", values=values)
        if values > 1
        else say("Give '{attribute}' another role, or no protection.", attribute=sensitive.name),
    )
