"""How every model behaves: requests refuse what they do not know, answers read dataclasses."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from incrowd.errors import IncrowdError
from incrowd.language import shown

Words = Annotated[str, BeforeValidator(shown)]
"""A text of ours, told in the language of whoever asks."""


class Asked(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid")


class Answered(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(from_attributes=True)


class Problem(Answered):
    """What went wrong and what to do next: the one error shape."""

    model_config = ConfigDict(
        from_attributes=True,
        json_schema_extra={
            "examples": [
                {
                    "code": "unknown_attribute",
                    "message": "The table has no column 'aeg'.",
                    "hint": "Did you mean 'age'?",
                    "errors": [],
                }
            ]
        },
    )
    code: str
    message: Words
    hint: Words
    errors: list[Words]

    @classmethod
    def of(cls, error: IncrowdError) -> Problem:
        """Serialise an error."""
        return cls.model_validate(error.to_dict())
