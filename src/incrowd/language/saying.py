"""English texts that remember how they were made, so that they can be told in another language.

>>> text = say("Left out: {rows:,} rows ({share:.1f} %).", rows=12345, share=12.34)
>>> text
'Left out: 12,345 rows (12.3 %).'
>>> speak("es"); shown(text)
'Omitidas: 12.345 filas (12,3 %).'
>>> speak("en"); shown(text) == text
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from pathlib import PurePath
from string import Formatter
from typing import Any, Self

from incrowd.language.catalogue import ENGLISH, number_marks, translations
from incrowd.language.choosing import speak, spoken

__all__ = ["Said", "join", "rewrite", "said", "say", "shown", "speak"]

Values = Mapping[str, object]


class Said(str):
    """A text in English, with the template and the values it was made of."""

    template: str
    values: Values

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        return self  # never changed, so one will do


def say(template: str, **values: object) -> Said:
    """Put values into a template; one that is a text itself will be translated with it.

    `{words!c}` begins with a capital letter, `{words!l}` with a small one.

    >>> say("{words!c}.", words=say("it is {age:,}", age=1000))
    'It is 1,000.'
    """
    text = Said(_English().vformat(template, (), values))
    text.template = template
    text.values = {name: _lasting(value) for name, value in values.items()}
    return text


def _lasting(value: object) -> object:
    """An error would hold its traceback for as long as the text lives; a path is its text."""
    return str(value) if isinstance(value, BaseException | PurePath) else value


def said(text: str) -> Said:
    """A text without values that may stand in others; one that was said already stays as it is."""
    if isinstance(text, Said):
        return text
    plain = Said(text)
    plain.template, plain.values = text, {}
    return plain


def join(texts: Iterable[Said], separator: str = " ") -> Said:
    """Several texts as one, each of which will be translated.

    >>> join([say("Try again."), say("Check the path.")])
    'Try again. Check the path.'
    """
    values = {f"part_{place}": text for place, text in enumerate(texts)}
    return say(separator.join(f"{{{name}}}" for name in values), **values)


def rewrite(text: Said, change: Callable[[str], str]) -> Said:
    """Change the values in a text, which can be translated as before.

    >>> text = say("There is no file '{path}'.", path="/a/b.csv")
    >>> rewrite(text, lambda value: value.replace("/a/", ""))
    "There is no file 'b.csv'."
    """
    text = said(text)  # types cannot tell in code of others: never fail on the way out of an error
    values = {name: _rewritten(value, change) for name, value in text.values.items()}
    changed = say(text.template, **values) if values else text
    return changed if changed == change(text) else said(change(text))


def _rewritten(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, Said):
        return rewrite(value, change)
    return change(value) if isinstance(value, str) else value


def shown(text: str) -> str:
    """A text in the language that is spoken; in English where it is not translated.

    Of a plain text the whole of it is looked up: names and numbers of measures, steps, errors.
    """
    language = spoken()
    if language == ENGLISH:
        return text
    known = translations(language)
    if not isinstance(text, Said):
        return known.get(text, text)
    template = known.get(text.template)
    if template is None and not text.values:
        return str(text)
    formatter = _Translator(number_marks(language))
    return formatter.vformat(template or text.template, (), text.values)


class _English(Formatter):
    """Formats as Python does, and changes the first letter where asked to."""

    def convert_field(self, value: object, conversion: Any) -> object:  # noqa: ANN401
        if conversion not in ("c", "l"):
            return super().convert_field(value, conversion)
        text = self.format_field(value, "")
        return (text[:1].upper() if conversion == "c" else text[:1].lower()) + text[1:]


class _Translator(_English):
    """Translates what is a text, and writes numbers with the marks of the language."""

    def __init__(self, marks: dict[int, int]) -> None:
        self._marks = marks

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Said):
            return shown(value)
        written = str(super().format_field(value, format_spec))
        return written.translate(self._marks) if isinstance(value, Number) else written
