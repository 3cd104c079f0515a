"""Help that lists what registries hold: `A {output_formats} file` names all formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click
from typer.core import TyperCommand


class RegistryCommand(TyperCommand):
    """A command whose help lists what registries hold, such as `A {output_formats} file`."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Fill the placeholders in; a registry is imported only if its placeholder is there."""
        parameters = super().get_params(ctx)
        for parameter in parameters:
            for attribute in ("help", "metavar"):
                text = getattr(parameter, attribute, None) or ""
                for placeholder, describe in _DESCRIPTIONS.items():
                    if placeholder in text:
                        text = text.replace(placeholder, describe())
                        setattr(parameter, attribute, text)
        return parameters


def _describe_input_formats() -> str:
    from incrowd.service.exports.formats import input_format_titles

    return ", ".join(input_format_titles())


def _describe_output_formats() -> str:
    from incrowd.service.exports.formats import list_output_formats

    *others, last = (output.extension for output in list_output_formats())
    return f"{', '.join(others)} or {last}"


def _describe_methods() -> str:
    from incrowd.service.catalogue import list_methods

    return " ".join(f"{method.name}: {method.explanation}" for method in list_methods())


def _describe_method_names() -> str:
    from incrowd.service.catalogue import list_methods

    return "|".join(method.name for method in list_methods())


def _describe_objectives() -> str:
    from incrowd.service.catalogue import list_objectives

    return ", ".join(objective.name for objective in list_objectives())


def _describe_presets() -> str:
    from incrowd.service.datasets.verdict import BUILT_IN

    return ", ".join(preset.name for preset in BUILT_IN)


def _describe_diversities() -> str:
    from incrowd.service.catalogue import list_promises

    return "|".join(promise.diversity for promise in list_promises() if promise.diversity)


def _describe_promises() -> str:
    from incrowd.service.catalogue import list_promise_names

    return ", ".join(list_promise_names())


def _describe_techniques() -> str:
    from incrowd.service.catalogue import list_techniques

    return " ".join(f"{each.name}: {each.explanation}" for each in list_techniques())


def _describe_strengths() -> str:
    from incrowd.service.catalogue import list_strengths

    return " ".join(f"{strength.name}: {strength.explanation}" for strength in list_strengths())


def _describe_strength_names() -> str:
    from incrowd.service.catalogue import list_strengths

    return "|".join(strength.name for strength in list_strengths())


_DESCRIPTIONS: Final[dict[str, Callable[[], str]]] = {
    "{input_formats}": _describe_input_formats,
    "{output_formats}": _describe_output_formats,
    "{methods}": _describe_methods,
    "{method_names}": _describe_method_names,
    "{objectives}": _describe_objectives,
    "{diversities}": _describe_diversities,
    "{promises}": _describe_promises,
    "{presets}": _describe_presets,
    "{techniques}": _describe_techniques,
    "{strengths}": _describe_strengths,
    "{strength_names}": _describe_strength_names,
}
