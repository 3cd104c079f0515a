"""List what incrowd is made of, with versions and licences, as CycloneDX: `make sbom`.

Python packages are those that `pip install incrowd` brings; packages of the page are those that its
build bundles. A licence that is not permissive, or not known, is an error.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
TARGET = PROJECT / "dist" / "sbom.json"
PERMISSIVE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software|MPL|Mozilla|CC0|0BSD|OFL|Zlib|Unlicense"
)
_NAME = re.compile(r"[A-Za-z0-9._-]+")

Component = dict[str, Any]


class LicenceError(Exception):
    """A package whose licence does not go with ours."""


def python_components() -> list[Component]:
    """Everything that an installation without extras needs, the needs of needs included."""
    found: dict[str, Component] = {}
    wanted = _needs(distribution("incrowd"))
    while wanted:
        name = wanted.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:  # for another system, or another Python
            continue
        found[key] = _component(f"pkg:pypi/{key}", key, package.version, _python_licence(package))
        wanted += _needs(package)
    return [found[key] for key in sorted(found)]


def _needs(package: Distribution) -> list[str]:
    plain = [each for each in package.requires or [] if "extra ==" not in each]
    return [match[0] for each in plain if (match := _NAME.match(each))]


def _python_licence(package: Distribution) -> str:
    kinds = [
        each.rpartition(" :: ")[2]
        for each in package.metadata.get_all("Classifier") or []
        if each.startswith("License ::")
    ]
    stated = package.metadata.get("License-Expression") or " OR ".join(kinds)
    return stated or str(package.metadata.get("License") or "").split("\n")[0]


def page_components(folder: Path = PROJECT / "web") -> list[Component]:
    """What the page is built from, the needs of needs included."""
    found: dict[str, Component] = {}
    wanted = list(json.loads((folder / "package.json").read_text("utf-8"))["dependencies"])
    while wanted:
        name = wanted.pop()
        place = folder / "node_modules" / name / "package.json"
        if name in found or not place.is_file():
            continue
        told = json.loads(place.read_text("utf-8"))
        found[name] = _component(
            f"pkg:npm/{name}", name, told["version"], str(told.get("license", ""))
        )
        wanted += told.get("dependencies", {})
    return [found[key] for key in sorted(found)]


def _component(kind: str, name: str, version: str, licence: str) -> Component:
    if not PERMISSIVE.search(licence):
        raise LicenceError(f"{name} {version} has the licence '{licence}'")
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"{kind}@{version}",
        "licenses": [{"license": {"name": licence}}],
    }


def describe(components: list[Component]) -> Component:
    """The whole list in the shape of CycloneDX."""
    version = distribution("incrowd").version
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "incrowd", "version": version},
        },
        "components": components,
    }


def main() -> int:
    try:
        components = [*python_components(), *page_components()]
    except LicenceError as error:
        print(f"Error: {error}.", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(describe(components), indent=2) + "\n", "utf-8")
    print(f"{len(components)} packages: {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
