"""Brazil: CPF, nine digits and two check digits, `529.982.247-25`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, weighted


def is_cpf(text: str) -> bool:
    """Whether a text is a CPF: both check digits by falling weights modulo 11.

    >>> is_cpf("529.982.247-25"), is_cpf("529.982.247-26")
    (True, False)
    """
    number = digits_of(text, 11)
    if number is None or len(set(number)) == 1:
        return False
    return all(
        int(number[position])
        == weighted(number[:position], range(position + 1, 1, -1)) * 10 % 11 % 10
        for position in (9, 10)
    )


CPF: Final = Pattern(Meaning.NATIONAL_ID, "valid Brazilian CPF", is_cpf, 11, 15, 0.01, CODES)
