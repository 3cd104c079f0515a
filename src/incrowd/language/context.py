"""The language of the current request: `set_language(choose_language("es-ES,en;q=0.8"))`."""

from contextvars import ContextVar
from typing import Final

from incrowd.language.catalogue import ENGLISH, LANGUAGES

_MOST_ENTRIES: Final = 20

_language: ContextVar[str] = ContextVar("incrowd_language", default=ENGLISH)


def current_language() -> str:
    """Return the language of the current context."""
    return _language.get()


def set_language(language: str) -> None:
    """Use a language for the rest of this context: a request, a thread, a test."""
    _language.set(language if language in LANGUAGES else ENGLISH)


def choose_language(accept_language: str) -> str:
    """Choose the language that an `Accept-Language` header prefers; English if none is known.

    >>> choose_language("es-ES,es;q=0.9,en;q=0.8"), choose_language("sv, es;q=0.5")
    ('es', 'es')
    >>> choose_language("sv")
    'en'
    """
    entries = map(_parse, accept_language.split(",")[:_MOST_ENTRIES])
    ranked = sorted(entries, key=lambda entry: -entry[1])
    return next((name for name, weight in ranked if name in LANGUAGES and weight > 0), ENGLISH)


def _parse(entry: str) -> tuple[str, float]:
    name, _, parameter = entry.partition(";")
    _, _, weight = parameter.partition("q=")
    try:
        return name.strip().lower().partition("-")[0], float(weight or 1)
    except ValueError:
        return "", 0.0
