"""The levels from which on a data set is counted, kept with it.

    keep_first_levels(folder, {"zip": 2})

They are chosen where there are too many combinations to be brought into memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from incrowd.errors import SourceNotReadable
from incrowd.language import say
from incrowd.strict_json import parse_json
from incrowd.workspace.tokens import write_private

_CHOICE: Final = "first_levels.json"


def read_first_levels(folder: Path) -> dict[str, int]:
    """The level of each column that its engine generalises before it is counted."""
    path = folder / _CHOICE
    if not path.exists():
        return {}
    try:
        return {str(name): int(level) for name, level in parse_json(path.read_bytes()).items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SourceNotReadable(
            say("We no longer know from which levels on this data is counted."),
            say("Delete the data set, and open the table again."),
        ) from error


def keep_first_levels(folder: Path, levels: Mapping[str, int]) -> None:
    """Keep the levels with the data set; without any, it is counted as it is."""
    if levels:
        write_private(folder / _CHOICE, json.dumps(dict(levels)))
    else:
        (folder / _CHOICE).unlink(missing_ok=True)
