"""Open a table: read it, guess the roles, take the user's choice, load hierarchies."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from incrowd.dataset.changing import change_values
from incrowd.dataset.coarsening import coarsen as coarsen_table
from incrowd.dataset.counting import Given, count_people_in
from incrowd.dataset.estimating import RiskEstimate, estimate_columns
from incrowd.dataset.open_table import Origin
from incrowd.dataset.population import to_population_size
from incrowd.dataset.promises import read_attack
from incrowd.engines import connect
from incrowd.engines.contract import MOST_TUPLES, Source
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.hierarchies import load_folder
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import Message, say
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.roles.questions import QUESTIONS
from incrowd.service.datasets.dataset import Dataset
from incrowd.table import Role, Table
from incrowd.techniques.step import Step, parse_steps
from incrowd.workspace.source_names import located, open_named

Preview = Callable[[int, Callable[[], RiskEstimate | None]], None]
"""Told the number of rows and how to get an estimate, which it asks for if it is worth while."""
MOST_DOUBTFUL: Final = 8
"""Columns in doubt that are named in one line."""


@dataclass(frozen=True)
class RoleChoice:
    """The columns that a user named for each role; None where the guess shall stand."""

    quasi: Sequence[str] | None = None
    sensitive: Sequence[str] | None = None
    identifier: Sequence[str] = field(default=())
    insensitive: Sequence[str] = field(default=())
    person: Sequence[str] = field(default=())

    def named(self) -> dict[str, Role]:
        """The role of each named column; a column can only have one."""
        roles: dict[str, Role] = {}
        for role, names in (
            (Role.QUASI, self.quasi or ()),
            (Role.SENSITIVE, self.sensitive or ()),
            (Role.IDENTIFIER, self.identifier),
            (Role.INSENSITIVE, self.insensitive),
            (Role.PERSON, self.person),
        ):
            for name in names:
                if roles.setdefault(name, role) is not role:
                    raise InvalidParameter(
                        say(
                            "'{name}' is named as {roles} and as {role}.",
                            name=name,
                            roles=roles[name],
                            role=role,
                        ),
                        say("Give each column one role."),
                    )
        return roles


def open_table(
    data: object,
    *,
    quasi: Sequence[str] | None = None,
    sensitive: Sequence[str] | None = None,
    identifier: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    person: str | Sequence[str] = (),
    hierarchies: str | Path | Mapping[str, Hierarchy] | None = None,
    promises: Sequence[str] = (),
    population: object | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
    attack_gain: float | None = None,
    attack_cost: float | None = None,
    progress: Progress = silent,
    ordered: bool = False,
    most_combinations: int = MOST_TUPLES,
    coarsen: Mapping[str, int] | str | None = None,
    push_down: bool = False,
    preview: Preview | None = None,
    techniques: Sequence[str] = (),
    seed: str | int | None = None,
    **options: str,
) -> Dataset:
    """Open a file, a URL or a frame (Polars, pandas, Arrow) as a data set.

    Roles that are not named are guessed. `hierarchies` is a folder of CSV files, or a mapping;
    `promises` take the place of the default protections (`["diagnosis:l=3"]`). `population` is a
    table of the people among whom the data was sampled; their number or the sampling fraction will
    do. `ordered` keeps the rows in order for whoever lists or writes them. `techniques` change
    values before they are counted (`["sample=0.1"]`). docs/python.md explains all of them.
    """
    steps = parse_steps(techniques, seed)
    in_order, (data, options) = ordered or bool(steps), located(data, options)
    choice = RoleChoice(quasi, sensitive, identifier, insensitive, _list_keys(person))
    with ExitStack() as resources:
        opened = connect(data, progress, ordered=in_order, most_tuples=most_combinations, **options)
        source = resources.enter_context(closing(opened))
        early = _show_early(source, choice, None if steps else preview)
        table = choose_roles(Table(source.name, source.rows, guess(source.profiles())), choice)
        people = _open_people(population, progress, resources)
        dataset = Dataset(
            source=source,
            table=table,
            given=_hierarchies(table, hierarchies),
            population=people,
            population_size=_population_size(table, people, population_size, sampling_fraction),
            attack=read_attack(attack_gain, attack_cost),
            progress=progress,
            origin=Origin(data, options, progress),
            push_down=push_down,
        )
        dataset = _change(dataset, steps, resources)
        dataset = _coarsen(dataset, coarsen).with_promises(*promises)
        if preview is not None and not early:
            preview(dataset.table.rows, dataset.estimate)
        resources.pop_all()
    return dataset


def _change(dataset: Dataset, steps: Sequence[Step], resources: ExitStack) -> Dataset:
    """Apply sampling and noise; the copy is closed with all else."""
    if not steps:
        return dataset
    return resources.enter_context(closing(change_values(dataset, steps)[0]))


def _coarsen(dataset: Dataset, levels: Mapping[str, int] | str | None) -> Dataset:
    """Let columns begin at these levels, or where `"auto"` finds that all fits into memory."""
    if levels is None:
        return dataset
    return coarsen_table(dataset, None if isinstance(levels, str) else levels)


def _list_keys(person: str | Sequence[str]) -> Sequence[str]:
    return [person] if isinstance(person, str) else person


def _open_people(
    population: object | None, progress: Progress, resources: ExitStack
) -> Source | None:
    """The table of the population, closed with all else."""
    if population is None:
        return None
    return resources.enter_context(closing(open_named(population, progress)))


def _show_early(source: Source, choice: RoleChoice, preview: Preview | None) -> bool:
    """Estimate before anything is looked at, where it is known by which columns."""
    quasi = choice.quasi
    if preview is None or quasi is None or choice.person:
        return False
    preview(source.rows, lambda: estimate_columns(source, quasi))
    return True


def _hierarchies(
    table: Table, given: str | Path | Mapping[str, Hierarchy] | None
) -> Mapping[str, Given]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        for name in given:
            table.attribute(name)
        return dict(given)
    return dict(load_folder(Path(given), table.names))


def _population_size(
    table: Table, people: Source | None, size: int | None, fraction: float | None
) -> int | None:
    """The number of people that the table was sampled from, from whatever is known of them."""
    known = to_population_size(table.people, size, fraction)
    if known is None and people is not None:
        return count_people_in(people, table.person)
    return known


def choose_roles(table: Table, choice: RoleChoice) -> Table:
    """Put the user's choice in place of the guess.

    Naming quasi-identifiers or sensitive attributes names all of them: a column guessed as one and
    not named is then looked at no more, except that a guessed sensitive attribute counts as a
    quasi-identifier, to be on the safe side, as long as these are guessed.
    """
    table = table.assigning(choice.named())
    table = table.assigning(
        _left_over(table, choice), "you did not name it for the role we guessed"
    )
    if not table.with_role(Role.QUASI):
        raise NothingToMeasure(
            say("No column is a quasi-identifier, so there is no risk to compute."),
            say(
                "{roles} Name the columns that others may know with --qi a,b,c.",
                roles=_roles_in_words(table),
            ),
        )
    return table


def _left_over(table: Table, choice: RoleChoice) -> Mapping[str, Role]:
    named = choice.named()
    roles: dict[str, Role] = {}
    for attribute in table.attributes:
        if attribute.name in named:
            continue
        if attribute.role is Role.QUASI and choice.quasi is not None:
            roles[attribute.name] = Role.INSENSITIVE
        if attribute.role is Role.SENSITIVE and choice.sensitive is not None:
            guessed = choice.quasi is None
            roles[attribute.name] = Role.QUASI if guessed else Role.INSENSITIVE
    return roles


def ask_about_doubts(table: Table) -> list[str]:
    """Ask the two questions about the columns whose roles are weak guesses, for the terminal."""
    names = [attribute.name for attribute in table.attributes if attribute.doubtful]
    if not names:
        return []
    shown = ", ".join(names[:MOST_DOUBTFUL]) + (", …" if len(names) > MOST_DOUBTFUL else "")
    return [
        say(
            "We are not sure about {names}. {known} If yes, name it with --qi. If no: "
            "{harmful} If yes, use --sensitive; otherwise --insensitive.",
            names=shown,
            known=QUESTIONS.known,
            harmful=QUESTIONS.harmful,
        )
    ]


def _roles_in_words(table: Table) -> Message:
    shown = [f"{attribute.name}: {attribute.role}" for attribute in table.attributes[:8]]
    more = ", …" if len(table.attributes) > 8 else ""
    return say("Roles are {roles}.", roles=", ".join(shown) + more)
