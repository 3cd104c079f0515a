"""A recipe: all that is needed to repeat an anonymisation on new data.

recipe = Recipe.read(Path("recipe.json"))
recipe.levels            # {"age": 2, "sex": 0}

It holds the hierarchies' values, for these are needed to generalise, but no row of the data. Its
seed repeats the order of the rows: keep a recipe with the data, and do not publish it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from incrowd.crowd.crowd import WHOLE_RELEASE, Protection, ReleasePromise
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.errors import InvalidParameter, MalformedData, SourceNotFound, UsageError
from incrowd.language import say
from incrowd.measures.promise_checks import check_parameters
from incrowd.measures.promise_names import is_about_release, needs_table
from incrowd.measures.registry import measure, promises
from incrowd.search.aggregation.choosing import order_functions
from incrowd.strict_json import parse_json
from incrowd.table import Role
from incrowd.techniques.step import Step, restore_step

VERSION: Final = 1
CHANGING_VERSION: Final = 2
"""The version of a recipe with techniques, which an older incrowd must not pass over."""
_VERSIONS: Final = (VERSION, CHANGING_VERSION)
MOST_PEOPLE: Final = 10**12
"""More people than ever lived."""
_HINT: Final = say("Use a file written by `incrowd anonymize --recipe`.")


@dataclass(frozen=True)
class Recipe:
    """Roles, hierarchies, state and promise; levels are None where they differ between rows."""

    method: str
    roles: Mapping[str, str]
    hierarchies: Mapping[str, str]
    """As CSV, value;level1;…;*: of each quasi-identifier, and of sensitive attributes with one."""
    levels: Mapping[str, int] | None
    k: int
    protections: tuple[Protection, ...] = ()
    max_suppression: float = 1.0
    priority: tuple[tuple[str, ...], ...] = ()
    utility: str = "loss"
    strength: str | None = None
    """How much a rank counts; None as the method has it."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """How much attributes count where levels differ between rows; 1 where not given."""
    aggregate: Mapping[str, str] = field(default_factory=dict)
    """Columns in which each group shows the mean, median or mode of its numbers."""
    promise: Mapping[str, float] = field(default_factory=dict)
    """What was found on the file that was written: k, l and t."""
    seed: str | None = None
    """What the rows were shuffled by; None where no file was written, or in the old order."""
    techniques: tuple[Step, ...] = ()
    """What was done to the values first; who knows the seeds can undo noise."""

    def to_dict(self) -> dict[str, Any]:
        """The recipe as JSON."""
        version = CHANGING_VERSION if self.techniques else VERSION
        plain = replace(self, protections=())
        told = [_written(each) for each in self.protections]
        found = {"incrowd_recipe": version, **asdict(plain), "protections": told}
        if not self.techniques:
            del found["techniques"]
        return found

    def write(self, target: Path) -> None:
        """Write the recipe, as a whole or not at all."""
        with write_atomically(target) as part:
            part.write_text(self.to_text(), encoding="utf-8")

    def to_text(self) -> str:
        """The recipe as the text of a file."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Read a recipe; whatever is wrong with it is said."""
        try:
            answer = parse_json(path.read_bytes())
        except FileNotFoundError:
            raise SourceNotFound(
                say("There is no recipe '{path}'.", path=path), say("Check the path.")
            ) from None
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise MalformedData(
                say("'{name}' cannot be read: {error}.", name=path.name, error=why), _HINT
            ) from None
        return cls.from_json(answer, path.name)

    @classmethod
    def from_json(cls, answer: object, name: str = "recipe.json") -> Recipe:
        """Read what a file of that name holds."""
        if not isinstance(answer, dict) or answer.get("incrowd_recipe") not in _VERSIONS:
            raise MalformedData(
                say("'{name}' is not a recipe of version {version}.", name=name, version=VERSION),
                _HINT,
            )
        try:
            return _parse(answer)
        except (KeyError, TypeError, ValueError, AttributeError, UsageError) as error:
            raise MalformedData(
                say("The recipe '{name}' is damaged: {error}.", name=name, error=error), _HINT
            ) from None


def _parse(found: dict[str, Any]) -> Recipe:
    levels = found["levels"]
    return Recipe(
        method=str(found["method"]),
        roles={str(name): Role(role).value for name, role in found["roles"].items()},
        hierarchies={str(name): str(text) for name, text in found["hierarchies"].items()},
        levels=None if levels is None else {str(a): _whole(level) for a, level in levels.items()},
        k=_whole(found["k"], least=1),
        protections=tuple(map(_protection, found["protections"])),
        max_suppression=_share(found["max_suppression"]),
        priority=tuple(tuple(map(str, group)) for group in found["priority"]),
        utility=str(found["utility"]),
        strength=None if found.get("strength") is None else str(found["strength"]),
        weights={str(name): float(each) for name, each in found.get("weights", {}).items()},
        aggregate=dict(order_functions(found.get("aggregate", {}))),
        promise={str(name): float(figure) for name, figure in found["promise"].items()},
        seed=None if found.get("seed") is None else str(found["seed"]),
        techniques=tuple(map(restore_step, found.get("techniques", ()))),
    )


def _protection(found: dict[str, Any]) -> Protection:
    """What every class must hold, or the release as a whole where it is about no attribute."""
    attribute, model = str(found["attribute"]), str(found["model"])
    threshold = float(found["threshold"])
    if attribute != WHOLE_RELEASE:
        return Protection(attribute, model, threshold)
    if not is_about_release(model) or not promises()[model].allows(threshold):
        raise ValueError(f"{model} = {threshold:g} is no promise about a whole release")
    people = found.get("people")
    given = {str(name): float(number) for name, number in found.get("parameters", {}).items()}
    return ReleasePromise(
        WHOLE_RELEASE,
        model,
        threshold,
        None if people is None else _whole(people, 1, MOST_PEOPLE),
        tuple(_parameters(model, given).items()),
        bool(found.get("counted", False)) or needs_table(model),
    )


def _parameters(model: str, given: dict[str, float]) -> dict[str, float]:
    """The further numbers of a model; others than it has would promise what nobody checks."""
    known = {each.name for each in measure(model).parameters}
    if strange := sorted(set(given) - known):
        raise ValueError(f"{model} has no {strange[0]}")
    try:
        return check_parameters(model, given)
    except InvalidParameter as error:
        raise ValueError(str(error)) from None


def _written(protection: Protection) -> dict[str, Any]:
    """A protection as JSON: of a population its size is told, and whether there was a table."""
    told: dict[str, Any] = {
        "attribute": protection.attribute,
        "model": protection.model,
        "threshold": protection.threshold,
    }
    if isinstance(protection, ReleasePromise):
        told["people"] = protection.people
        if protection.parameters:
            told["parameters"] = dict(protection.parameters)
        if protection.counted:
            told["counted"] = True
    return told


def _share(number: object) -> float:
    """A number from 0 to 1; one that is none would allow everything."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise ValueError(f"{number!r} is no share from 0 to 1")
    return float(number)


def _whole(number: object, least: int = 0, most: int = 2**31 - 1) -> int:
    """A whole number; half a level or a k below 1 would promise less than it says."""
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{number!r} is no whole number from {least}")
    return number
