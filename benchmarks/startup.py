"""Whole commands in fresh processes: help, and the risk of Adult with cached kernels."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from benchmarks.timing import ADULT, best


def run(large: bool) -> dict[str, Any]:
    bare = best(lambda: _run("-c", "pass"), runs=5)
    answers: dict[str, Any] = {
        "python_seconds": bare,
        "help_seconds": best(lambda: _run("-m", "incrowd", "--help"), runs=5),
    }
    if ADULT.is_dir():
        command = ("-m", "incrowd", "risk", str(ADULT / "adult.csv"), "--json")
        answers["risk_adult_seconds"] = best(lambda: _run(*command), runs=3)
    return answers


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
