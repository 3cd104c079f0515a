"""What incrowd is made of can be listed, and all of it has a permissive licence."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).resolve().parents[1] / "tools"


@pytest.fixture
def sbom(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    import sbom

    yield sbom
    sys.modules.pop("sbom", None)


def test_every_package_is_listed_with_its_licence(sbom: ModuleType) -> None:
    components = sbom.python_components()
    names = {each["name"] for each in components}
    assert {"duckdb", "fastapi", "numpy", "pyarrow", "starlette"} <= names
    assert not {"pytest", "mypy", "incrowd"} & names
    assert all(each["version"] in each["purl"] for each in components)
    whole = sbom.describe(components)
    assert (whole["bomFormat"], whole["metadata"]["component"]["name"]) == ("CycloneDX", "incrowd")


def test_packages_of_the_page_are_listed(sbom: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": {"a": "1", "gone": "1"}}))
    for name, needs in (("a", {"b": "1"}), ("b", {"a": "1"})):
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        told = {"version": "1.0.0", "license": "MIT", "dependencies": needs}
        (folder / "package.json").write_text(json.dumps(told))
    assert [each["purl"] for each in sbom.page_components(tmp_path)] == [
        "pkg:npm/a@1.0.0",
        "pkg:npm/b@1.0.0",
    ]
    (tmp_path / "node_modules" / "b" / "package.json").write_text(
        json.dumps({"version": "2.0.0", "license": "Proprietary"})
    )
    with pytest.raises(sbom.LicenceError, match=r"b 2\.0\.0 has the licence 'Proprietary'"):
        sbom.page_components(tmp_path)
