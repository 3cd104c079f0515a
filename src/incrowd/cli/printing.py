"""What people see in the terminal: gauges, bars and sentences."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from incrowd.dataset.population import PopulationRisk
from incrowd.dataset.promises import Safeguard
from incrowd.dataset.results import (
    NO_SENSITIVE,
    NOTHING_LEFT,
    Advice,
    Check,
    Effect,
    Figure,
    Gauges,
    Risk,
    band,
    explain_causes,
    in_words,
    is_about_release,
    promise_name,
)
from incrowd.table import Role, Table

if TYPE_CHECKING:
    from incrowd.service.attacks import Attack
    from incrowd.service.automatic.anonymize import Anonymized, Fitness, Released
    from incrowd.service.datasets.verdict import Preset
    from incrowd.service.original_attack import OwnAttack

GAUGE_WIDTH = 24
BAR_WIDTH = 40
MOST_ATTRIBUTES = 40
SMALLEST_OF_BUCKETS = (21, 11, 6, 4, 3, 2, 1)
"""The smallest group in each bucket of the distribution of risk."""
BAND_COLOURS = (
    "green3",
    "chartreuse3",
    "yellow3",
    "orange1",
    "dark_orange",
    "red1",
    "red3",
)
ROLE_COLOURS = {
    Role.IDENTIFIER: "red",
    Role.PERSON: "red",
    Role.QUASI: "yellow",
    Role.SENSITIVE: "magenta",
    Role.INSENSITIVE: "green",
}

WHOLE: Final = "the whole release"
"""What promises without a column are about."""


def print_json(answer: dict[str, Any]) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n")


def print_hint(text: str) -> None:
    """Print one line."""
    plain_console().print(text, highlight=False)


def print_risk(table: Table, risk: Risk, preset: Preset | None = None) -> None:
    """Print gauges, distribution, explanation and roles, and ask about those in doubt.

    With a preset the colours and words of risks follow its limits.
    """
    from incrowd.service.datasets.opening import ask_about_doubts

    console = plain_console()
    console.print()
    console.print(Text(table.name, style="bold"), Text(_size(table, risk), style="dim"))
    console.print(_gauges(risk.gauges, risk.rows, preset))
    console.print(_distribution(risk, preset))
    console.print(Panel("\n".join(risk.explanation), title="In words", title_align="left"))
    if risk.population is not None:
        _print_population(console, risk.population)
    if risk.figures:
        console.print(_measures(risk.figures))
    console.print(_roles(table))
    print_safeguards(console, risk.protections)
    for question in ask_about_doubts(table):
        console.print(question, style="yellow")


def print_safeguards(console: Console, safeguards: Iterable[Safeguard]) -> None:
    """Print what each sensitive attribute is protected by, why, and how to change it."""
    known = list(safeguards)
    if not known:
        return
    grid = Grid(title="Protections", title_justify="left", box=None, padding=(0, 2))
    for heading in ("column", "protection", "why"):
        grid.add_column(heading)
    for each in known:
        asks = f"{each.promise} = {each.threshold:g}" if each.attribute else str(each.words)
        grid.add_row(Text(each.attribute or WHOLE), Text(asks), Text(each.reason))
    console.print(grid)
    first = next((each for each in known if each.attribute), None)
    if first is None:
        return
    console.print(
        "  A default protection leaves out rows from k = 2 on. Change it with "
        f"--promise '{first.attribute}:l=3', or drop it with --promise '{first.attribute}:none'.",
        style="dim",
    )


def _print_population(console: Console, population: PopulationRisk) -> None:
    words = "\n".join(population.explanation)
    console.print(Panel(words, title="In the population", title_align="left"))
    grid = Grid(title="Unique people by model", title_justify="left", box=None, padding=(0, 2))
    for heading in ("model", "people", ""):
        grid.add_column(heading, justify="right" if heading == "people" else "left")
    for estimate in population.estimates:
        people = f"{estimate.uniques:,.0f}" if estimate.uniques is not None else "-"
        note = "used" if estimate.used else estimate.status.replace("_", " ")
        grid.add_row(estimate.model, people, "" if note == "fits" else note)
    console.print(grid)


def print_advice(advice: Advice) -> None:
    """Print the ranked next steps."""
    console = plain_console()
    grid = _grid("Next steps: generalise", ("#", "attribute", "best level"))
    for rank, generalization in enumerate(advice.generalizations, start=1):
        label = f"{generalization.best.level}: {generalization.best.label}"
        grid.add_row(
            str(rank), generalization.attribute, label, *_figures(generalization.best.effect)
        )
    console.print(grid)
    rows = _grid("Or remove the rows of small groups", ("k", "rows removed"))
    for step in advice.suppressions:
        left_out = f"{step.effect.suppressed_rows:,}"
        rows.add_row(str(step.k), left_out, *_figures(step.effect))
    console.print(rows)
    if any(step.suppressed_by.protections for step in advice.suppressions):
        console.print(_causes(advice))
    print_safeguards(console, advice.now.protections)


def _causes(advice: Advice) -> Grid:
    """How many rows each k would leave out for small groups, and for each protection."""
    grid = Grid(title="Why these rows are removed", title_justify="left", box=None)
    guards = advice.suppressions[0].suppressed_by.protections
    for heading in ("k", "small groups", *map(in_words, guards)):
        grid.add_column(heading, justify="right")
    for step in advice.suppressions:
        by = step.suppressed_by
        counts = (step.k, by.k, *(broken.rows for broken in by.protections))
        grid.add_row(*(f"{count:,}" for count in counts))
    return grid


def print_check(table: Table, check: Check, safeguards: Iterable[Safeguard] = ()) -> None:
    """Print one line why, and on the error stream what it was measured on."""
    console = plain_console()
    style = "green" if check.holds else "bold red"
    console.print(f"{table.name}: {check.why}", style=style, soft_wrap=True)
    quasi = ", ".join(attribute.name for attribute in table.with_role(Role.QUASI))
    errors = plain_console(stderr=True)
    errors.print(f"Quasi-identifiers: {quasi}")
    for each in safeguards:
        asked = "asked for" if each.chosen else "the default, not checked unless asked for"
        about = f"'{each.attribute}'" if each.attribute else WHOLE.capitalize()
        errors.print(f"{about}: {each.promise} = {each.threshold:g}, {asked}")


def print_fitness(fitness: Fitness) -> None:
    """Print which roles a purpose needed, which group sizes were tried, and the verdict."""
    console = plain_console()
    for change in fitness.changes:
        console.print(f"'{change.attribute}' became {change.role}. {change.words}", style="yellow")
    tried = ", ".join(f"{attempt.k:,}" for attempt in fitness.attempts)
    console.print(f"Groups of {fitness.k:,} are enough (tried: {tried}).")
    console.print(fitness.verdict.words, style="green" if fitness.verdict.holds else "bold red")


def print_anonymized(result: Anonymized, released: Released | None) -> None:
    """Print what was reached: gauges before and after, and what is left of each attribute."""
    console = plain_console()
    grid = Grid(title=f"Method: {result.method}", title_justify="left", box=None, padding=(0, 2))
    for heading in ("", "before", "after"):
        grid.add_column(heading, justify="left" if not heading else "right")
    before, after = result.before.gauges, result.after.gauges
    for title, was, now in (
        ("Average risk", before.average_risk, after.average_risk),
        ("Highest risk", before.highest_risk, after.highest_risk),
        ("Utility loss", before.utility_loss, after.utility_loss),
    ):
        after_now = Text(f"{now:.1f} %", style=_colour(now))
        empty = not result.rows and now == 0
        grid.add_row(title, f"{was:.1f} %", Text(NOTHING_LEFT.word) if empty else after_now)
    console.print(grid)
    console.print(_kept_information(result))
    further = len(result.kept) - MOST_ATTRIBUTES
    if further > 0:
        console.print(f" and {further:,} more: --json has all of them.")
    console.print(f"{_published(result)}. {result.seconds:.1f} s")
    for sentence in explain_causes(result.suppressed_rows, result.suppressed_by, result.after.k):
        console.print(sentence)
    for each in result.aggregation or ():
        console.print(each.words)
    print_safeguards(console, result.after.protections)
    if result.state is not None and not result.exact:
        console.print(
            f"Not all states could be tried: none has a score below {result.bound:.4g}, "
            f"this one has {result.score:.4g}.",
        )
    if result.exposed_people:
        console.print(
            f"{_count(result.exposed_people, 'person matches', 'people match')} too few published "
            "rows: do not release this.",
            style="bold red",
        )
    if NO_SENSITIVE in result.before.explanation:
        console.print(NO_SENSITIVE, style="yellow")
    if released is not None:
        print_released(released, result.suppressed_rows)


def _published(result: Anonymized) -> str:
    if result.k is None:
        return f"Nothing is left: all {result.suppressed_rows:,} rows are removed"
    classes = _count(result.classes, "class", "classes")
    unit = ("row", "rows") if result.persons is None else ("person", "people")
    rows = f"{_count(result.rows, 'row', 'rows')}{_count_people(result.persons)} in {classes}, "
    smallest = f"the smallest of {_count(result.k, *unit)}"
    left_out = _count(result.suppressed_rows, "row", "rows")
    left_out += _count_people(result.suppressed_persons)
    return rows + smallest + (f"; {left_out} removed" if result.suppressed_rows else "")


def _kept_information(result: Anonymized) -> Grid:
    """What is left of each attribute, beside what is without ranks, and at best."""
    grid = Grid(title="What is left of each attribute", title_justify="left", box=None)
    local = result.state is None
    for heading in ("", "", "now", *(("unranked", "at best") if local else ("",))):
        grid.add_column(heading, justify="right" if heading else "left")
    for kept in result.kept[:MOST_ATTRIBUTES]:
        shares = (kept.now, kept.unranked, kept.best) if local else (kept.now,)
        figures = ["" if share is None else f"{100 * max(share, 0.0):.1f} %" for share in shares]
        if result.state is not None:
            figures.append(f"level {result.state[kept.attribute]}")
        grid.add_row(
            Text(kept.attribute),
            _bar(kept.now, GAUGE_WIDTH if local else BAR_WIDTH, "green3"),
            *figures,
        )
    return grid


def print_released(released: Released, suppressed_rows: int) -> None:
    """Print what was found on the file that was written."""
    result = [f"k = {released.k:,}"]
    result += [f"l = {released.l:,}"] if released.l is not None else []
    result += [f"t = {released.t:.3f}"] if released.t is not None else []
    result += [
        f"{promise_name(each.model)} = {each.reached:.4g}"
        for each in released.held
        if is_about_release(each.model) and each.reached is not None
    ]
    plain_console().print(
        f"{released.path}: {_count(released.rows, 'row', 'rows')} written and verified, "
        f"{', '.join(result)}; {_count(suppressed_rows, 'row', 'rows')} removed.",
        style="green",
        soft_wrap=True,
    )
    for warning in released.warnings:
        plain_console().print(f"Warning: {warning}", style="yellow", soft_wrap=True)


def print_attack(attack: Attack) -> None:
    """Print who is found, first in a sentence."""
    from incrowd.service.attacks import explain_attack

    console = plain_console()
    style = "bold red" if attack.certain or attack.match.exposed_people else "green"
    first, *others = explain_attack(attack)
    console.print(first, style=style if attack.matched else "yellow")
    grid = Grid(title="People by candidates", title_justify="left", box=None, padding=(0, 2))
    for heading in ("people behind a row", "people", "chance"):
        grid.add_column(heading, justify="right")
    for group in attack.probable[:20]:
        chance = f"{100 * group.probability:.1f} %"
        grid.add_row(f"{group.candidates:,}", f"{group.people:,}", chance)
    console.print(grid)
    for sentence in others:
        console.print(sentence)
    console.print(f"Linked by: {', '.join(attack.on)}", style="dim")


def print_own_attack(attack: OwnAttack, *, card: bool) -> None:
    """Print whom the original table finds: in sentences, or as a card of three parts."""
    console = plain_console()
    style = "green" if attack.holds and attack.matched else "yellow"
    style = "bold red" if attack.certain else style
    if card:
        for each in attack.card:
            console.print(each.title, style="bold")
            for sentence in each.sentences:
                console.print(f"  {sentence}", soft_wrap=True)
    else:
        first, *others = attack.sentences
        console.print(first, style=style)
        for sentence in others:
            console.print(sentence)
    console.print(f"Linked by: {', '.join(attack.columns)}", style="dim")


def plain_console(*, stderr: bool = False) -> Console:
    """A terminal that shows texts as they are written: names of columns may look like markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def _size(table: Table, risk: Risk) -> str:
    left = f", {risk.suppressed_rows:,} removed" if risk.suppressed_rows else ""
    people = _count_people(risk.original_persons)
    classes = _count(risk.classes, "class", "classes")
    return f"{_count(table.rows, 'row', 'rows')}{people}{left}, {classes}, {risk.uniques:,} alone"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _count_people(people: int | None) -> str:
    return "" if people is None else f" about {_count(people, 'person', 'people')}"


def _gauges(gauges: Gauges, rows: int, preset: Preset | None = None) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    average, highest = (preset.average_risk, preset.highest_risk) if preset else (None, None)
    for title, value, limit in (
        ("Average risk", gauges.average_risk, average),
        ("Highest risk", gauges.highest_risk, highest),
        ("Utility loss", gauges.utility_loss, None),
    ):
        if not rows and value == 0:
            grid.add_row(title, _bar(0, GAUGE_WIDTH, ""), "–", NOTHING_LEFT.word)
            continue
        bar = _bar(value / 100, GAUGE_WIDTH, _colour(value, limit))
        words = band(value, limit).word if limit is None else _against(value, limit)
        grid.add_row(title, bar, f"{value:.1f} %", words)
    return grid


def _against(value: float, limit: float) -> str:
    return f"{band(value, limit).word} (limit {limit:g} %)"


def _colour(percent: float, limit: float | None = None) -> str:
    return BAND_COLOURS[band(percent, limit).number]


def _bar(share: float, width: int, colour: str) -> Text:
    full = round(share * width)
    if share > 1e-9 and full == 0:
        full = 1
    return Text("█" * full, style=colour) + Text("░" * (width - full), style="dim")


def _distribution(risk: Risk, preset: Preset | None = None) -> Grid:
    what = "rows" if risk.persons is None else "people"
    title = f"{what.capitalize()} by risk"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2))
    grid.add_column("risk in %", justify="right")
    grid.add_column("")
    grid.add_column(what, justify="right")
    grid.add_column("share", justify="right")
    for bucket, colour in zip(risk.distribution, _bucket_colours(preset), strict=True):
        bar = _bar(bucket.share, BAR_WIDTH, colour)
        grid.add_row(bucket.range, bar, f"{bucket.rows:,}", f"{100 * bucket.share:.1f} %")
    return grid


def _bucket_colours(preset: Preset | None) -> Iterable[str]:
    """A colour for each bucket, by the highest risk in it."""
    if preset is None:
        return [_colour(percent) for percent in (4, 9, 19, 29, 39, 50, 100)]
    limit = preset.highest_risk
    return [_colour(100 / size, limit) for size in SMALLEST_OF_BUCKETS]


def _measures(figures: Iterable[Figure]) -> Grid:
    grid = Grid(title="Measures", title_justify="left", box=None, padding=(0, 2))
    for heading in ("measure", "value", "unit", "what it says"):
        grid.add_column(heading)
    for figure in figures:
        value = "not defined" if figure.value is None else f"{figure.value:,.6g}"
        grid.add_row(figure.name, value, figure.unit, figure.explanation)
    return grid


def _roles(table: Table) -> Grid:
    grid = Grid(title="Roles", title_justify="left", box=None, padding=(0, 2))
    for heading in ("column", "role", "why"):
        grid.add_column(heading)
    for attribute in table.attributes:
        role = Text(attribute.role.value, style=ROLE_COLOURS[attribute.role])
        grid.add_row(Text(attribute.name), role, Text(attribute.reason))
    return grid


def _grid(title: str, first: tuple[str, ...]) -> Grid:
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 1))
    for heading in (*first, "average", "highest", "loss", "sum"):
        text = heading in first
        width = len(heading) if text else len("100.0 %")
        justify: Literal["left", "right"] = "left" if text else "right"
        grid.add_column(heading, justify=justify, no_wrap=True, min_width=width)
    return grid


def _figures(effect: Effect) -> list[Text | str]:
    gauges = effect.gauges
    if not effect.rows:
        style = BAND_COLOURS[NOTHING_LEFT.number]
        return [Text("nothing", style=style), Text("is left", style=style), "100.0 %", "–"]
    percentages: list[Text | str] = [
        Text(f"{value:.1f} %", style=_colour(value))
        for value in (gauges.average_risk, gauges.highest_risk, gauges.utility_loss)
    ]
    return [*percentages, f"{gauges.score:.1f}"]
