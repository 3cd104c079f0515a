"""Guess the role of each attribute, with a reason: `guess(profiles)`."""

from incrowd.roles.guessing import guess
from incrowd.roles.meaning import Meaning

__all__ = ["Meaning", "guess"]
