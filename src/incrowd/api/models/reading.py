"""How a file is to be read, as it is sent."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel


class ReadingRequest(RequestModel):
    """How to read a file. incrowd detects what you do not give."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"delimiter": ";", "header": "no"}]}
    )
    delimiter: Annotated[str | None, Field(description="One character")] = None
    encoding: str | None = None
    quote: Annotated[str | None, Field(description="One character, or empty if there is none")] = (
        None
    )
    header: Annotated[
        Literal["yes", "no"] | None, Field(description="Whether the first line names the columns")
    ] = None
    sheet: str | None = None

    def options(self) -> dict[str, str]:
        """What is said."""
        return {name: str(value) for name, value in self.model_dump(exclude_none=True).items()}


class UploadOptions(ReadingRequest):
    """How to read an uploaded file."""

    table: Annotated[
        str | None, Field(description="Which table to read, if the file has several")
    ] = None
