"""Guess the role of each attribute, with a reason: `guess(profiles)`."""

from incrowd.roles.guessing import guess
from incrowd.roles.meaning import Meaning
from incrowd.roles.person_key import find_repeating_id, warn_of_repetition
from incrowd.roles.questions import choose_role

__all__ = ["Meaning", "choose_role", "find_repeating_id", "guess", "warn_of_repetition"]
