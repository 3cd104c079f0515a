"""The REST API can be browsed, and the page asks nobody else for anything."""

from __future__ import annotations

import re

import httpx

from incrowd.api.app import create_app


def test_every_operation_is_on_the_page(server) -> None:
    answer = httpx.get(f"{server.url}/api/docs", timeout=60)
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    for path, operations in create_app().openapi()["paths"].items():
        assert len(operations) <= answer.text.count(f"<code>{path}</code>")
    assert re.findall(r'(?:src|href)="(?!/api/)', answer.text) == []
    assert "<script" not in answer.text
    assert httpx.get(f"{server.url}/api/other").status_code == 404
