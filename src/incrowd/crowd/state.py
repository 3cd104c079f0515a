"""A state: one level per quasi-identifier, the suppression threshold k, and the protections."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Protection:
    """What every published class must hold for one sensitive attribute.

    `model` is the name of a privacy measure, `threshold` its parameter: `distinct_l` with 2,
    `t_ordered` with 0.5.
    """

    attribute: str
    model: str
    threshold: float


@dataclass(frozen=True)
class State:
    """Where an anonymisation stands.

    >>> State((0, 2), k=5).k
    5
    """

    levels: tuple[int, ...]
    k: int = 1
    protections: tuple[Protection, ...] = field(default=())
