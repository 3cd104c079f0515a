"""The REST API to browse, made from its own description: `GET /api/docs`; nothing is fetched."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_STYLE: Final = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;
padding:0 1rem;color:#1d2625;background:#fbfbfa}h2{margin:2rem 0 .5rem;text-transform:capitalize}
details{border:1px solid #e1e4e1;border-radius:8px;background:#fff;margin:.4rem 0;
padding:.5rem .8rem}summary{cursor:pointer}code,pre{font:14px ui-monospace,monospace}
pre{background:#f3f4f2;padding:.6rem;border-radius:6px;overflow-x:auto}.method{display:inline-block;min-width:4.5rem;font-weight:650;
color:#0f6a66}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;
vertical-align:top}@media(prefers-color-scheme:dark){body{background:#141918;color:#e4e9e7}
details{background:#1b2120;border-color:#303a38}pre{background:#232a29}.method{color:#63c3bb}}"""
_PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>incrowd REST API</title>
<style>{style}</style></head><body><main><h1>incrowd REST API {version}</h1>
<p>Send the token that <code>incrowd serve</code> prints as
<code>Authorization: Bearer TOKEN</code>. The description for programs is
<a href="/api/v1/openapi.json">openapi.json</a>.</p>{body}</main></body></html>"""

Document = Mapping[str, Any]


@router.get("/api/docs")
def show_api(request: Request) -> HTMLResponse:
    """Every operation with its parameters, an example, and what it answers."""
    return HTMLResponse(_page(request.app), headers={"Cache-Control": "no-cache"})


@cache
def _page(app: FastAPI) -> str:
    document = app.openapi()
    body = "".join(_sections(document))
    return _PAGE.format(style=_STYLE, version=escape(document["info"]["version"]), body=body)


def _sections(document: Document) -> Iterator[str]:
    groups: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["other"])[0]
            groups.setdefault(tag, []).append(_operation(document, method, path, operation))
    for tag, operations in groups.items():
        yield f"<section><h2>{escape(tag.replace('_', ' '))}</h2>{''.join(operations)}</section>"


def _operation(document: Document, method: str, path: str, operation: Document) -> str:
    summary = escape(operation.get("description") or operation.get("summary", ""))
    first, _, rest = summary.partition("\n")
    return (
        f'<details><summary><span class="method">{method.upper()}</span> '
        f"<code>{escape(path)}</code> {first}</summary>"
        f"{f'<p>{rest}</p>' if rest.strip() else ''}"
        f"{_parameters(operation)}{_request(document, operation)}{_responses(operation)}</details>"
    )


def _parameters(operation: Document) -> str:
    rows = "".join(
        f"<tr><th scope=row><code>{escape(each['name'])}</code></th><td>{escape(each['in'])}</td>"
        f"<td>{escape(each.get('description', ''))}</td></tr>"
        for each in operation.get("parameters", ())
    )
    return f"<h3>Parameters</h3><table>{rows}</table>" if rows else ""


def _request(document: Document, operation: Document) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    for kind, media in content.items():
        schema = _resolve(document, media.get("schema", {}))
        examples = schema.get("examples") or []
        shown = examples[0] if examples else schema.get("properties", {})
        text = escape(json.dumps(shown, indent=2, ensure_ascii=False))
        return f"<h3>Body</h3><p><code>{escape(kind)}</code></p><pre>{text}</pre>"
    return ""


def _resolve(document: Document, schema: Document) -> Document:
    """The schema that a reference points to; of several alternatives the first."""
    while True:
        if "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif alternatives := schema.get("oneOf") or schema.get("anyOf"):
            schema = alternatives[0]
        else:
            return schema


def _responses(operation: Document) -> str:
    rows = "".join(
        f"<tr><th scope=row>{escape(status)}</th><td>{escape(told.get('description', ''))}</td>"
        f"<td><code>{escape(_named(told))}</code></td></tr>"
        for status, told in operation.get("responses", {}).items()
    )
    return f"<h3>Answers</h3><table>{rows}</table>"


def _named(told: Document) -> str:
    schema = told.get("content", {}).get("application/json", {}).get("schema", {})
    of = schema.get("items", schema)
    return str(of.get("$ref", of.get("title", ""))).rpartition("/")[2]
