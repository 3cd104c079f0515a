"""Whether k, l and t hold in linked data sets."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from incrowd.api.models.linked import LinkRequest
from incrowd.api.models.shape import ResponseModel
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.check import PrivacyCheck as CheckResult
from incrowd.service.linked.sessions import MOST_SOURCES


class LinkCheckRequest(LinkRequest):
    """What every class must hold: of a source by its number, or of what was joined."""

    source: Annotated[int | None, Field(ge=1, le=MOST_SOURCES)] = None
    k: Annotated[int, Field(ge=1, le=10**9)] = 2
    l: Annotated[int | None, Field(ge=1, le=10**9)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None

    def promise(self) -> Promise:
        """What must hold."""
        return Promise(self.k, self.l, self.t)


class FailingGroup(ResponseModel):
    """A class that fails."""

    values: dict[str, str]
    size: int
    l: int | None
    t: float | None


class SensitiveCheck(ResponseModel):
    """One sensitive attribute."""

    attribute: str
    l: int
    t: float
    holds: bool
    failing_classes: int
    failing_rows: int


class LinkCheck(ResponseModel):
    """Whether k, l and t hold."""

    holds: bool
    k: int
    l: int | None
    t: float | None
    classes: int
    rows: int
    failing_count: int
    failing_rows: int
    failing_classes: list[FailingGroup]
    attributes: list[SensitiveCheck]

    @classmethod
    def of(cls, found: CheckResult) -> LinkCheck:
        """Serialise a check."""
        result = {
            **vars(found.check),
            "classes": found.classes,
            "rows": found.rows,
            "attributes": found.attributes,
        }
        return cls.model_validate(result)
