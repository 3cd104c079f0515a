"""The history of decisions: apply, undo, redo; kept on disk."""

from incrowd.journal.decisions import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Generalize,
    Protect,
    Recode,
    Suppress,
)
from incrowd.journal.deriving import Derived, derive
from incrowd.journal.events import Entry, Event, active_at, undone_at
from incrowd.journal.journal import Journal

__all__ = [
    "AssignRole",
    "ChooseHierarchy",
    "Decision",
    "Derived",
    "Entry",
    "Event",
    "Generalize",
    "Journal",
    "Protect",
    "Recode",
    "Suppress",
    "active_at",
    "derive",
    "undone_at",
]
