"""A recipe as it is sent."""

from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field

from incrowd.api.models.decisions import Revision
from incrowd.api.models.shape import RequestModel

_EXAMPLE: Final[dict[str, Any]] = {
    "incrowd_recipe": 1,
    "method": "optimal",
    "roles": {"age": "quasi", "sex": "quasi"},
    "hierarchies": {"age": "30;30-39;*\n41;40-49;*\n", "sex": "f;*\nm;*\n"},
    "levels": {"age": 1, "sex": 0},
    "k": 2,
    "protections": [],
    "max_suppression": 0.05,
    "priority": [],
    "utility": "loss",
    "promise": {},
}


class RecipeRequest(RequestModel):
    """A recipe that `incrowd anonymize --recipe` or this server wrote."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"recipe": _EXAMPLE}]}
    )
    recipe: Annotated[dict[str, Any], Field(description="What the file holds, as it is")]
    revision: Revision = None
