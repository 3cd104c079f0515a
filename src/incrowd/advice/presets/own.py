"""Presets of one's own: read from TOML or a request, checked, and written as TOML.

name = "clinic"
title = "our clinic"

[limits]
smallest_group = 8
average_risk = 6.5

[sources]
smallest_group = "Board of data protection, 3 March 2026"
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

from incrowd.advice.presets.built_in import ALIASES, BUILT_IN, DEFAULT, find_preset
from incrowd.advice.presets.preset import LIMITS, Limit, LimitKind, Preset
from incrowd.errors import InvalidParameter, MalformedData, SourceNotFound, UnknownName
from incrowd.language import say

FIELDS: Final = ("name", "title", "explanation", "limits", "sources")
SHORT: Final[Mapping[str, str]] = {"k": "smallest_group", "l": "diversity", "t": "closeness"}
"""What some limits are called in the field."""
LONGEST: Final = 300
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_WRITE_LIKE: Final = say("Write it as docs/verdict.md shows.")
_UNSAID: Final = say("Not said by whoever made the preset")


def read_preset(path: Path) -> Preset:
    """Read a preset from a TOML file; its name is that of the file where it has none."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SourceNotFound(
            say("There is no file '{path}'.", path=path), say("Check the path.")
        ) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise MalformedData(
            say("'{name}' cannot be read as text: {error}", name=path.name, error=why),
            _WRITE_LIKE,
        ) from None
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOML
        raise MalformedData(
            say("'{name}' is no TOML: {error}", name=path.name, error=error), _WRITE_LIKE
        ) from None
    stem = re.sub(r"[^a-z0-9_-]+", "-", path.stem.lower()).strip("-") or "preset"
    return parse_preset({"name": stem, **fields})


def to_preset(purpose: str | Path | Preset, own: Iterable[Preset] = ()) -> Preset:
    """A preset as it is, by its name, or from a TOML file.

    >>> to_preset("clinical").k
    12
    """
    if isinstance(purpose, Preset):
        return purpose
    if isinstance(purpose, Path) or purpose.lower().endswith(".toml"):
        return read_preset(Path(purpose))
    return find_preset(purpose, own)


def parse_preset(fields: Mapping[str, Any]) -> Preset:
    """Make a preset of what somebody wrote, and say what is wrong with it if anything is."""
    for field in fields:
        if field not in FIELDS:
            raise UnknownName.among("field of a preset", str(field), FIELDS)
    name = _text(fields, "name", "")
    _check_name(name)
    return Preset(
        name=name,
        title=_text(fields, "title", name),
        explanation=_text(fields, "explanation", ""),
        limits=_complete(_table(fields, "limits"), _table(fields, "sources")),
        own=True,
    )


def write_preset(preset: Preset) -> str:
    """A preset as TOML.

    >>> write_preset(parse_preset({"name": "ours", "limits": {"k": 7}})).splitlines()[5]
    'smallest_group = 7.0'
    """
    lines = [f"{name} = {_quote(getattr(preset, name))}" for name in FIELDS[:3]]
    lines += ["", "[limits]"]
    lines += [f"{limit.check} = {limit.value!r}" for limit in preset.limits]
    lines += ["", "[sources]"]
    lines += [f"{limit.check} = {_quote(limit.source)}" for limit in preset.limits]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    # JSON and TOML agree on texts, but for a character that TOML wants to be escaped
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise InvalidParameter(
            say("A preset cannot be called '{name}'.", name=name),
            say("Use up to 60 small letters, digits, '-' and '_'."),
        )
    if name in ALIASES or name in {preset.name for preset in BUILT_IN}:
        raise InvalidParameter(
            say("'{name}' is a preset that comes with incrowd.", name=name),
            say("Choose another name."),
        )


def _text(fields: Mapping[str, Any], field: str, default: str) -> str:
    text = fields.get(field, default)
    if not isinstance(text, str) or len(text) > LONGEST or _HALF_CHARACTER.search(text):
        raise InvalidParameter(
            say("'{field}' of a preset must be a short text.", field=field),
            say("Write up to {most} characters in quotes.", most=LONGEST),
        )
    return text


def _table(fields: Mapping[str, Any], field: str) -> dict[str, Any]:
    table = fields.get(field, {})
    if not isinstance(table, Mapping):
        raise InvalidParameter(
            say("'{field}' of a preset must be a table.", field=field), _WRITE_LIKE
        )
    known: dict[str, Any] = {}
    for short, value in table.items():
        name = SHORT.get(short, short)
        if name not in LIMITS:
            raise UnknownName.among("check with a limit", str(short), [*LIMITS, *SHORT])
        if name in known:
            raise InvalidParameter(
                say("The preset names '{name}' twice.", name=name), say("Name it once.")
            )
        known[name] = value
    return known


def _complete(limits: Mapping[str, Any], sources: Mapping[str, Any]) -> tuple[Limit, ...]:
    """All limits: those that are written, and what follows from them."""
    if "smallest_group" not in limits:
        raise InvalidParameter(
            say("The preset has no limit 'smallest_group'."),
            say("Say how many people the smallest group must have, as in smallest_group = 5."),
        )
    values = {name: _number(LIMITS[name], value) for name, value in limits.items()}
    values.setdefault("highest_risk", 100 / values["smallest_group"])
    values.setdefault("average_risk", values["highest_risk"])
    usual = find_preset(DEFAULT)
    result = []
    for name, kind in LIMITS.items():
        source = _text(sources, name, "") if name in limits else ""
        default = usual.limit(name)
        follows = say("Follows from the other limits") if name in values else default.source
        result.append(
            Limit(
                name,
                values.get(name, default.value),
                kind.unit,
                source or (_UNSAID if name in limits else follows),
            )
        )
    return tuple(result)


def _number(kind: LimitKind, value: object) -> float:
    figure = _figure(value)
    if figure is None:
        raise InvalidParameter(
            say(
                "The limit '{name}' must be a number, not {value}.",
                name=kind.name,
                value=_shown(value),
            ),
            say(
                "Write it without quotes, as in {name} = {least:g}.",
                name=kind.name,
                least=kind.least,
            ),
        )
    if not kind.least <= figure <= kind.most or (kind.whole and figure != int(figure)):
        raise InvalidParameter(
            say("{name} = {value} is not possible.", name=kind.name, value=_shown(value)),
            say(
                "Choose a {number} from {least:g} to {most:,g}.",
                number=say("whole number") if kind.whole else say("number"),
                least=kind.least,
                most=kind.most,
            ),
        )
    return figure


def _figure(value: object) -> float | None:
    """A number as a limit can be; None of anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        figure = float(str(value))
    except ValueError:  # more digits than Python turns into text
        return None
    return figure if isfinite(figure) else None


def _shown(value: object) -> str:
    """What somebody wrote, cut where it is long."""
    try:
        text = str(value)
    except ValueError:  # more digits than Python turns into text
        return "…"
    return text if len(text) <= 60 else f"{text[:60]}…"
