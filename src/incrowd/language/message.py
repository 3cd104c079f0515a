"""English messages that keep their template and values, so that they can be translated later.

>>> text = say("Removed: {rows:,} rows ({share:.1f} %).", rows=12345, share=12.34)
>>> text
'Removed: 12,345 rows (12.3 %).'
>>> set_language("es"); translate(text)
'Eliminadas: 12.345 filas (12,3 %).'
>>> set_language("en"); translate(text) == text
True
"""

from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from pathlib import PurePath
from string import Formatter
from typing import Any, Self

from incrowd.language.catalogue import ENGLISH, number_marks, translations
from incrowd.language.context import current_language, set_language

__all__ = [
    "Message",
    "as_message",
    "join",
    "restore",
    "rewrite",
    "say",
    "set_language",
    "translate",
]

Values = Mapping[str, object]


class Message(str):
    """A text in English, with the template and the values it was made from."""

    template: str
    values: Values

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        return self  # immutable, so a copy is the message itself


def say(template: str, **values: object) -> Message:
    """Put values into a template; a value that is a message is translated with it.

    `{words!c}` begins with a capital letter, `{words!l}` with a small one.

    >>> say("{words!c}.", words=say("it is {age:,}", age=1000))
    'It is 1,000.'
    """
    message = Message(_English().vformat(template, (), values))
    message.template = template
    message.values = {name: _detach(value) for name, value in values.items()}
    return message


def _detach(value: object) -> object:
    """Replace errors and paths by their text: an error would keep its traceback alive."""
    return str(value) if isinstance(value, BaseException | PurePath) else value


def as_message(text: str) -> Message:
    """Turn a text without values into a message; a message is returned as it is."""
    if isinstance(text, Message):
        return text
    message = Message(text)
    message.template, message.values = text, {}
    return message


def restore(template: str, values: Values) -> Message:
    """Make a message again of what it was made from, such as another process has sent.

    >>> restore("It is {age:,}.", {"age": 1000})
    'It is 1,000.'
    """
    return say(template, **values) if values else as_message(template)


def join(messages: Iterable[Message], separator: str = " ") -> Message:
    """Join several messages into one; each is translated on its own.

    >>> join([say("Try again."), say("Check the path.")])
    'Try again. Check the path.'
    """
    values = {f"part_{position}": message for position, message in enumerate(messages)}
    return say(separator.join(f"{{{name}}}" for name in values), **values)


def rewrite(message: Message, change: Callable[[str], str]) -> Message:
    """Change the values in a message, which can still be translated.

    >>> message = say("There is no file '{path}'.", path="/a/b.csv")
    >>> rewrite(message, lambda value: value.replace("/a/", ""))
    "There is no file 'b.csv'."
    """
    message = as_message(message)  # untyped callers may pass a plain text: errors must get out
    values = {name: _rewrite_value(value, change) for name, value in message.values.items()}
    changed = say(message.template, **values) if values else message
    return changed if changed == change(message) else as_message(change(message))


def _rewrite_value(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, Message):
        return rewrite(value, change)
    return change(value) if isinstance(value, str) else value


def translate(text: str) -> str:
    """Translate a text into the current language; it stays English if it has no translation.

    A plain text is looked up as a whole: titles of measures, steps, column types.
    """
    language = current_language()
    if language == ENGLISH:
        return text
    known = translations(language)
    if not isinstance(text, Message):
        return known.get(text, text)
    template = known.get(text.template)
    if template is None and not text.values:
        return str(text)
    formatter = _Translator(number_marks(language))
    return formatter.vformat(template or text.template, (), text.values)


class _English(Formatter):
    """Format as Python does, and change the first letter on request."""

    def convert_field(self, value: object, conversion: Any) -> object:  # noqa: ANN401
        if conversion not in ("c", "l"):
            return super().convert_field(value, conversion)
        text = self.format_field(value, "")
        return (text[:1].upper() if conversion == "c" else text[:1].lower()) + text[1:]


class _Translator(_English):
    """Translate messages among the values, and write numbers with the language's marks."""

    def __init__(self, marks: dict[int, int]) -> None:
        self._marks = marks

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Message):
            return translate(value)
        written = str(super().format_field(value, format_spec))
        return written.translate(self._marks) if isinstance(value, Number) else written
