"""How many random examples a test tries: HYPOTHESIS_PROFILE is `fast`, `ci` or `long`.

A test that needs more or fewer than others says so: `@settings(max_examples=scaled(25))`.
"""

from __future__ import annotations

import os

from hypothesis import settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
FACTORS = {"fast": 1 / 8, "ci": 0.6, "long": 50.0}
USUAL = 60


def scaled(examples: int) -> int:
    """So many examples, more in a long run and fewer in a fast one."""
    return max(2, round(examples * FACTORS[PROFILE]))


def load() -> None:
    """Register and load the profile; no deadline, as the first call of a kernel may compile it."""
    settings.register_profile("incrowd", deadline=None, max_examples=scaled(USUAL))
    settings.load_profile("incrowd")
