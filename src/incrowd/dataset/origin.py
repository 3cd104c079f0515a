"""Where the rows of a data set come from, to have them again in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from incrowd.engines.stored.storage import store
from incrowd.progress import Progress, silent


@dataclass(frozen=True, eq=False)
class Origin:
    """A file, URL or frame, and how it was read."""

    data: object
    options: Mapping[str, str] = field(default_factory=dict)
    progress: Progress = silent

    def is_file(self, path: Path) -> bool:
        """Whether the data lies in this very file."""
        if not isinstance(self.data, (str, Path)) or not path.exists():
            return False
        own = Path(self.data)
        try:
            return own.exists() and own.samefile(path)
        except OSError:  # a URL that no file system takes for a path
            return False

    def store(self, target: Path) -> None:
        """Read the data again and keep its rows in their order."""
        store(self.data, target, self.progress, **self.options)
