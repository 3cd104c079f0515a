"""Build the dashboard into the package, so that `pip install .` gives a working page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DashboardHook(BuildHookInterface[Any]):
    """Run the front end's build once, where Node is at hand and no page has been built yet."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there or only links to the sources are installed."""
        root = Path(self.root)
        built = root / "src" / "incrowd" / "api" / "static" / "index.html"
        npm = shutil.which("npm")
        if version == "editable" or built.is_file() or npm is None:
            return
        for command in (
            [npm, "install", "--no-save", "--no-audit", "--no-fund"],
            [npm, "run", "build"],
        ):
            subprocess.run(command, cwd=root / "web", check=True)
