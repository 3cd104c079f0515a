"""A recipe: all that is needed to repeat an anonymisation on new data.

recipe = Recipe.read(Path("recipe.json"))
recipe.levels            # {"age": 2, "sex": 0}

It holds the hierarchies' values, for these are needed to generalise, but no row of the data. Its
seed repeats the order of the rows: keep a recipe with the data, and do not publish it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from incrowd.crowd.crowd import Protection
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.errors import MalformedData, SourceNotFound
from incrowd.language import say
from incrowd.table import Role

VERSION: Final = 1
_HINT: Final = say("Use a file that `incrowd anonymize --recipe` wrote.")


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
    promise: Mapping[str, float] = field(default_factory=dict)
    """What was found on the file that was written: k, l and t."""
    seed: str | None = None
    """What the rows were shuffled by; None where no file was written, or in the old order."""

    def to_dict(self) -> dict[str, Any]:
        """The recipe as JSON."""
        return {"incrowd_recipe": VERSION, **asdict(self)}

    def write(self, target: Path) -> None:
        """Write the recipe, as a whole or not at all."""
        with write_atomically(target) as part:
            text = json.dumps(self.to_dict(), ensure_ascii=False, indent=2, allow_nan=False)
            part.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Read a recipe; whatever is wrong with it is said."""
        try:
            answer = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise SourceNotFound(
                say("There is no recipe '{path}'.", path=path), say("Check the path.")
            ) from None
        except (OSError, ValueError, RecursionError) as error:
            raise MalformedData(
                say("'{name}' cannot be read: {error}.", name=path.name, error=error), _HINT
            ) from None
        if not isinstance(answer, dict) or answer.get("incrowd_recipe") != VERSION:
            raise MalformedData(
                say("'{name}' is no recipe of version {version}.", name=path.name, version=VERSION),
                _HINT,
            )
        try:
            return _parse(answer)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise MalformedData(
                say("The recipe '{name}' is damaged: {error}.", name=path.name, error=error), _HINT
            ) from None


def _parse(found: dict[str, Any]) -> Recipe:
    levels = found["levels"]
    return Recipe(
        method=str(found["method"]),
        roles={str(name): Role(role).value for name, role in found["roles"].items()},
        hierarchies={str(name): str(text) for name, text in found["hierarchies"].items()},
        levels=None if levels is None else {str(a): int(level) for a, level in levels.items()},
        k=int(found["k"]),
        protections=tuple(
            Protection(
                str(protection["attribute"]),
                str(protection["model"]),
                float(protection["threshold"]),
            )
            for protection in found["protections"]
        ),
        max_suppression=float(found["max_suppression"]),
        priority=tuple(tuple(map(str, group)) for group in found["priority"]),
        utility=str(found["utility"]),
        strength=None if found.get("strength") is None else str(found["strength"]),
        promise={str(name): float(figure) for name, figure in found["promise"].items()},
        seed=None if found.get("seed") is None else str(found["seed"]),
    )
