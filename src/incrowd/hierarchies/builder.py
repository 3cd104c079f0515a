"""A builder: one way of making a hierarchy, which describes itself and says where it fits.

`Builder("interval", …).suits(domain)` gives the reason why it fits an attribute, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from incrowd.hierarchies.hierarchy import Domain, Hierarchy


@dataclass(frozen=True)
class Builder:
    """One way of making a hierarchy for the values of an attribute."""

    name: str
    title: str
    explanation: str
    """One sentence for a person who is no expert."""
    citation: str
    suits: Callable[[Domain], str | None]
    """Why this builder fits the attribute, as part of a sentence ("its values are …"), or None."""
    build: Callable[[Domain], Hierarchy]
