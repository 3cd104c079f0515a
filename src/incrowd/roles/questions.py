"""Two questions that settle the role of a column in doubt.

>>> choose_role(known=False, harmful=True)
<Role.SENSITIVE: 'sensitive'>
"""

from dataclasses import dataclass
from typing import Final

from incrowd.answers import Words
from incrowd.language import say
from incrowd.table import Role, RoleName


@dataclass(frozen=True)
class RoleAnswer:
    """What was answered to the two questions, and the role that follows."""

    known: bool
    harmful: bool
    role: RoleName
    consequence: Words


@dataclass(frozen=True)
class RoleQuestions:
    """The two questions, and where each pair of answers leads."""

    known: Words
    harmful: Words
    answers: tuple[RoleAnswer, ...]


# A column has one role. What others know must be a quasi-identifier even if it is a secret as well:
# as a sensitive attribute it would let whoever knows it pick one person out of a group of k.
QUESTIONS: Final = RoleQuestions(
    known=say("Could somebody who knows the person know this?"),
    harmful=say("Would it hurt them if it came out?"),
    answers=(
        RoleAnswer(
            known=True,
            harmful=False,
            role=Role.QUASI.value,
            consequence=say("People could be found by it, so it becomes coarser where needed."),
        ),
        RoleAnswer(
            known=True,
            harmful=True,
            role=Role.QUASI.value,
            consequence=say(
                "People could be found by it, so it becomes coarser where needed. Anyone who "
                "finds a group can still read it there: make it an identifier if it must not "
                "be published."
            ),
        ),
        RoleAnswer(
            known=False,
            harmful=True,
            role=Role.SENSITIVE.value,
            consequence=say("It stays as it is, and no group may give it away."),
        ),
        RoleAnswer(
            known=False,
            harmful=False,
            role=Role.INSENSITIVE.value,
            consequence=say("It is published as it is."),
        ),
    ),
)


def choose_role(*, known: bool, harmful: bool) -> Role:
    """The role of a column, from whether others may know it and whether it would hurt."""
    answer = next(
        answer for answer in QUESTIONS.answers if (answer.known, answer.harmful) == (known, harmful)
    )
    return Role(answer.role)
