"""No export runs in a spreadsheet: every format and delimiter, names as well as cells."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from command_line import incrowd

from incrowd.engines.files.formats import writable_formats

ATTACKS = [
    *("=cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "+1+cmd|'x'!A0", "-2+3+cmd|'x'!A0"),
    *("\t=1+1", "\r=1+1", "\n=1+1", "＝1+1", "x;=1+1", "x,=1+1", "x\t=1+1", 'x";=1+1', "'=1+1"),
    *('=HYPERLINK("http://x","y")', '=WEBSERVICE("http://x")', "=DDE(1)", "x|=1+1", " =1+1"),
]
NAME = "=1+cmd|' /C calc'!A0"
DELIMITERS = [",", ";", "\t", "|", ":"]
CASES = [
    (output.name, output.extension, delimiter)
    for output in writable_formats()
    for delimiter in (DELIMITERS if output.name == "csv" else [None])
] + [("csv", ".tsv", "\t")]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "people.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["zip", NAME, "@note"])
        lines.writerows([f"{n % 2}", attack, attack] for n, attack in enumerate(ATTACKS * 2))
    return path


def runs(text: str) -> bool:
    """Whether a spreadsheet takes a cell for a formula."""
    return bool(re.match(r"[=+\-@\t\r\n＝＋－＠]", text))


@pytest.mark.parametrize(("form", "extension", "delimiter"), CASES)
def test_nothing_runs(
    form: str, extension: str, delimiter: str | None, people: Path, tmp_path: Path
) -> None:
    target = tmp_path / f"out{extension}"
    options = [] if delimiter is None else ["--output-delimiter", delimiter]
    done = incrowd(
        *("anonymize", people, "--qi", "zip", "--insensitive", f"{NAME},@note", "-k", 2),
        *("-o", target, *options),
    )
    assert done.returncode == 0, done.stderr
    if form == "csv":
        _check_text(target, delimiter or ",")
    elif form == "xlsx":
        _check_excel(target)


def _check_text(target: Path, delimiter: str) -> None:
    """Neither as it is written nor split at the signs of another spreadsheet is there a formula."""
    text = target.read_text("utf-8")
    rows = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
    assert len(rows) == 2 * len(ATTACKS) + 1
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if runs(cell)]
    for split in ";,\t":
        parts = [part for cell in cells for part in cell.split(split)]
        assert not [part for part in parts if re.match("[=@＝＠]", part)], split


def _check_excel(target: Path) -> None:
    book = openpyxl.load_workbook(target)
    kinds = {cell.data_type for row in book.active.iter_rows() for cell in row}
    assert "f" not in kinds
    with ZipFile(target) as archive:
        for name in archive.namelist():
            if name.startswith("xl/worksheets/"):
                assert b"<f>" not in archive.read(name)
                assert b"<f " not in archive.read(name)
