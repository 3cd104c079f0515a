"""Every command once as a real process; the rest is tested in this one."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from command_line import incrowd_process

PEOPLE = "age;sex;disease\n30;f;flu\n30;f;hiv\n41;m;flu\n41;m;flu\n52;f;flu\n"
RELEASE = "age;sex;disease\n*;*;flu\n*;*;hiv\n*;*;flu\n*;*;flu\n*;*;flu\n"
QUASI = ("--qi", "age,sex")
SECRET = ("--sensitive", "disease")
OUTPUT = ("-o", "out.csv", "--recipe", "r.json")
COMMANDS = {
    "risk": ("risk", "people.csv", *QUASI),
    "recommend": ("recommend", "people.csv", *QUASI),
    "standouts": ("standouts", "people.csv", *QUASI),
    "subsets": ("subsets", "people.csv", *QUASI),
    "check": ("check", "people.csv", "-k", "1", *QUASI),
    "anonymize": (
        "anonymize",
        "people.csv",
        "-k",
        "2",
        *QUASI,
        "-o",
        "out.csv",
        "--recipe",
        "r.json",
    ),
    "link": (
        "link",
        "people.csv",
        "release.csv",
        "--on",
        "age=age:overlaps",
        "--sensitive",
        "disease",
    ),
    "attack": ("attack", "release.csv", "people.csv", "--on", "age=age"),
    "generate": ("generate", "census", "-o", "made.csv", "--rows", "20"),
    "token": ("token", "ann", "--workspace", "home"),
    "source": ("source", "list"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "release.csv").write_text(RELEASE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INCROWD_WORKSPACE", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_command_answers_with_one_json_document(folder, name) -> None:
    done = incrowd_process(*COMMANDS[name], "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) is not None


def test_a_recipe_is_applied(folder) -> None:
    incrowd_process(*COMMANDS["anonymize"])
    done = incrowd_process("apply", "r.json", "people.csv", "-o", "again.csv", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "again.csv").read_text() == (folder / "out.csv").read_text()


def test_errors_reach_the_exit_code_and_stderr(folder) -> None:
    done = incrowd_process("risk", "nowhere.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.csv" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_demo_runs_at_a_terminal() -> None:
    done = incrowd_process("demo", "--terminal")
    assert done.returncode == 0
    assert "Next steps" in done.stdout


def test_help_loads_no_engine():
    code = (
        "import sys, incrowd.cli.main as m\n"
        "print([n for n in ('duckdb', 'numba', 'numpy', 'pyarrow') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_fault_of_ours_is_told_without_a_traceback():
    code = (
        "import sys, incrowd.cli.options as o, incrowd.cli.main as m\n"
        "def broken(*a, **k): raise RuntimeError('boom')\n"
        "o.open_data = broken\n"
        "sys.argv = ['incrowd', 'risk', 'people.csv']\n"
        "m.run()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "RuntimeError: boom" in done.stderr
    assert "Traceback" not in done.stderr
