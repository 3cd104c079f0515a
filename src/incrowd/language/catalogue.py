"""The translations, one file per language: `translations("es")["as is"]` is `tal cual`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def translations(language: str) -> Mapping[str, str]:
    """What each English template is in another language."""
    text = files("incrowd.language").joinpath(f"{language}.json").read_text("utf-8")
    loaded: dict[str, str] = json.loads(text)
    return loaded
