"""A preset that somebody sends, and the choice of one for a data set."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel

Number = Annotated[float, Field(strict=True)]


class PresetRequest(RequestModel):
    """The limits for a purpose. Limits you do not give follow from the others."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "title": "our clinic",
                    "explanation": "Colleagues of the clinic look at it.",
                    "limits": {"smallest_group": 8, "average_risk": 6.5},
                    "sources": {"smallest_group": "Board of data protection, 2026"},
                }
            ]
        },
    )
    title: str | None = None
    explanation: str = ""
    limits: dict[str, Number] = Field(
        description="smallest_group, highest_risk and average_risk (percent), diversity, closeness"
    )
    sources: dict[str, str] = Field(default_factory=dict, description="Where each limit comes from")

    def fields(self, name: str) -> dict[str, Any]:
        """The preset as a file would have it."""
        return {"name": name, **self.model_dump(exclude_none=True)}


class PresetChoice(RequestModel):
    """Who gets a data set."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"preset": "partner"}]}
    )
    preset: str = Field(max_length=64)
