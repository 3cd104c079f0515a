"""What people see in the terminal: every name as it is written, every figure with its unit."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace

import pytest
from small_tables import Row, open_rows

import incrowd as ic
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.outcome import Anonymized, KeptInformation
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.cli import printing
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Check
from incrowd.dataset.risk import measure_risk, recommend
from incrowd.linking.attack.result import Attack, Candidates, MatchRisk
from incrowd.release.target import Released

ROWS: list[Row] = [("30", "f"), ("30", "f"), ("41", "m"), ("52", "f")]
ODD = ["[/b]", "[red]age", "a:smile:b", "größe"]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


def shown(print_it: Callable[..., None], *arguments: object) -> str:
    """What is printed to the terminal."""
    out = io.StringIO()
    with redirect_stdout(out):
        print_it(*arguments)
    return out.getvalue()


def people(names: tuple[str, str] = ("age", "sex")) -> OpenTable:
    return open_rows(ROWS, names, names)


def line_of(text: str, word: str) -> str:
    return next(line for line in text.splitlines() if word in line)


def test_json_is_one_line_of_letters_as_they_are() -> None:
    assert shown(printing.print_json, {"größe": 1, "none": None}) == '{"größe": 1, "none": null}\n'
    with pytest.raises(ValueError, match="JSON"):
        printing.print_json({"t": float("nan")})


def test_a_hint_is_printed_as_it_is_written() -> None:
    assert shown(printing.print_hint, "see [docs] :smile: 1,234") == "see [docs] :smile: 1,234\n"


def test_risk_shows_gauges_distribution_words_and_roles() -> None:
    """Three classes of four rows, the smallest of one: 75 %, 100 % and nothing lost."""
    table = people()
    risk = measure_risk(table, measures=["uniques"])
    text = shown(printing.print_risk, table.table, risk)
    words = [line.strip("│ ") for line in text.splitlines() if line.startswith("│")]
    assert " ".join(words) == " ".join(risk.explanation)
    assert "people 4 rows, 3 classes, 2 alone" in text
    for title, figure, word in (
        ("Average risk", "75.0 %", "high"),
        ("Highest risk", "100.0 %", "high"),
        ("Utility loss", "0.0 %", "low"),
    ):
        line = line_of(text, title)
        assert figure in line
        assert line.rstrip().endswith(word)
    assert line_of(text, "uniques").split()[:2] == ["uniques", "2"]
    assert line_of(text, "for a test").split()[:2] == ["age", "quasi"]
    shares = [line.split() for line in text.splitlines() if line.endswith(" 50.0 %  ")]
    assert [(words[0], words[2]) for words in shares] == [("50", "2"), ("100", "2")]


def test_rows_that_were_left_out_are_told() -> None:
    table = people()
    text = shown(printing.print_risk, table.table, measure_risk(table, k=2, advise=False))
    assert "4 rows, 2 removed, 1 class, 0 alone" in text


def test_a_measure_that_is_not_defined_says_so() -> None:
    table = people()
    risk = measure_risk(table, measures=["uniques"], advise=False)
    undefined = replace(risk, figures=(replace(risk.figures[0], value=None),))
    assert "not defined" in shown(printing.print_risk, table.table, undefined)


@pytest.mark.parametrize("name", ODD)
def test_names_are_never_taken_for_markup(name: str) -> None:
    table = people((name, "sex"))
    text = shown(printing.print_risk, table.table, measure_risk(table))
    assert text.count(name) >= 2  # in words, and among the roles
    assert name in shown(printing.print_advice, recommend(table))


def test_advice_ranks_its_steps_and_counts_the_rows_left_out() -> None:
    text = shown(printing.print_advice, recommend(people()))
    assert [line.split()[0] for line in text.splitlines()[2:4]] == ["1", "2"]
    suppression = text[text.index("Or remove") :]
    assert line_of(suppression, "2 ").split()[:2] == ["2", "2"]
    assert "50.0 %" in line_of(suppression, "2 ")


@pytest.mark.parametrize(
    ("share", "full"), [(0, 0), (1e-6, 1), (0.01, 1), (0.5, 20), (0.999, 40), (1, 40)]
)
def test_a_bar_is_empty_only_where_nothing_is(share: float, full: int) -> None:
    bar = printing._bar(share, 40, "red").plain
    assert (len(bar), bar.count("█")) == (40, full)


def check(holds: bool) -> Check:
    return Check(holds, "k = 1", 1, None, None, {"k": 2.0}, (), 1, 1, {"age": "quasi"})


def test_a_check_is_one_line_and_its_columns_go_to_the_error_stream() -> None:
    errors = io.StringIO()
    with redirect_stderr(errors):
        text = shown(printing.print_check, people(("age", "[b]")).table, check(False))
    assert text == "people: k = 1\n"
    assert errors.getvalue() == "Quasi-identifiers: age, [b]\n"


@pytest.fixture
def anonymized() -> Anonymized:
    return anonymize(people(), AnonymizationRequest(k=2, max_suppression=1)).result


def test_what_was_reached_is_shown_beside_what_was_before(anonymized: Anonymized) -> None:
    text = shown(printing.print_anonymized, anonymized, None)
    assert text.startswith("Method: optimal")
    assert line_of(text, "Average risk").split()[2:4] == ["75.0", "%"]
    assert f"{anonymized.rows:,} rows in 1 class, the smallest of 2 rows" in text
    line = line_of(text, "level").split()
    assert (line[0], line[-2:]) == ("age", ["level", "0"])
    summary = replace(anonymized, suppressed_rows=0, seconds=0.25)
    *_, last, note = shown(printing.print_anonymized, summary, None).splitlines()
    assert last.endswith("1 class, the smallest of 2 rows. 0.2 s")
    assert note.startswith("No column is sensitive")
    assert "Not all states" not in text
    assert "do not release" not in text


def test_a_result_that_is_not_proven_says_so(anonymized: Anonymized) -> None:
    doubtful = replace(anonymized, exact=False, bound=0.25, score=0.5)
    text = shown(printing.print_anonymized, doubtful, None)
    assert "none has a score below 0.25, this one has 0.5." in text
    recoded = replace(doubtful, state=None)
    assert "Not all states" not in shown(printing.print_anonymized, recoded, None)


def test_exposed_people_are_not_to_be_released(anonymized: Anonymized) -> None:
    text = shown(printing.print_anonymized, replace(anonymized, exposed_people=1234), None)
    assert "1,234 people match too few published rows: do not release this." in text


def test_rows_left_out_are_named_only_if_there_are_any(anonymized: Anonymized) -> None:
    none = shown(printing.print_anonymized, replace(anonymized, suppressed_rows=0), None)
    some = shown(printing.print_anonymized, replace(anonymized, suppressed_rows=3), None)
    assert "removed" not in none
    assert "; 3 rows removed." in some


def test_of_many_attributes_the_rest_is_counted(anonymized: Anonymized) -> None:
    names = [f"column{number}" for number in range(printing.MOST_ATTRIBUTES + 2)]
    many = tuple(KeptInformation(name, 0.5, 0.4, 0.6) for name in names)
    result = replace(anonymized, kept=many, state=None)
    text = shown(printing.print_anonymized, result, None)
    assert " and 2 more: --json has all of them." in text
    assert "column39" in text
    assert "column40" not in text


@pytest.mark.parametrize(
    ("l", "t", "held"),
    [(None, None, "k = 5; 7"), (2, None, "k = 5, l = 2; 7"), (2, 0.25, "k = 5, l = 2, t = 0.250")],
)
def test_the_figures_of_the_file_are_those_that_exist(
    l: int | None, t: float | None, held: str
) -> None:
    released = Released("[a]/safe.csv", 1200, 5, l, t, verified=True)
    text = shown(printing.print_released, released, 7)
    assert text.startswith("[a]/safe.csv: 1,200 rows written and verified, ")
    assert held in text
    assert "7 rows removed" in text


def attack(certain: int, matched: int) -> Attack:
    probable = (Candidates(2, matched, 0.5),)
    risk = MatchRisk(50.0, 50.0, 0, 0, 2)
    return Attack(9, 7, {"[zip]": "plz"}, matched, certain, probable, 50.0, 25.0, risk)


def test_an_attack_tells_who_is_found_first() -> None:
    text = shown(printing.print_attack, attack(certain=2, matched=4))
    assert text.startswith("Found for certain: 2 of 9 people")
    assert line_of(text, "behind a row").split()[-2:] == ["people", "chance"]
    assert line_of(text, "50.0 %").split() == ["2", "4", "50.0", "%"]
    assert text.rstrip().endswith("Linked by: [zip]")


def test_nobody_found_is_told_in_one_sentence() -> None:
    text = shown(printing.print_attack, attack(certain=0, matched=0))
    assert text.startswith("Nobody on the list matches a published row.")


def test_a_table_without_rows_has_no_low_risk(tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,ill\n30,flu\n31,hiv\n32,flu\n")
    with ic.open(path, quasi=["age"], sensitive=["ill"]) as table:
        risk = table.risk(k=3)
        advice = table.recommend(k=2)
        text = shown(printing.print_risk, table.table, risk)
        steps = shown(printing.print_advice, advice)
    assert (risk.rows, risk.average_risk) == (0, 0.0)
    assert line_of(text, "Average risk").split()[-3:] == ["nothing", "is", "left"]
    assert "low" not in line_of(text, "Highest risk")
    assert "nothing  is left" in steps


def test_one_is_not_several(tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,ill\n30,flu\n30,hiv\n")
    with ic.open(path, quasi=["age"], sensitive=["ill"]) as table:
        assert "2 rows, 1 class, 0 alone" in shown(printing.print_risk, table.table, table.risk())
