"""A delimiter or quote is one character: `check_character(";;", "delimiter")` refuses two."""

from incrowd.errors import InvalidParameter
from incrowd.language import as_message, say


def check_character(character: str | None, what: str) -> None:
    """Refuse a delimiter or quote that is not one character of ASCII."""
    if character and (len(character) != 1 or not character.isascii() or character in "\r\n\0"):
        raise InvalidParameter(
            say(
                "The {what} {character!r} is not a single character.",
                what=as_message(what),
                character=character,
            ),
            say("Give one ASCII character, for example ';'."),
        )
