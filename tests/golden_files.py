"""The golden facts and the tables they were computed from: read_golden("linking.json")."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"


def read_golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))
