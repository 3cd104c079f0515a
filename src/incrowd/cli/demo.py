"""`incrowd demo`: the dashboard on a bundled sample; `--terminal` shows it in the terminal."""

from contextlib import closing
from typing import Annotated

import typer

from incrowd.cli import options, serve
from incrowd.cli.progress import ProgressBar


def run(
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Show risk and next steps in the terminal instead.")
    ] = False,
    host: serve.Host = "127.0.0.1",
    port: serve.Port = None,
    no_browser: serve.NoBrowser = False,
    json: options.Json = False,
) -> None:
    """Show the risk of a synthetic sample and the next steps. Nothing is saved."""
    if terminal or json:
        _print(json)
    else:
        _serve(host, port, browser=not no_browser)


def _serve(host: str, port: int | None, *, browser: bool) -> None:
    from incrowd.api.context import Context
    from incrowd.api.serving import listen
    from incrowd.service.samples import sample_path
    from incrowd.temporary_folder import TemporaryFolder

    with (
        listen(host, port) as place,
        TemporaryFolder() as temporary,
        closing(Context.open(temporary.path("demo"), host)) as context,
    ):
        dataset = serve.add(context, str(sample_path("census")))
        serve.start(context, place, f"/datasets/{dataset}", browser=browser, lasting=False)


def _print(json: bool) -> None:
    from incrowd.cli import printing
    from incrowd.service.datasets.opening import open_table
    from incrowd.service.samples import sample_path

    path = sample_path("census")
    with ProgressBar() as bar, open_table(path, progress=bar.tell) as dataset:
        advice = dataset.recommend()
    if json:
        printing.print_json(advice.to_dict())
        return
    printing.print_risk(dataset.table, advice.now)
    printing.print_advice(advice)
    printing.print_hint(f"Try it yourself: incrowd risk {path}")
