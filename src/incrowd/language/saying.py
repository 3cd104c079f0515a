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

from collections.abc import Mapping
from string import Formatter
from typing import Any, Self

from incrowd.language.catalogue import translations
from incrowd.language.choosing import ENGLISH, speak, spoken

__all__ = ["Said", "said", "say", "shown", "speak"]

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
    text.template, text.values = template, values
    return text


def said(text: str) -> Said:
    """A text without values that may stand in others; one that was said already stays as it is."""
    if isinstance(text, Said):
        return text
    plain = Said(text)
    plain.template, plain.values = text, {}
    return plain


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
    return str(text) if template is None else _Spanish().vformat(template, (), text.values)


class _English(Formatter):
    """Formats as Python does, and changes the first letter where asked to."""

    def convert_field(self, value: object, conversion: Any) -> object:  # noqa: ANN401
        if conversion not in ("c", "l"):
            return super().convert_field(value, conversion)
        text = self.format_field(value, "")
        return (text[:1].upper() if conversion == "c" else text[:1].lower()) + text[1:]


class _Spanish(_English):
    """Translates what is a text, and writes numbers with a decimal comma."""

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Said):
            return shown(value)
        written = str(super().format_field(value, format_spec))
        return written.translate(_COMMAS) if isinstance(value, int | float) else written


_COMMAS = str.maketrans(",.", ".,")
