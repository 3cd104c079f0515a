"""What the disk has against it, in words: `explain_disk(error)` is an error that people can act on.

Drivers wrap what the system says in errors of their own, so whatever led to an error is looked at.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from incrowd.errors import DiskFull, DiskNotWritable, IncrowdError
from incrowd.language import say

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_READ_ONLY: Final = (errno.EROFS,)


def is_full(error: BaseException | None) -> bool:
    """Whether an error, or one that led to it, says that the disk is full.

    >>> is_full(OSError(errno.EDQUOT, "Quota exceeded")), is_full(OSError(errno.EROFS, "Read-only"))
    (True, False)
    """
    return _says(error, _FULL)


def explain_disk(error: BaseException | None) -> IncrowdError | None:
    """The disk that is full or cannot be written, if that is what an error comes from."""
    if is_full(error):
        return DiskFull(say("The disk is full."), say("Free some space, or delete data sets."))
    if _says(error, _READ_ONLY):
        return DiskNotWritable(
            say("The disk is read-only."), say("Choose a folder that you may write to.")
        )
    return None


def explain_system(error: BaseException) -> IncrowdError | None:
    """What the operating system refused, where nobody else could say it better."""
    if (known := explain_disk(error)) is not None:
        return known
    if not isinstance(error, OSError) or error.errno is None or error.filename is None:
        return None
    name = PurePath(os.fsdecode(error.filename)).name
    return DiskNotWritable(
        say("'{name}' cannot be used: {why}.", name=name, why=error.strerror or error.errno),
        say("Check that it exists and that you may read and write there."),
    )


def _says(error: BaseException | None, numbers: tuple[int, ...]) -> bool:
    texts = [os.strerror(number) for number in numbers]
    for each in _causes(error):
        if getattr(each, "errno", None) in numbers:
            return True
        # drivers do not agree on a type, but repeat the system; our own words are no proof
        if not isinstance(each, IncrowdError) and any(text in str(each) for text in texts):
            return True
    return False


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
