"""Ask whether packages have known vulnerabilities, and say so where nobody answers: `make audit`.

Ends with 0 if every package was asked about and none is known to be vulnerable, with 1 if one is,
and with 2 if some could not be asked about: silence is no proof.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
_PATIENCE = 600


@dataclass(frozen=True)
class Findings:
    """What was answered about the packages of one kind."""

    kind: str
    asked: int
    vulnerable: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()

    def tell(self) -> str:
        """The answer in words."""
        known, left = len(self.vulnerable), len(self.unanswered)
        lines = [f"{self.kind}: {self.asked} packages, {known} known to be vulnerable"]
        lines += [f"  vulnerable: {each}" for each in self.vulnerable]
        if left:
            few = "; ".join(self.unanswered[:3])
            lines.append(f"  NOT AUDITED: {left} could not be asked about ({few} …)")
        return "\n".join(lines)


def read_python(answer: Mapping[str, Any]) -> Findings:
    """What pip-audit answered; it calls packages that it could not ask about no problem."""
    packages = answer["dependencies"]
    return Findings(
        "Python",
        len(packages),
        tuple(
            f"{each['name']} {each['version']}: {', '.join(one['id'] for one in each['vulns'])}"
            for each in packages
            if each.get("vulns")
        ),
        tuple(each["name"] for each in packages if "skip_reason" in each),
    )


def read_page(answer: Mapping[str, Any]) -> Findings:
    """What npm answered about the packages of the page."""
    if "vulnerabilities" not in answer:
        return Findings("Page", 0, (), (str(answer.get("message") or "no answer"),))
    found = answer["vulnerabilities"]
    return Findings(
        "Page",
        int(answer["metadata"]["dependencies"]["total"]),
        tuple(f"{name}: {each['severity']}" for name, each in sorted(found.items())),
    )


def exit_code(findings: Sequence[Findings]) -> int:
    """1 for a known vulnerability, 2 where something could not be asked, 0 if all is well."""
    if any(each.vulnerable for each in findings):
        return 1
    return 2 if any(each.unanswered or not each.asked for each in findings) else 0


def ask_python() -> Findings:
    """Ask about every installed package at its version, what checks and tests need included."""
    known = {each.name: each.version for each in distributions() if each.name != "incrowd"}
    with TemporaryDirectory() as folder:
        pinned = Path(folder) / "pinned.txt"
        pinned.write_text("".join(f"{name}=={version}\n" for name, version in known.items()))
        program = os.environ.get("PIP_AUDIT", "pip-audit")
        command = [program, "--no-deps", "--disable-pip"]
        answer = _json([*command, "-f", "json", "-r", str(pinned)])
    return read_python(answer) if answer else Findings("Python", 0, (), ("no answer",))


def ask_page() -> Findings:
    """Ask about every package of the lock file."""
    return read_page(_json(["npm", "audit", "--json"], PROJECT / "web"))


def _json(command: Sequence[str], folder: Path = PROJECT) -> dict[str, Any]:
    done = subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True, timeout=_PATIENCE
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {}
    return answer


def main() -> int:
    """Ask about everything and print what was answered."""
    findings = [ask_python(), ask_page()]
    print("\n".join(each.tell() for each in findings))
    return exit_code(findings)


if __name__ == "__main__":
    sys.exit(main())
