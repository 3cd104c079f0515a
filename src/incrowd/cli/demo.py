"""`incrowd demo`: the bundled sample, its risk and what to do about it."""

from __future__ import annotations

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar


def run(json: options.Json = False) -> None:
    """Show the risk of the bundled synthetic sample, and the next steps."""
    from incrowd.cli import printing
    from incrowd.service.generating import sample_path
    from incrowd.service.opening import open_table

    path = sample_path("census")
    with ProgressBar() as bar, open_table(path, progress=bar.tell) as dataset:
        advice = dataset.recommend()
    if json:
        printing.print_json(advice.to_dict())
        return
    printing.print_risk(dataset.table, advice.now)
    printing.print_advice(advice)
    printing.print_hint(f"Try it yourself: incrowd risk {path}")
