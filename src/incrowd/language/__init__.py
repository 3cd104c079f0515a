"""Say things in the language of whoever reads them: English in the code, others by catalogue."""

from incrowd.language.choosing import LANGUAGES, preferred, speak, spoken
from incrowd.language.saying import Said, said, say, shown

__all__ = ["LANGUAGES", "Said", "preferred", "said", "say", "shown", "speak", "spoken"]
