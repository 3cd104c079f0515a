"""Sites that were named may call or frame, all others stay outside, and cookies never count."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from api.live_server import LiveServer, is_problem, upload
from incrowd.api.origins import NamedOrigins, parse_origin
from incrowd.errors import InvalidParameter

PORTAL = "http://portal.example.org:3000"
FRAME = "https://frame.example.org"
DECISION = {"kind": "suppress", "k": 2}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    options = ("--allow-origin", PORTAL, "--allow-frame", FRAME, "--allow-frame", PORTAL)
    found = LiveServer(tmp_path_factory.mktemp("home"), *options)
    yield found
    found.stop()


def test_a_named_origin_may_call_and_read(named: LiveServer):
    url = f"{named.url}/api/v1/status"
    asking = {
        "Origin": PORTAL,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = httpx.options(url, headers=asking)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == PORTAL
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    assert "POST" in preflight.headers["access-control-allow-methods"]
    called = httpx.get(url, headers={"Origin": PORTAL, "Authorization": f"Bearer {named.token}"})
    assert called.status_code == 200
    assert called.headers["access-control-allow-origin"] == PORTAL
    assert called.headers["vary"] == "Origin"
    for answer in (preflight, called):
        assert "access-control-allow-credentials" not in answer.headers
    refused = httpx.get(url, headers={"Origin": PORTAL})
    is_problem(refused, 401, "unauthorized")
    assert refused.headers["access-control-allow-origin"] == PORTAL, "its words can be read"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        FRAME,
        "https://portal.example.org:3000",
        "http://portal.example.org",
        "http://portal.example.org:3000.evil.example",
        "null",
        "*",
    ],
)
def test_any_other_origin_is_refused(named: LiveServer, origin):
    headers = {"Origin": origin, "Authorization": f"Bearer {named.token}"}
    for method in ("GET", "POST", "OPTIONS"):
        answer = httpx.request(method, f"{named.url}/api/v1/status", headers=headers)
        is_problem(answer, 403, "not_allowed")
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_named_origin_under_a_foreign_host_is_refused(named: LiveServer):
    for method in ("GET", "OPTIONS"):
        headers = {"Origin": PORTAL, "Host": "evil.example"}
        answer = httpx.request(method, f"{named.url}/api/v1/status", headers=headers)
        is_problem(answer, 403, "not_allowed")


def test_a_cookie_does_not_count_for_another_site(named: LiveServer):
    """A page of a named site cannot act in the name of whoever has the dashboard open."""
    with named.client() as client:
        dataset = upload(client)
    url = f"{named.url}/api/v1/datasets/{dataset}/decisions"
    with httpx.Client() as browser:
        assert browser.get(named.url, params={"token": named.token}).status_code == 303
        assert browser.post(url, json=DECISION).status_code == 200, "from its own page"
        refused = browser.post(url, json=DECISION, headers={"Origin": PORTAL})
        is_problem(refused, 401, "unauthorized")
        foreign = browser.post(url, json=DECISION, headers={"Origin": "http://evil.example"})
        is_problem(foreign, 403, "not_allowed")
    with named.client() as client:
        assert client.get(f"/datasets/{dataset}").json()["revision"] == 1


def test_a_named_origin_is_not_let_into_the_pages(named: LiveServer):
    assert httpx.get(named.url, headers={"Origin": PORTAL}).status_code == 403


def test_only_the_embedded_dashboard_can_be_framed_and_only_by_those_named(named: LiveServer):
    framed = httpx.get(f"{named.url}/embed/datasets/x/see")
    policy = framed.headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors {FRAME} {PORTAL}")
    assert "default-src 'self'" in policy
    assert "x-frame-options" not in framed.headers
    for path in ("/", "/datasets/x/see", "/embedded", "/api/v1/status"):
        answer = httpx.get(named.url + path)
        assert answer.headers["content-security-policy"].endswith("frame-ancestors 'none'")
        assert answer.headers["x-frame-options"] == "DENY"


def test_by_default_nobody_can_frame_anything(server: LiveServer):
    for path in ("/", "/embed/datasets/x/see"):
        answer = httpx.get(server.url + path)
        assert answer.headers["content-security-policy"].endswith("frame-ancestors 'none'")
        assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://portal.example.org", "https://portal.example.org"),
        ("HTTPS://Portal.Example.org:443", "https://portal.example.org"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
        ("http://localhost:80", "http://localhost"),
        ("http://[::1]:3000", "http://[::1]:3000"),
    ],
)
def test_origins_are_read_as_browsers_write_them(text, origin):
    assert parse_origin(text, "--allow-origin") == origin


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "https://*.example.org",
        "portal.example.org",
        "https://portal.example.org/",
        "https://portal.example.org/path",
        "https://user@portal.example.org",
        "ftp://portal.example.org",
        "http://portal.example.org:99999",
        "https://portal.example.org; script-src *",
        "https://portál.example.org",
        "null",
        "",
    ],
)
def test_what_is_no_single_site_is_refused_in_words(text):
    for option in ("--allow-origin", "--allow-frame"):
        with pytest.raises(InvalidParameter, match="not the address of one site") as refusal:
            parse_origin(text, option)
        assert refusal.value.hint is not None
        assert option in refusal.value.hint


def test_an_address_that_policies_do_not_know():
    with pytest.raises(InvalidParameter, match="cannot be allowed to frame"):
        NamedOrigins.parse([], ["http://[::1]:3000"])
