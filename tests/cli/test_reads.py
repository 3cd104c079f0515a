"""Each command opens its data once and profiles it once, whether it shows figures or writes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command_line import incrowd
from small_samples import sample_rows

from incrowd.engines import opening
from incrowd.engines.duckdb.source import DuckDBSource

QUASI = ["--qi", "age,sex,marital_status,education"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_rows(tmp_path_factory.mktemp("data") / "people.csv", 200)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file is opened, and looked at column by column."""
    counts: Counter[str] = Counter()
    recognise, find = opening.recognise, DuckDBSource._found

    def counted(path: Path, *rest: Any) -> Any:
        counts[path.name] += 1
        return recognise(path, *rest)

    def counted_profiles(source: DuckDBSource) -> Any:
        counts[f"profiles of {source.name}"] += 1
        return find(source)

    monkeypatch.setattr(opening, "recognise", counted)
    monkeypatch.setattr(DuckDBSource, "_found", counted_profiles)
    return counts


@pytest.mark.parametrize(
    "command",
    [
        ["risk"],
        ["recommend"],
        ["check", "-k", "2"],
        ["subsets"],
        ["standouts"],
        ["anonymize", "-k", "3"],
        ["anonymize", "-k", "3", "--method", "priority"],
    ],
    ids=" ".join,
)
def test_figures(data, reads, command) -> None:
    name, *options = command
    assert incrowd(name, data, *QUASI, *options, "--json").returncode in (0, 1)
    assert reads == {"people.csv": 1, "profiles of people.csv": 1}


@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_files(data, reads, tmp_path, method) -> None:
    out, recipe = tmp_path / "safe.csv", tmp_path / "recipe.json"
    chosen = [*QUASI, "-k", "3", "--method", method, "-o", out, "--recipe", recipe]
    assert incrowd("anonymize", data, *chosen).returncode == 0
    assert reads["people.csv"] == reads["profiles of people.csv"] == 1
    if method == "optimal":
        reads.clear()
        assert incrowd("apply", recipe, data, "-o", tmp_path / "again.csv").returncode == 0
        assert reads["people.csv"] == reads["profiles of people.csv"] == 1
