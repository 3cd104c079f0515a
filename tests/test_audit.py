"""An audit that nobody answered is not called a clean one."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).resolve().parents[1] / "tools"


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    import audit

    return audit


def test_all_were_asked_and_none_is_vulnerable(audit: ModuleType) -> None:
    python = audit.read_python({"dependencies": [{"name": "a", "version": "1", "vulns": []}]})
    total = {"metadata": {"dependencies": {"total": 5}}}
    page = audit.read_page({"vulnerabilities": {}, **total})
    assert audit.exit_code([python, page]) == 0
    assert python.tell() == "Python: 1 packages, 0 known to be vulnerable"


def test_a_vulnerable_package_is_named(audit: ModuleType) -> None:
    found = {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}
    python = audit.read_python({"dependencies": [found, {"name": "b", "skip_reason": "x"}]})
    assert audit.exit_code([python]) == 1
    assert "vulnerable: a 1: PYSEC-1" in python.tell()


def test_silence_is_no_proof(audit: ModuleType) -> None:
    skipped = audit.read_python({"dependencies": [{"name": "a", "skip_reason": "not found"}]})
    refused = audit.read_page({"message": "405 Method Not Allowed"})
    for findings in (skipped, refused):
        assert audit.exit_code([findings]) == 2
        assert "NOT AUDITED" in findings.tell()
