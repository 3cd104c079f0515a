"""The history of decisions: apply, undo, redo; kept on disk."""

from incrowd.journal.decisions import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    DecisionKind,
    Generalize,
    Protect,
    Recode,
    Suppress,
)
from incrowd.journal.deriving import Derived, derive
from incrowd.journal.journal import Entry, Event, Journal, active_at, undone_at

__all__ = [
    "AssignRole",
    "ChooseHierarchy",
    "Decision",
    "DecisionKind",
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
