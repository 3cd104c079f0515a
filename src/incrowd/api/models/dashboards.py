"""What is sent along with a file that is to become a dashboard, and what is answered."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from fastapi.exceptions import RequestValidationError
from pydantic import ConfigDict, Field, ValidationError

from incrowd.api.models.goals import GoalRequest
from incrowd.api.models.reading import UploadOptions
from incrowd.api.models.shape import RequestModel, RoleName
from incrowd.service.dashboards import DashboardSetup, StepName

EXAMPLE: dict[str, Any] = {
    "roles": {"age": "quasi", "sex": "quasi", "disease": "sensitive"},
    "hierarchies": {"age": "30;30-39;*\n41;40-49;*\n52;50-59;*\n53;50-59;*\n"},
    "goal": {"preset": "partner", "important": [["age"], ["sex"]], "use": "statistics"},
    "step": "see",
}


class SetupRequest(RequestModel):
    """What is known about a file; everything may be left out."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [EXAMPLE]})
    roles: dict[str, RoleName] = Field(
        default_factory=dict, description="Columns that are not named get a guessed role"
    )
    hierarchies: dict[str, str] = Field(
        default_factory=dict, description="CSV per attribute: value;level1;…;*"
    )
    person: Annotated[
        str | None, Field(description="The column that says which rows are about the same person")
    ] = None
    goal: GoalRequest = GoalRequest()
    reading: Annotated[
        UploadOptions, Field(description="How to read the file; what is left out is found out")
    ] = UploadOptions()
    step: Annotated[StepName, Field(description="Where the dashboard opens")] = "see"

    @classmethod
    def parse(cls, text: bytes | None) -> "SetupRequest":
        """Read the part of an upload; errors are told as those of any other request."""
        try:
            return cls.model_validate_json(text) if text is not None else cls()
        except ValidationError as error:
            told = [{**each, "loc": ("setup", *each["loc"])} for each in error.errors()]
            raise RequestValidationError(told) from None

    def setup(self) -> DashboardSetup:
        """What the use case takes."""
        important = self.goal.important
        return DashboardSetup(
            roles=self.roles,
            hierarchies=self.hierarchies,
            person=self.person,
            preset=self.goal.preset,
            important=None if important is None else tuple(map(tuple, important)),
            use=self.goal.use,
            reading=self.reading.options(),
        )


class LinkRequest(RequestModel):
    """Where a dashboard opens."""

    step: StepName = "see"


@dataclass(frozen=True)
class DashboardLink:
    """A data set and an address that opens its dashboard once, within some minutes."""

    examples: ClassVar = (
        {
            "id": "3f2a9c1d5e7b8a60",
            "url": "http://127.0.0.1:8765/embed/datasets/3f2a9c1d5e7b8a60/see#ticket=…",
            "path": "/embed/datasets/3f2a9c1d5e7b8a60/see#ticket=…",
            "seconds": 300,
        },
    )
    id: str
    url: str
    path: str
    """The same without scheme and host, for whoever knows the server by another name."""
    seconds: int
    """How long the address can be opened; ask for another one afterwards."""
