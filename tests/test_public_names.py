"""What `import incrowd` offers: these names and no others, each of them where it says."""

from __future__ import annotations

import pytest

import incrowd

NAMES = [
    "Advice",
    "Attribute",
    "Check",
    "Dataset",
    "Fit",
    "Hierarchy",
    "IncrowdError",
    "Preset",
    "Risk",
    "Role",
    "Verdict",
    "apply",
    "attack",
    "choose_role",
    "generate",
    "join_people",
    "link",
    "open",
    "sample",
]


def test_the_public_names_are_these() -> None:
    assert incrowd.__all__ == NAMES
    assert sorted(incrowd._HOMES) == NAMES
    assert dir(incrowd) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert callable(getattr(incrowd, name))


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = incrowd.nothing
