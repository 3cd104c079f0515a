"""Take the pictures of the README: what `incrowd risk` shows on the bundled sample."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 108
FOLDER = Path(__file__).with_name("images")


def main() -> None:
    """Run the command as in a terminal and draw what it prints."""
    command = [sys.executable, "-m", "incrowd", "demo", "--terminal"]
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    shown = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    console = Console(record=True, width=WIDTH, file=StringIO())
    console.print(Text.from_ansi(shown.stdout.rsplit("Try it yourself", 1)[0].rstrip()))
    FOLDER.mkdir(exist_ok=True)
    drawing = console.export_svg(title="incrowd demo")
    # fonts of the reader's machine: a picture must not fetch anything
    drawing = re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)
    (FOLDER / "demo.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
