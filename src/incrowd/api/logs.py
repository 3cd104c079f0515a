r"""What the server writes about itself: one line per problem, none of the data, and not too many.

>>> import sys
>>> try: raise ValueError("patient 4711 has cancer")
... except ValueError: about = sys.exc_info()
>>> OneLine().format(logging.LogRecord("x", logging.ERROR, "", 0, "It failed\nhere", (), about))
'ERROR: It failed: ValueError (<module>, line 1)'
"""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Final

AGAIN_SECONDS: Final = 60.0
"""Seconds after which the same line is written once more."""
MOST_LINES: Final = 100
"""Lines that are written in that time."""
LONGEST: Final = 500
"""Characters of a line."""

log = logging.getLogger("incrowd.api")


class OneLine(logging.Formatter):
    """Level, message, and of an error its kind and place.

    The message of an error may hold something of the data.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line for a record."""
        error = record.exc_info[1] if record.exc_info else None
        text = str(record.msg) if error is not None else record.getMessage()
        first = (text.strip().splitlines() or [""])[0]
        place = "" if error is None else f": {describe(error)}"
        return f"{record.levelname}: {first}{place}"[:LONGEST]


def describe(error: BaseException) -> str:
    """The kind of an error, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    return type(error).__name__ + place


class Rarely(logging.Filter):
    """Lets the same line through once a minute, and only so many different ones."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since = clock()
        self._seen: set[str] = set()
        self._lock = threading.Lock()
        self._shape = OneLine()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        line = self._shape.format(record)
        with self._lock:
            if self._clock() - self._since > AGAIN_SECONDS:
                self._since = self._clock()
                self._seen.clear()
            if line in self._seen or len(self._seen) >= MOST_LINES:
                return False
            self._seen.add(line)
            return True


def configure_logs() -> None:
    """Let everything that any part of the server logs go this way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    handler.addFilter(Rarely())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"
    threading.excepthook = _log_thread


def _log_thread(args: threading.ExceptHookArgs) -> None:
    about: tuple[type[BaseException], BaseException, TracebackType | None] | None = None
    if args.exc_value is not None:
        about = (args.exc_type, args.exc_value, args.exc_traceback)
    log.error("A thread failed", exc_info=about)
