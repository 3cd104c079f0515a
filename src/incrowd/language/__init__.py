"""Say things in the language of whoever reads them: English in the code, others by catalogue."""

from incrowd.language.catalogue import LANGUAGES
from incrowd.language.choosing import preferred, speak, spoken
from incrowd.language.saying import Said, join, rewrite, said, say, shown

__all__ = [
    "LANGUAGES",
    "Said",
    "join",
    "preferred",
    "rewrite",
    "said",
    "say",
    "shown",
    "speak",
    "spoken",
]
