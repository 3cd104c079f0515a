"""One technique as it was asked for: `income:rank_swap=5` with its seed.

>>> parse_step("income:rank_swap=5")
Step(name='rank_swap', value='5', column='income', seed=None)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.table import Kind, Profile
from incrowd.techniques.registry import technique
from incrowd.techniques.technique import MOMENTS, Random, Setting, Technique


@dataclass(frozen=True)
class Step:
    """A technique, its strength as it was written, and the column that it is about."""

    name: str
    value: str
    column: str | None = None
    seed: str | None = None
    """What was drawn by; None for a technique that leaves nothing to chance."""

    def __str__(self) -> str:
        left = self.name if self.column is None else f"{self.column}:{self.name}"
        return f"{left}={self.value}"

    @property
    def technique(self) -> Technique:
        """What is done."""
        return technique(self.name)

    @property
    def setting(self) -> Setting:
        """How strongly."""
        return self.technique.parameter.parse(self.name, self.value)

    def random(self, place: int) -> Random:
        """What is drawn by chance: the same on every run, and another one for every step."""
        told = f"{self.seed}\n{place}\n{self.column or ''}\n{self.name}"
        number = int.from_bytes(sha256(told.encode()).digest())
        return np.random.Generator(np.random.PCG64(number))


def parse_step(text: str) -> Step:
    """Read a technique; whether the table has the column is not known here."""
    left, equals, value = text.rpartition("=")
    column, colon, name = left.strip().rpartition(":")
    if not equals or not value.strip() or not name.strip():
        raise InvalidParameter(
            say("'{text}' is not a technique with its setting.", text=text),
            say("Write it as in sample=0.1 or income:round=1000."),
        )
    step = Step(name.strip(), value.strip(), column.strip() if colon else None)
    chosen = step.technique
    _ = step.setting  # refuses what is not possible
    if chosen.about_column and not step.column:
        raise InvalidParameter(
            say("'{name}' needs a column.", name=step.name),
            say("Name it first, as in COLUMN:{text}.", text=text.strip(": ")),
        )
    if not chosen.about_column and step.column is not None:
        raise InvalidParameter(
            say("'{name}' is about whole rows, not about a column.", name=step.name),
            say("Write {name}={value}.", name=step.name, value=step.value),
        )
    return step


def parse_steps(texts: Sequence[str], seed: str | int | None = None) -> tuple[Step, ...]:
    """Read techniques in their order; what is drawn by chance gets the seed, or a new one."""
    shared = new_seed() if seed is None else str(seed).strip()
    if not shared:
        raise InvalidParameter(say("The seed is empty."), say("Give a number or a word."))
    steps = map(parse_step, texts)
    return tuple(replace(step, seed=shared) if step.technique.random else step for step in steps)


def new_seed() -> str:
    """A seed that nobody can guess: who knows it can undo what was drawn."""
    return secrets.token_hex(16)


def restore_step(found: Mapping[str, Any]) -> Step:
    """A technique as a recipe keeps it."""
    column, seed = found.get("column"), found.get("seed")
    step = Step(
        str(found["name"]),
        str(found["value"]),
        None if column is None else str(column),
        None if seed is None else str(seed),
    )
    read = parse_step(str(step))
    if read.technique.random and step.seed is None:
        raise ValueError(f"{step} has no seed")
    return step


def check_column(step: Step, profile: Profile) -> None:
    """Refuse a column whose values a technique cannot change."""
    kinds = step.technique.kinds
    if profile.distinct == 0:
        raise InvalidParameter(
            say("'{column}' has no values: every cell is empty.", column=profile.name),
            say("Choose another column."),
        )
    if profile.kind not in kinds:
        needed = say("numbers or dates") if Kind.DATE in kinds else say("numbers")
        hint = say("Choose another column, or use pram for categories.")
        if profile.kind in MOMENTS:
            hint = say("Generalise the dates to months or years instead.")
        raise InvalidParameter(
            say(
                "'{name}' needs a column of {needed}, and '{column}' is none.",
                name=step.name,
                needed=needed,
                column=profile.name,
            ),
            hint,
        )
