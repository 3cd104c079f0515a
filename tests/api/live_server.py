"""A real server in a process of its own, and somebody who talks to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from api.described_answers import Description

PEOPLE = (
    "name,age,sex,disease\n"
    "Ana Alvarez,30,f,flu\nBob Bauer,30,f,hiv\nCy Conti,41,m,flu\n"
    "Di Dupont,41,m,cold\nEd Evans,52,f,cold\nFlo Faure,53,f,flu\n"
)


class LiveServer:
    """`incrowd serve` on a free port."""

    def __init__(self, workspace: Path, *options: str, files: int | None = None) -> None:
        command = [sys.executable, "-m", "incrowd", "serve", "--json", "--no-browser"]
        place = ["--workspace", str(workspace), "--port", "0"]
        bounded = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
        self.process = subprocess.Popen(
            [*bounded, *command, *place, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "INCROWD_TOKEN": ""},
        )
        self.told = self._read()
        self.url = f"http://127.0.0.1:{self.told['port']}"
        self.address = ("127.0.0.1", int(self.told["port"]))
        self.token: str = self.told["token"]

    def _read(self) -> dict[str, Any]:
        text = ""
        for line in self.process.stdout or ():
            text += line
            try:
                told: dict[str, Any] = json.loads(text)
            except ValueError:
                continue
            return told
        raise AssertionError(self.process.communicate()[1])

    def client(
        self, token: str | None = None, description: Description | None = None
    ) -> httpx.Client:
        """Somebody with a token, who checks every answer against the OpenAPI file."""
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return httpx.Client(
            base_url=f"{self.url}/api/v1",
            headers=headers,
            timeout=30,
            event_hooks={"response": [(description or Description()).check]},
        )

    def kill(self) -> None:
        """End the process as the power failing does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> tuple[str, str]:
        """End the process politely; what it still said."""
        self.process.terminate()
        return self.process.communicate(timeout=20)


def wait(client: httpx.Client, started: httpx.Response) -> dict[str, Any]:
    """The job that a request started, once it has ended."""
    assert started.status_code == 202, started.text
    job: dict[str, Any] = started.json()["job"]
    until = time.monotonic() + 60
    while job["state"] == "running" and time.monotonic() < until:
        time.sleep(0.02)
        job = client.get(f"/jobs/{job['id']}").json()
    return job


def upload(client: httpx.Client, content: str | bytes = PEOPLE, name: str = "people.csv") -> str:
    """Put a file into the workspace."""
    job = wait(client, client.post("/datasets", files={"file": (name, content)}))
    assert job["state"] == "done", job
    dataset: str = job["result"]["dataset"]
    return dataset


def is_problem(response: httpx.Response, status: int, code: str | None = None) -> dict[str, Any]:
    """Make sure that a response is an error in the one shape."""
    assert response.status_code == status, response.text
    problem: dict[str, Any] = response.json()
    shape = {"code", "message", "hint", "errors"}
    if problem["code"] == "password_needed":  # tells the source, if it is one of the asker's
        shape |= {"source"} & set(problem)
    assert set(problem) == shape
    assert problem["message"]
    if code is not None:
        assert problem["code"] == code
    return problem
