"""How every model behaves: requests refuse what they do not know, answers read dataclasses."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


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
    message: str
    hint: str
    errors: list[str]
