"""Every answer that a test hears is what the OpenAPI file says of its operation and status."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from incrowd.api.openapi import document

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    """An operation of the API, by what is asked for and where."""

    method: str
    path: str
    responses: dict[str, Any] = field(compare=False)

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path.removeprefix('/api/v1')}"

    @property
    def pattern(self) -> re.Pattern[str]:
        """What addresses of it look like; only names of attributes have slashes."""
        literal = re.escape(self.path).replace(r"\{", "{").replace(r"\}", "}")
        named = literal.replace("{attribute}", ".+")
        return re.compile(re.sub(r"\{\w+\}", "[^/]+", named))


class Description:
    """What the OpenAPI file says, and which operations a client was answered by."""

    def __init__(self) -> None:
        self.answered: set[str] = set()

    def check(self, response: httpx.Response) -> None:
        """Fail where an answer is not as described; a hook for clients."""
        operation = find_operation(response.request)
        if operation is None:
            return
        status = str(response.status_code)
        assert status in operation.responses, f"{operation} does not tell of status {status}"
        content = operation.responses[status].get("content", {})
        kind = response.headers.get("content-type", "").partition(";")[0]
        assert kind in content or status == "204", f"{operation} answers with {kind}"
        if kind in content and kind == "application/json":
            response.read()
            answer = json.loads(response.text)
            validator(json.dumps(content[kind]["schema"])).validate(answer)
        if response.is_success:
            self.answered.add(str(operation))


@cache
def operations() -> tuple[Operation, ...]:
    """All operations, those with the fewest parameters first, as an address is looked up."""
    paths = json.loads(document())["paths"]
    listed = [
        Operation(method, path, item[method]["responses"])
        for path, item in paths.items()
        for method in METHODS
        if method in item
    ]
    return tuple(sorted(listed, key=lambda operation: operation.path.count("{")))


def find_operation(request: httpx.Request) -> Operation | None:
    """The operation that a request is for; None where there is none."""
    method, path = request.method.lower(), request.url.path
    for operation in operations():
        if operation.method == method and operation.pattern.fullmatch(path):
            return operation
    return None


@cache
def validator(schema: str) -> jsonschema_rs.Validator:
    """Checks answers against a schema, in which nothing may be that it does not tell of."""
    components = json.loads(document())["components"]
    for part in components["schemas"].values():
        if "properties" in part:
            part["additionalProperties"] = False
    return jsonschema_rs.validator_for({**json.loads(schema), "components": components})
