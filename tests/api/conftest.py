"""One server for most tests, and a data set of six people in it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from api.live_server import LiveServer, upload


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    found = LiveServer(tmp_path_factory.mktemp("home"), "--max-upload", "1M")
    yield found
    found.stop()


@pytest.fixture
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


@pytest.fixture
def dataset(client: httpx.Client) -> Iterator[str]:
    found = upload(client)
    yield found
    client.delete(f"/datasets/{found}")
