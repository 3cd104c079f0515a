"""The commands read tables of a database server, and ask for a password only at a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time

import pytest
from command_line import incrowd
from servers.account import STRANGE


@pytest.fixture(scope="module")
def visits(postgresql):
    postgresql.run(
        "CREATE TABLE visits AS SELECT 20 + g % 5 AS age, CASE WHEN g % 2 = 0 THEN 'f' ELSE 'm' END"
        " AS sex FROM generate_series(1, 40) g"
    )
    return postgresql


def test_risk_of_a_table_on_a_server(visits):
    done = incrowd(
        "risk", visits.url("public.visits"), "--qi", "age,sex", "--json", PGPASSWORD=STRANGE
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 40
    assert STRANGE not in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["risk", "transform"])
def test_values_of_a_table_on_a_server_are_not_changed(visits, command):
    asked = ["--qi", "age,sex", "--technique", "age:round=10"]
    done = incrowd(command, visits.url("public.visits"), *asked, PGPASSWORD=STRANGE)
    assert done.returncode == 2
    assert "stays in its database, so its values cannot be changed here" in done.stderr
    assert "export the table to a file first" in " ".join(done.stderr.split())


def test_a_file_is_linked_with_a_table_on_a_server(visits, tmp_path):
    visits.run(
        "CREATE TABLE clinic_c AS SELECT * FROM (VALUES ('13012', 'flu'), ('13053', 'hiv'),"
        " ('14850', 'flu')) AS t(zip, disease)"
    )
    release = tmp_path / "release.csv"
    release.write_text("zip,age,disease\n130**,20-30,flu\n148**,20-30,flu\n130**,30-40,cold\n")
    asked = ["--on", "zip=zip:covers", "--sensitive", "disease", "--know", "1.age=25", "--json"]
    done = incrowd("link", str(release), visits.url("clinic_c"), *asked, PGPASSWORD=STRANGE)
    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    assert (told["n"], told["v"], told["rule"]) == (2, 1, 1)


def test_without_a_password_the_command_says_how_to_give_one(visits):
    done = incrowd("risk", visits.url("visits"), "--json")
    assert done.returncode == 2
    told = json.loads(done.stdout)
    assert told["code"] == "password_needed"
    assert "environment" in told["hint"]


def test_at_a_terminal_the_password_is_asked_for_and_not_shown(visits):
    leader, follower = pty.openpty()
    known = {name: value for name, value in os.environ.items() if "PASSWORD" not in name}
    started = subprocess.Popen(
        [sys.executable, "-m", "incrowd", "risk", visits.url("visits"), "--qi", "age,sex"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=known,
        start_new_session=True,
    )
    os.close(follower)
    seen = _until(leader, b"Password for postgresql://ann@")
    os.write(leader, STRANGE.encode() + b"\n")
    seen += _rest(leader)
    os.close(leader)
    assert started.wait(120) == 0, seen
    assert b"40" in seen
    assert STRANGE.encode() not in seen


def _until(leader, text):
    seen, end = b"", time.monotonic() + 100
    while text not in seen and time.monotonic() < end:
        seen += os.read(leader, 4096)
    assert text in seen
    return seen


def _rest(leader):
    seen = b""
    while True:
        try:
            seen += os.read(leader, 4096)
        except OSError:  # the other side has closed the terminal
            return seen
