"""A person has so many requests at the same time; others wait without a thread, or are refused."""

from __future__ import annotations

import asyncio

import pytest

from incrowd.api.gate import AT_ONCE, WAITING, Gate
from incrowd.errors import TooMany

ROWS = ("GET", "/api/v1/datasets/1/rows")


async def _crowd(gate: Gate, person: str, count: int, go: asyncio.Event) -> list[asyncio.Task[str]]:
    async def one() -> str:
        async with gate.place(person, *ROWS):
            await go.wait()
            return "done"

    tasks = [asyncio.create_task(one()) for _ in range(count)]
    await asyncio.sleep(0)
    return tasks


def test_requests_wait_and_then_are_refused_while_others_pass():
    async def run() -> None:
        gate, go = Gate(), asyncio.Event()
        tasks = await _crowd(gate, "eve", AT_ONCE + WAITING, go)
        with pytest.raises(TooMany, match="208 requests running"):
            async with gate.place("eve", *ROWS):
                pass
        for light in (("GET", "/api/v1/status"), ("DELETE", "/api/v1/jobs/1")):
            async with asyncio.timeout(1), gate.place("eve", *light):
                pass
        async with asyncio.timeout(1), gate.place("ben", *ROWS):
            pass
        go.set()
        assert set(await asyncio.gather(*tasks)) == {"done"}
        assert not gate._lines

    asyncio.run(run())


def test_a_request_that_is_given_up_leaves_its_place():
    async def run() -> None:
        gate, go = Gate(), asyncio.Event()
        tasks = await _crowd(gate, "eve", AT_ONCE + 1, go)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(1), gate.place("eve", *ROWS):
            pass
        assert not gate._lines

    asyncio.run(run())
