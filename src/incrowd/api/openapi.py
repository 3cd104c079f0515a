"""Write the description of the API to docs/openapi.json: `python -m incrowd.api.openapi [--check]`.

The page's types are generated from that file; `--check` fails where it is not up to date.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Final

from incrowd.api.app import create_app

FILE: Final = Path("docs/openapi.json")


@cache
def document() -> str:
    """The OpenAPI document as text."""
    return json.dumps(create_app().openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str], file: Path = FILE) -> int:
    """Write the file, or check it; the exit code tells whether it is up to date."""
    if "--check" not in arguments:
        file.write_text(document(), "utf-8")
        return 0
    fresh = file.exists() and file.read_text("utf-8") == document()
    if not fresh:
        sys.stderr.write(f"{file} is out of date: run python -m incrowd.api.openapi\n")
    return 0 if fresh else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
