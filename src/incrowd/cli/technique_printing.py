"""What techniques do, in the terminal: each with its figures, then the risks before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.panel import Panel
from rich.table import Table as Grid

from incrowd.cli.printing import plain_console

if TYPE_CHECKING:
    from incrowd.service.exports.transform import StepEffect, TechniqueEffects, Transformation


def print_transformation(done: Transformation) -> None:
    """Print what techniques do to values and risks, and where the result was written."""
    console = plain_console()
    console.print(_techniques(done.effects))
    for step in done.effects.techniques:
        for sentence in (*step.explanation, *_tell_figures(step)):
            console.print(f"  {_called(step)}: {sentence}", style="dim")
    console.print(_risks(done.effects))
    if done.effects.journalist_risk is not None:
        words = "\n".join(done.effects.journalist_risk.explanation)
        console.print(Panel(words, title="The sample among all people of DATA", title_align="left"))
    if done.output is not None:
        output = done.output
        console.print(f"{output.rows:,} rows written to {output.path}, read again and compared.")
        for warning in output.warnings:
            console.print(f"Note: {warning}", style="yellow")


def _called(step: StepEffect) -> str:
    name = step.name if step.column is None else f"{step.column}:{step.name}"
    return f"{name}={step.value}"


def _techniques(effects: TechniqueEffects) -> Grid:
    grid = Grid(title="Techniques", title_justify="left", box=None, padding=(0, 2))
    for heading in ("", "rows", "cells changed", "counts changed"):
        grid.add_column(heading, justify="right" if heading else "left", no_wrap=bool(heading))
    for step in effects.techniques:
        changed, margins = 100 * step.share_changed, 100 * step.margins
        grid.add_row(_called(step), f"{step.kept:,}", f"{changed:.1f} %", f"{margins:.1f} %")
    return grid


def _tell_figures(step: StepEffect) -> list[str]:
    """The mean and the like before and after, of a column of numbers."""
    if step.before is None or step.after is None:
        return []
    told = [
        f"mean {step.before.mean:,.6g} → {step.after.mean:,.6g}",
        f"standard deviation {step.before.deviation:,.6g} → {step.after.deviation:,.6g}",
    ]
    if step.correlation is not None:
        told.append(f"correlation with the old values {step.correlation:.4f}")
    if step.rank_correlation is not None:
        told.append(f"of ranks {step.rank_correlation:.4f}")
    return [", ".join(told) + "."]


def _risks(effects: TechniqueEffects) -> Grid:
    grid = Grid(title="Risks", title_justify="left", box=None, padding=(0, 2))
    for heading in ("", "before", "after"):
        grid.add_column(heading, justify="right" if heading else "left")
    before, after = effects.before, effects.after
    if before is None or after is None:
        return grid
    grid.add_row("rows", f"{before.rows:,}", f"{after.rows:,}")
    grid.add_row("average risk", f"{before.average_risk:.2f} %", f"{after.average_risk:.2f} %")
    grid.add_row("highest risk", f"{before.highest_risk:.2f} %", f"{after.highest_risk:.2f} %")
    grid.add_row("unique rows", f"{before.uniques:,}", f"{after.uniques:,}")
    return grid
