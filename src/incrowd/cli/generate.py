"""`incrowd generate census -o people.csv`: synthetic data about people who do not exist."""

from pathlib import Path
from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

Scripts = Annotated[
    bool,
    typer.Option(
        "--import-scripts",
        help="With --hospitals, also write scripts to import the tables: .sql for PostgreSQL, "
        "MySQL and MariaDB, .js (mongosh) and .jsonl (mongoimport) for MongoDB.",
    ),
]


def run(
    name: Annotated[str, typer.Argument(metavar="hospital|census", help="What to generate.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="A .csv, .tsv, .csv.gz, .tsv.gz or .parquet file; .sql, .js or .jsonl for a "
            "script that a database imports; a folder for --hospitals.",
        ),
    ] = None,
    rows: Annotated[int, typer.Option("--rows", "-n", help="Number of rows.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same data.")] = 1,
    hospitals: Annotated[
        int | None,
        typer.Option(
            "--hospitals",
            metavar="2|3",
            help="Generate hospitals that share patients: exact tables, who is who, and releases.",
        ),
    ] = None,
    shared: Annotated[
        float, typer.Option("--shared", help="Share of patients who were in another hospital, too.")
    ] = 0.3,
    k: Annotated[int, typer.Option("-k", help="k of the releases of --hospitals.")] = 3,
    l: Annotated[int, typer.Option("-l", help="l of the releases of --hospitals.")] = 2,
    scripts: Scripts = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a file that exists.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Write a synthetic table: realistic, correlated, about nobody."""
    from incrowd.cli import printing

    if hospitals is None:
        _check_scripts(scripts)
        from incrowd.service.samples import generate

        made = generate(name, output or Path(f"{name}.csv"), rows, seed, overwrite=overwrite)
        summary, lines = made.to_dict(), [f"{made.rows:,} rows written to {made.path}"]
    else:
        _check_name(name)
        summary, lines = _hospitals(
            output or Path("hospitals"),
            rows,
            seed,
            (hospitals, shared, k, l, scripts),
            overwrite,
        )
    if json:
        printing.print_json(summary)
    else:
        for line in lines:
            printing.print_hint(line)


def _check_name(name: str) -> None:
    if name != "hospital":
        raise InvalidParameter(
            say("--hospitals has no meaning for '{name}'.", name=name),
            say("Generate 'hospital', or leave it out."),
        )


def _check_scripts(wanted: bool) -> None:
    if wanted:
        raise InvalidParameter(
            say("--import-scripts goes with --hospitals."),
            say("For one table let the name of the output end in .sql, .js or .jsonl."),
        )


def _hospitals(
    folder: Path, rows: int, seed: int, wishes: tuple[int, float, int, int, bool], overwrite: bool
) -> tuple[dict[str, object], list[str]]:
    from incrowd.service.linked.hospitals import HospitalWish, generate_hospitals

    wish = HospitalWish(*wishes)
    with ProgressBar() as bar:
        made = generate_hospitals(folder, rows, seed, wish, overwrite=overwrite, progress=bar.tell)
    lines = [
        f"{made.people:,} people, {made.shared_people:,} of them in more than one hospital: "
        f"{made.truth}"
    ]
    lines += [
        f"{hospital.raw}: {hospital.rows:,} patients; "
        f"{hospital.released}: {hospital.released_rows:,} rows, k = {hospital.k}, l = {hospital.l}"
        for hospital in made.hospitals
    ]
    lines += [
        f"To import: {', '.join(hospital.scripts)}"
        for hospital in made.hospitals
        if hospital.scripts
    ]
    return made.to_dict(), lines
