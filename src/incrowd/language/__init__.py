"""Messages in the reader's language: English in the code, other languages in one file each."""

from incrowd.language.catalogue import LANGUAGES
from incrowd.language.context import choose_language, current_language, set_language
from incrowd.language.message import Message, as_message, join, restore, rewrite, say, translate

__all__ = [
    "LANGUAGES",
    "Message",
    "as_message",
    "choose_language",
    "current_language",
    "join",
    "restore",
    "rewrite",
    "say",
    "set_language",
    "translate",
]
