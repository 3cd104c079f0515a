"""A route returns what the use case returns: `-> list[ColumnView]` with `route_class=ResultRoute`.

The schema of an answer in OpenAPI is derived from the type that is returned, and its JSON comes
from the one serialiser, so that REST, the command line and Python say the same.
"""

import ast
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import cache, reduce, wraps
from operator import or_
from textwrap import dedent
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from fastapi.datastructures import DefaultPlaceholder
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic_core import to_json
from starlette.responses import Response

from incrowd.answers import Choice, Translated, hints_of, parts_of, serialise
from incrowd.api.hidden_paths import tell

Endpoint = Callable[..., Any]
Option = Any
"""Whatever FastAPI takes for a route."""
Hint = Any
"""A type as it stands in an annotation."""


def respond(result: object, status: int = 200) -> Response:
    """A result as JSON, in the language of the request."""
    return Response(write_json(result), status, media_type="application/json")


def write_json(result: object, indent: int | None = None) -> bytes:
    """The text of the JSON of a result, in the language of the request."""
    return to_json(serialise(result, tell), indent=indent, inf_nan_mode="null")


class ResultRoute(APIRoute):
    """A route whose function returns a result as it is."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Option) -> None:
        if isinstance(options.get("response_model"), DefaultPlaceholder):
            returned = get_type_hints(endpoint, include_extras=True)["return"]
            if not (returned is type(None) or _is_response(returned)):
                options["response_model"] = model_of(returned)
                endpoint = _serialised(endpoint, options.get("status_code") or 200)
        super().__init__(path, endpoint, **options)


def _is_response(returned: object) -> bool:
    return isinstance(returned, type) and issubclass(returned, Response)


def _serialised(endpoint: Endpoint, status: int) -> Endpoint:
    """The same function, which returns the response itself: it is not validated once more."""
    if inspect.iscoroutinefunction(endpoint):

        @wraps(endpoint)
        async def respond_later(*arguments: object, **named: object) -> Response:
            return respond(await endpoint(*arguments, **named), status)

        return respond_later

    @wraps(endpoint)
    def respond_now(*arguments: object, **named: object) -> Response:
        return respond(endpoint(*arguments, **named), status)

    return respond_now


def model_of(hint: Hint) -> Hint:
    """The type of the JSON of a type, for OpenAPI.

    >>> model_of(tuple[int, ...])
    list[int]
    """
    origin: Hint = get_origin(hint)
    arguments = get_args(hint)
    if origin is Annotated:
        return _of_marked(*arguments)
    if origin in (Union, types.UnionType):
        return reduce(or_, map(model_of, arguments))
    if origin is not None and origin is not Literal:
        return _of_container(origin, arguments)
    if isinstance(hint, type) and is_dataclass(hint):
        return _derive(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Literal[tuple(each.value for each in hint)]
    return hint


def _of_container(origin: type, arguments: Sequence[Hint]) -> Hint:
    if issubclass(origin, Mapping):
        return types.GenericAlias(dict, (str, model_of(arguments[1])))
    return types.GenericAlias(list, (model_of(arguments[0]),))


def _of_marked(hint: Hint, *marks: object) -> Hint:
    for mark in marks:
        if isinstance(mark, Translated):
            return str
        if isinstance(mark, Choice):
            return Literal[mark.values]
    return model_of(hint)


@cache
def _derive(result: type) -> type[BaseModel]:
    return create_model(
        result.__name__,
        __config__=ConfigDict(
            json_schema_extra=lambda schema: _describe(schema, result), protected_namespaces=()
        ),
        __doc__=inspect.cleandoc(result.__doc__ or ""),
        __module__=result.__module__,
        **_fields_of(result),
    )


def _fields_of(result: type) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for each in parts_of(result):
        hint = hints_of(result)[each.name]
        if each.inline:
            inner = _fields_of(hint)
            fields.update({key: inner[key] for key in inner if key not in each.without})
        elif each.optional:
            fields[each.key] = (model_of(hint), Field(default=None))
        else:
            fields[each.key] = (model_of(hint), Field())
    return fields


def _describe(schema: dict[str, Any], result: type) -> None:
    """Add examples, and what is written below fields and in properties, to a schema."""
    if examples := getattr(result, "examples", None):
        schema["examples"] = serialise(examples)
    properties = schema.get("properties", {})
    texts = _docstrings(result)
    for each in parts_of(result):
        if texts.get(each.name) and "$ref" not in properties.get(each.key, {"$ref": ""}):
            properties[each.key]["description"] = texts[each.name]


@cache
def _docstrings(result: type) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for base in reversed(result.__mro__):
        if is_dataclass(base):
            module = ast.parse(dedent(inspect.getsource(base)))
            texts.update(_texts_in(getattr(module.body[0], "body", [])))
    return texts


def _texts_in(body: Sequence[ast.stmt]) -> dict[str, str]:
    texts = {}
    for statement, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        match statement, following:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = inspect.cleandoc(text)
            case ast.FunctionDef(name=name) as method, _:
                texts[name] = ast.get_docstring(method) or ""
    return texts
