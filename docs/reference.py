"""Write docs/reference/*.md from what measures, methods, checks, hierarchies and commands say.

`python docs/reference.py` writes the pages, `--check` fails if they are not what would be written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import click
import typer

from incrowd.advice.presets.built_in import BUILT_IN as PRESETS
from incrowd.advice.presets.preset import LIMITS, Limit
from incrowd.advice.presets.preset import NOTE as NOTE_OF_PRESETS
from incrowd.advice.verdict.registry import BUILT_IN as CHECKS
from incrowd.cli.main import app
from incrowd.engines.contract import Engine
from incrowd.engines.remote.opening import BUILT_IN as ENGINES
from incrowd.engines.remote.table import NO_RISK_ORDER
from incrowd.hierarchies.registry import BUILT_IN as BUILDERS
from incrowd.measures.measure import Measure, Promise
from incrowd.measures.promise_names import promise_name
from incrowd.measures.registry import measures
from incrowd.search.methods import BUILT_IN as METHODS
from incrowd.table import Kind
from incrowd.techniques.registry import BUILT_IN as TECHNIQUES
from incrowd.techniques.technique import Parameter

FOLDER = Path(__file__).with_name("reference")
NOTE = "<!-- Written by `make docs`; edit the descriptions in the code instead. -->\n"
FAMILIES = {
    "risk": "How likely people are to be found",
    "privacy": "What a table promises about its classes",
    "utility": "What an anonymisation costs",
}


def measure_page() -> str:
    """Describe every measure."""
    parts = ["# Measures\n", NOTE]
    parts.append(
        "Every measure is a function of the crowd. `incrowd risk DATA --measure NAME` shows it, "
        "`--measure all` shows every one that can be computed.\n"
    )
    for family, title in FAMILIES.items():
        parts.append(f"## {title}\n")
        parts += [_measure(one) for one in measures() if one.family == family]
    return "\n".join(parts)


def promise_page() -> str:
    """Say what can be promised, of what, and how each method holds it."""
    parts = ["# Promises\n", NOTE]
    parts.append(
        "`incrowd anonymize DATA --promise NAME=VALUE` looks for the best release that holds a "
        "promise, alone or with others, and `incrowd check DATA --promise NAME=VALUE` says whether "
        "a file holds it. `k` is `-k`. Where people have several rows and there is a person key, "
        "people are counted. [Promises](../promises.md) says how each is held.\n"
    )
    parts.append("| name | about | value | needs | `optimal` | `priority`, `priority-greedy` |")
    parts.append("| --- | --- | --- | --- | --- | --- |")
    parts += [
        _promise(one, one.promise)
        for one in measures()
        if one.promise and one.name != "k_anonymity"
    ]
    return "\n".join(parts) + "\n"


def _promise(one: Measure, promise: Promise) -> str:
    bound = "at least" if one.bound == "at_least" else "at most"
    whole = promise.release is not None
    about = "the whole release" if whole else "every group, per sensitive column"
    needs = "`--population-size` or `--sampling-fraction`" if "sample" in one.needs else "–"
    if promise.release is not None and promise.release.keep and "sample" in one.needs:
        needs = "`--population`, `--population-size` or `--sampling-fraction`"
    if "population" in one.needs:
        needs = "`--population`"
    optimal = "proven optimum"
    if whole and promise.merging != "closed":
        optimal = "proven optimum, trying every state that may win"
    local = "smallest groups removed, or groups made larger" if whole else "groups made to hold it"
    if promise.release is not None and promise.release.keep:
        local = "groups that break it removed, or groups made larger"
    title = f"`{promise_name(one.name)}`"
    return f"| {title} | {about} | {bound} | {needs} | {optimal} | {local} |"


def _measure(one: Measure) -> str:
    lines = [f"### {one.title}: `{one.name}`\n", f"{one.explanation}\n"]
    facts = [f"unit: {one.unit}", f"better: {one.better}"]
    if one.objective:
        facts.append("can be an objective: `--utility`")
    if one.promise:
        facts.append("can be promised by an anonymisation")
    if one.needs:
        facts.append(f"needs: {', '.join(sorted(one.needs))}")
    facts += [
        f"{parameter.name}: {parameter.title}, {parameter.minimum:g} to {parameter.maximum:g}, "
        f"default {parameter.default:g}"
        for parameter in one.parameters
    ]
    lines += [f"- {fact}" for fact in facts]
    lines.append(f"- source: {one.citation}\n")
    return "\n".join(lines)


def method_page() -> str:
    """Describe every method of anonymisation."""
    parts = ["# Methods of anonymisation\n", NOTE]
    parts.append("`incrowd anonymize DATA -k 5 --method NAME` chooses one.\n")
    for method in METHODS:
        parts.append(f"## {method.title}: `{method.name}`\n\n{method.explanation}\n")
        parts.append(f"- recoding: {method.recoding}")
        parts.append(f"- takes into account: {', '.join(method.options)}")
        parts.append(f"- source: {method.citation}\n")
    return "\n".join(parts)


def technique_page() -> str:
    """Describe every technique of sampling and noise."""
    parts = ["# Sampling and noise\n", NOTE]
    parts.append(
        '`--technique "[COLUMN:]NAME=VALUE"` changes values before anything is counted, in every '
        "command that opens data; `incrowd transform` shows the effect. "
        "[Sampling and noise](../techniques.md) says what the figures mean.\n"
    )
    for technique in TECHNIQUES:
        parameter, example = (
            technique.parameter,
            f"{technique.name}={technique.parameter.default:g}",
        )
        shown = f"COLUMN:{example}" if technique.about_column else example
        parts.append(f"## {technique.title}: `{technique.name}`\n\n{technique.explanation}\n")
        parts.append(f"- example: `{shown}`")
        parts.append(f"- number: {parameter.title}; {_bounds(parameter)}")
        if technique.kinds:
            kinds = ", ".join(kind.value for kind in Kind if kind in technique.kinds)
            parts.append(f"- columns: {kinds}")
        parts.append(f"- draws by chance, with `--seed`: {'yes' if technique.random else 'no'}")
        same = "yes" if technique.keeps_counts else "no"
        parts.append(f"- every value occurs as often as before: {same}")
        parts.append(f"- source: {technique.citation}\n")
    return "\n".join(parts)


def _bounds(parameter: Parameter) -> str:
    """From where to where a number goes."""
    if parameter.minimum is None:
        return "any number, or a share of the rows such as `1%`"
    start = "above" if parameter.above_minimum else "from"
    if parameter.maximum is None:
        return f"{start} {parameter.minimum:g}"
    return f"{start} {parameter.minimum:g} to {parameter.maximum:g}"


def preset_page() -> str:
    """Describe every check of the verdict, and every limit of every preset with its source."""
    parts = ["# Checks and presets\n", NOTE]
    parts.append(
        "`incrowd check DATA --for PRESET` judges a file as it is; a verdict holds only if every "
        "check passes. [The verdict](../verdict.md) says how to read it and how to write a preset "
        "of one's own.\n"
    )
    parts.append("## Checks\n")
    for check in CHECKS:
        parts.append(f"### {check.title}: `{check.name}`\n\n{check.explanation}\n")
        parts.append(f"Source: {check.source}.\n")
    parts.append("## Presets\n")
    parts.append(f"{NOTE_OF_PRESETS}\n")
    for preset in PRESETS:
        parts.append(f"### {preset.title}: `{preset.name}`\n\n{preset.explanation}\n")
        parts.append("| check | limit | source |\n| --- | --- | --- |")
        parts += [_limit(limit) for limit in preset.limits]
        parts += [f"| `{rule}` | none published | see above |" for rule in preset.rules]
        parts.append("")
    return "\n".join(parts)


def _limit(limit: Limit) -> str:
    bound = "at least" if LIMITS[limit.check].at_least else "at most"
    return f"| `{limit.check}` | {bound} {limit.value:g} {limit.unit} | {limit.source} |"


def hierarchy_page() -> str:
    """Describe every builder of hierarchies."""
    parts = ["# Hierarchies\n", NOTE]
    parts.append("The first one that suits an attribute is chosen; any other can take its place.\n")
    for builder in BUILDERS:
        parts.append(f"## {builder.title}: `{builder.name}`\n\n{builder.explanation}\n")
        if builder.citation:
            parts.append(f"Source: {builder.citation}\n")
    return "\n".join(parts)


FEATURES = {
    "count": "open, risk, recommendations, subsets, stand-outs, search, check, link, attack",
    "page": "rows on the page, filtered and sorted",
    "publish": "a release as a table beside the data",
    "coarsen": "generalise before counting (`--coarsen`)",
    "push_down": "count single states (`--push-down`)",
    "order": "a table that is written stands in the order of its seed",
    "join": "linked releases of one server are joined inside it",
    "full join": "with a full join, too",
    "query": "read into a query session, to be joined by SQL with other tables",
}


def engine_page() -> str:
    """Say what each engine can do, and why it cannot do the rest."""
    parts = ["# Engines\n", NOTE]
    parts.append(
        "A table of a database stays there: it is counted, shown and published inside the engine. "
        "[Scale](../scale.md) says what leaves it. One suite of tests asks everything of every "
        "engine and compares each answer with that of the embedded engine, to the last digit.\n"
    )
    parts.append(
        "Sampling and noise ([techniques](../techniques.md)) change values, and rows of a database "
        "never leave it: `--technique` is refused for every engine in this table.\n"
    )
    parts.append(
        "Rows are filtered by their risk in every engine, but sorted by it only in files and data "
        f"sets that were read. {NO_RISK_ORDER}\n"
    )
    engines = [_engine(name) for name in sorted(set(ENGINES.values()))]
    parts.append(f"| | {' | '.join(engine.title for engine in engines)} |")
    parts.append(f"| --- | {' | '.join('---' for _ in engines)} |")
    for feature, words in FEATURES.items():
        cells = ["no" if feature in engine.gaps else "yes" for engine in engines]
        parts.append(f"| {words} | {' | '.join(cells)} |")
    limits = [f"{engine.limits.statement:,}" for engine in engines]
    parts.append(f"| characters of one statement | {' | '.join(limits)} |")
    parts.append("")
    for engine in engines:
        parts += [f"- {engine.title}, {FEATURES[name]}: {why}" for name, why in engine.gaps.items()]
    return "\n".join(parts)


def _engine(name: str) -> Engine:
    engine: Engine = import_module(f"incrowd.engines.remote.{name}").Connection.engine
    return engine


def command_page() -> str:
    """Describe every command and its options."""
    group = typer.main.get_command(app)
    parts = ["# Commands\n", NOTE]
    if isinstance(group, click.Group):
        parts += _commands(group, "incrowd")
    return "\n".join(parts)


def _commands(group: click.Group, before: str) -> Iterable[str]:
    for name, command in group.commands.items():
        yield f"## `{before} {name}`\n\n{command.help}\n"
        yield from _options(command)
        yield ""
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before} {name}")


def _options(command: click.Command) -> Iterable[str]:
    for parameter in command.get_params(click.Context(command)):
        if parameter.name == "help":
            continue
        names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
        if isinstance(parameter, click.Argument):
            names = f"`{parameter.make_metavar(click.Context(command))}`"
        yield f"- {names}: {getattr(parameter, 'help', None) or ''}"


def main() -> None:
    """Write the pages, or compare them with what stands there."""
    pages = {
        "measures.md": measure_page(),
        "promises.md": promise_page(),
        "methods.md": method_page(),
        "techniques.md": technique_page(),
        "hierarchies.md": hierarchy_page(),
        "presets.md": preset_page(),
        "engines.md": engine_page(),
        "commands.md": command_page(),
    }
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages.items():
        path, text = FOLDER / name, page.rstrip() + "\n"
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is stale: run `make docs`.")


if __name__ == "__main__":
    main()
