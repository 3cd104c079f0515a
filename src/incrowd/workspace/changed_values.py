"""What was done to the values of a copy, kept beside its rows: sampling and noise with seeds."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from incrowd.errors import SourceNotReadable, UsageError
from incrowd.language import say
from incrowd.strict_json import parse_json
from incrowd.techniques.step import Step, restore_step
from incrowd.workspace.tokens import write_private

_FILE: Final = "techniques.json"


def keep_techniques(folder: Path, steps: Sequence[Step]) -> None:
    """Keep what was done, so that recipes and releases tell it."""
    if steps:
        write_private(folder / _FILE, json.dumps([asdict(step) for step in steps]))


def read_techniques(folder: Path) -> tuple[Step, ...]:
    """What was done to the values; nothing where the data set is no such copy.

    If that is damaged, the data set is not opened: its releases would pass for exact ones.
    """
    place = folder / _FILE
    try:
        return tuple(map(restore_step, parse_json(place.read_bytes())))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, UsageError) as error:
        raise SourceNotReadable(
            say("What was done to the values of this data set can no longer be read."),
            say("Make the copy again."),
        ) from error
