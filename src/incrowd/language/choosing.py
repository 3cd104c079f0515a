"""Which language is spoken: `speak(preferred("es-ES,en;q=0.8"))`, for one request at a time."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

from incrowd.language.catalogue import ENGLISH, LANGUAGES

_MOST_WISHES: Final = 20

_spoken: ContextVar[str] = ContextVar("incrowd_language", default=ENGLISH)


def spoken() -> str:
    """The language that is spoken here and now."""
    return _spoken.get()


def speak(language: str) -> None:
    """Speak a language for the rest of this context: a request, a thread, a test."""
    _spoken.set(language if language in LANGUAGES else ENGLISH)


def preferred(wishes: str) -> str:
    """The language that an `Accept-Language` header asks for, English where none is known.

    >>> preferred("es-ES,es;q=0.9,en;q=0.8"), preferred("fr, es;q=0.5"), preferred("de")
    ('es', 'es', 'en')
    """
    ranked = sorted(map(_read, wishes.split(",")[:_MOST_WISHES]), key=lambda wish: -wish[1])
    return next((name for name, weight in ranked if name in LANGUAGES and weight > 0), ENGLISH)


def _read(wish: str) -> tuple[str, float]:
    name, _, parameter = wish.partition(";")
    _, _, weight = parameter.partition("q=")
    try:
        return name.strip().lower().partition("-")[0], float(weight or 1)
    except ValueError:
        return "", 0.0
