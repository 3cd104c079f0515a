"""Every error that incrowd raises on purpose, each with a code, a message and a hint.

    IncrowdError
    ├── UsageError             the request itself is wrong
    │   ├── UnknownAttribute   a column that the table does not have ("did you mean …")
    │   ├── UnknownName        a measure, hierarchy, engine or sample that does not exist
    │   ├── InvalidParameter   a k, level, fraction … outside its range
    │   ├── RefusedQuery       SQL that is no single harmless SELECT
    │   ├── NotNow             possible, but not where the data set stands: undo something first
    │   └── NothingToMeasure   no quasi-identifier, no row: there is no risk to compute
    ├── DataError              the data cannot be read without guessing or losing something
    │   ├── SourceNotFound     missing file, directory, unknown table
    │   ├── SourceNotReadable  no permission, not this format, damaged, wrong encoding
    │   │   └── PasswordNeeded a database asks for a password, or for another one
    │   ├── MalformedData      a line, column or value that breaks the format
    │   └── BrokenPromise      a written file does not hold what it promises; it was deleted
    ├── HierarchyError         a hierarchy that misses a value, is no refinement chain, or lacks `*`
    │   └── ParentsDiffer      groups to be merged lie in different groups of the levels above
    ├── EngineError            a database or driver failed
    │   ├── CrowdTooLarge      more distinct combinations than are brought into memory
    │   └── CrowdNeeded        asked of a table whose states are counted in the engine one by one
    ├── LimitExceeded          work in a process of its own went beyond what it may take
    │   ├── TooMuchMemory      it wanted more memory
    │   ├── TookTooLong        it took more time
    │   └── ProcessCrashed     it came to an abrupt end: what it was given is damaged
    └── WorkspaceError         something about the data sets that are kept
        ├── NotFound           a data set, decision, job or export that is not there
        ├── Unauthorized       no token, or one that nobody has
        ├── NotAllowed         it belongs to somebody else, or the request comes from elsewhere
        ├── Conflict           somebody else changed the data set in the meantime
        ├── TooLarge           an upload above the limit
        ├── DiskFull           nothing more can be written
        ├── DiskNotWritable    the disk is read-only, or the system refuses a file or folder
        ├── Busy               too much is going on, or somebody else has the folder
        ├── TooMany            one person asks for too much at the same time
        ├── Cancelled          the user stopped it
        └── DamagedJournal     a line of the journal that cannot be read

>>> raise UnknownAttribute.among("aeg", ["age", "sex"])
Traceback (most recent call last):
incrowd.errors.UnknownAttribute: The table has no column 'aeg'.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, ClassVar, Final, Self

from incrowd.answers import Answer, Words, shape
from incrowd.language import Message, as_message, say

_NO_HINT: Final = as_message("")


@dataclass(frozen=True)
class ErrorReport(Answer):
    """What went wrong and what to do next: the one error shape."""

    examples: ClassVar = (
        {
            "code": "unknown_attribute",
            "message": "The table has no column 'aeg'.",
            "hint": "Did you mean 'age'?",
            "errors": (),
        },
    )
    code: str
    message: Words
    hint: Words
    errors: tuple[Words, ...]
    source: str | None = field(default=None, metadata=shape(optional=True))
    """The source whose password is needed, if that would help and whoever asks may give it."""


class IncrowdError(Exception):
    """An error that a person can act upon: what was wrong, and what to do next."""

    code: ClassVar[str] = "error"

    def __init__(
        self, message: Message, hint: Message = _NO_HINT, errors: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.errors = tuple(errors)

    @property
    def report(self) -> ErrorReport:
        """The error as the command line and the REST API tell it."""
        return ErrorReport(self.code, self.message, self.hint, self.errors)

    def to_dict(self) -> dict[str, Any]:
        """The one error shape of the command line and the REST API."""
        return self.report.to_dict()


class UsageError(IncrowdError):
    """The request itself is wrong."""

    code = "usage"


def suggestion(name: str, known: Iterable[str]) -> Message:
    """Say which known name was probably meant.

    >>> suggestion("ocupation", ["age", "occupation"])
    "Did you mean 'occupation'?"
    """
    names = list(known)
    lowered = {candidate.lower(): candidate for candidate in names}
    close = get_close_matches(name.lower(), list(lowered), n=1, cutoff=0.5)
    if close:
        return say("Did you mean '{name}'?", name=lowered[close[0]])
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return say("Choose from: {names}.", names=shown)


class UnknownAttribute(UsageError):
    """A column that the table does not have."""

    code = "unknown_attribute"

    @classmethod
    def among(cls, name: str, known: Iterable[str]) -> Self:
        """Build the error with the column that was probably meant."""
        return cls(say("The table has no column '{name}'.", name=name), suggestion(name, known))


class UnknownName(UsageError):
    """A measure, hierarchy, engine or sample that does not exist."""

    code = "unknown_name"

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> Self:
        """Build the error with the name that was probably meant."""
        result = say("There is no {kind} '{name}'.", kind=as_message(kind), name=name)
        return cls(result, suggestion(name, known))


class InvalidParameter(UsageError):
    """A k, level, fraction … outside its range."""

    code = "invalid_parameter"


class RefusedQuery(UsageError):
    """SQL that is no single harmless SELECT."""

    code = "refused_query"


class NotNow(UsageError):
    """Possible, but not where the data set stands."""

    code = "not_now"


class NothingToMeasure(UsageError):
    """No quasi-identifier, no row: there is no risk to compute."""

    code = "nothing_to_measure"


class DataError(IncrowdError):
    """The data cannot be read without guessing or losing something."""

    code = "data"


class SourceNotFound(DataError):
    """A missing file, a directory, an unknown table."""

    code = "source_not_found"


class SourceNotReadable(DataError):
    """No permission, not this format, damaged, wrong encoding."""

    code = "source_not_readable"


class PasswordNeeded(SourceNotReadable):
    """A database asks for a password, or for another one."""

    code = "password_needed"
    source: str | None = None
    """The source that it is to be given for, where it is known."""

    @property
    def report(self) -> ErrorReport:
        """The error, with the source that asks."""
        return replace(super().report, source=self.source)


class MalformedData(DataError):
    """A line, column or value that breaks the format."""

    code = "malformed_data"


class BrokenPromise(DataError):
    """A written file does not hold what it promises; it was deleted."""

    code = "broken_promise"


class HierarchyError(IncrowdError):
    """A hierarchy that misses a value, is no refinement chain, or lacks `*`."""

    code = "hierarchy"


class ParentsDiffer(HierarchyError):
    """Groups to be merged lie in different groups of the levels above."""

    code = "parents_differ"


class EngineError(IncrowdError):
    """A database or driver failed."""

    code = "engine"


@dataclass(frozen=True)
class CrowdSize:
    """How many combinations of some columns there are, and how many would fit into memory."""

    rows: int
    combinations: int
    """About so many; where counting stopped beyond the limit, one more than would fit."""
    most: int
    columns: tuple[str, ...]
    stopped: bool = False
    """Whether counting stopped there, so that nobody knows how many more there are."""


class CrowdTooLarge(EngineError):
    """A table has more distinct combinations than are brought into memory."""

    code = "crowd_too_large"
    size: CrowdSize | None = None

    @classmethod
    def of(
        cls, tuples: int, most: int, columns: Iterable[str], rows: int, *, stopped: bool = False
    ) -> Self:
        """Say how many there are, and what to do about it; nobody knows where counting stopped."""
        names = list(columns)
        figures = {"rows": rows, "columns": ", ".join(names), "most": most}
        message = say(
            "{rows:,} rows have about {tuples:,} different combinations of {columns}; at most "
            "{most:,} are brought into memory.",
            tuples=tuples,
            **figures,
        )
        if stopped:
            message = say(
                "{rows:,} rows have more than {most:,} different combinations of {columns}; no "
                "more are brought into memory.",
                **figures,
            )
        error = cls(message, _fit_into_memory(names, most))
        error.size = CrowdSize(rows, tuples, most, tuple(names), stopped)
        return error


def _fit_into_memory(names: Sequence[str], most: int) -> Message:
    if len(names) == 1:
        return say(
            "Give '{name}' another role, or raise the limit (--most-combinations).", name=names[0]
        )
    return say(
        "Let the engine generalise columns until at most {most:,} are left (--coarsen auto), let "
        "it count single states, of which only the number of classes of each size comes over "
        "(--push-down), give columns with very many values another role, or raise the limit "
        "(--most-combinations).",
        most=most,
    )


class CrowdNeeded(EngineError):
    """Something needs all combinations at hand, but states are counted in the engine one by one."""

    code = "crowd_needed"

    @classmethod
    def here(cls) -> Self:
        """Say that the whole crowd would be needed, and how to get one that fits."""
        return cls(
            say(
                "This needs all combinations, but this table is counted state by state inside "
                "its engine."
            ),
            say("Remove --push-down, and let the engine generalise first: --coarsen auto."),
        )


class LimitExceeded(IncrowdError):
    """Work in a process of its own went beyond what it may take, and was ended."""

    code = "limit_exceeded"


class TooMuchMemory(LimitExceeded):
    """It wanted more memory than it may have."""

    code = "too_much_memory"


class TookTooLong(LimitExceeded):
    """It took more time than it may."""

    code = "took_too_long"


class ProcessCrashed(LimitExceeded):
    """It came to an abrupt end: what it was given is damaged, or made to do harm."""

    code = "process_crashed"


class WorkspaceError(IncrowdError):
    """Something about the data sets that are kept."""

    code = "workspace"


class NotFound(WorkspaceError):
    """A data set, decision, job or export that is not there."""

    code = "not_found"


class Unauthorized(WorkspaceError):
    """No token, or one that nobody has."""

    code = "unauthorized"


class NotAllowed(WorkspaceError):
    """It belongs to somebody else, or the request comes from elsewhere."""

    code = "not_allowed"


class Conflict(WorkspaceError):
    """Somebody else changed the data set in the meantime."""

    code = "conflict"


class TooLarge(WorkspaceError):
    """An upload above the limit."""

    code = "too_large"


class DiskFull(WorkspaceError):
    """Nothing more can be written."""

    code = "disk_full"


class DiskNotWritable(WorkspaceError):
    """The disk is read-only, or the system refuses a file or folder."""

    code = "disk_not_writable"


class Busy(WorkspaceError):
    """Too much is going on, or somebody else has the folder."""

    code = "busy"


class TooMany(WorkspaceError):
    """One person asks for too much at the same time."""

    code = "too_many"


class Cancelled(WorkspaceError):
    """The user stopped it."""

    code = "cancelled"


class DamagedJournal(WorkspaceError):
    """A line of the journal that cannot be read."""

    code = "damaged_journal"
