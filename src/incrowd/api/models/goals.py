"""The goal of a data set as it is sent."""

from typing import Annotated

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel
from incrowd.service.datasets.goals import UseName


class GoalRequest(RequestModel):
    """What a data set is for. Fields you do not send stay as they are."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"preset": "public", "important": [["age"], ["zip", "sex"]], "use": "statistics"}
            ]
        },
    )
    preset: Annotated[str | None, Field(max_length=64, description="Who gets the file")] = None
    important: Annotated[
        list[list[str]] | None,
        Field(description="Groups of columns, the most important first. Equals share a group."),
    ] = None
    use: Annotated[UseName | None, Field(description="How the file will be used")] = None
