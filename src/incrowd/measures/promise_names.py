"""What people call the privacy models that a table promises: `l`, `entropy_l`, `t`.

>>> in_words(Protection("diagnosis", "distinct_l", 2))
"l = 2 for 'diagnosis'"
"""

from collections.abc import Mapping
from math import exp
from typing import Final

from incrowd.crowd.crowd import Protection
from incrowd.errors import UnknownName
from incrowd.language import Message, say
from incrowd.measures.enforcement import BrokenProtection
from incrowd.measures.promise_words import tell_release
from incrowd.measures.registry import measure, promises

__all__ = [
    "CLOSENESS",
    "goes_by_size",
    "in_words",
    "is_about_release",
    "names",
    "needs_people",
    "needs_table",
    "promise_model",
    "promise_name",
    "tell_promise",
]

CLOSENESS: Final = "t"
"""The distance that fits the attribute is chosen for it."""
NAMES: Final = {
    "l": "distinct_l",
    CLOSENESS: "t_equal",
    "beta_basic": "beta_likeness",
    "beta_enhanced": "enhanced_beta_likeness",
    "sample_uniqueness": "uniques",
    "population_zayatz": "zayatz",
    "population_pitman": "pitman",
    "population_snb": "snb",
    "population_dankar": "dankar",
}
"""Names that differ from those of the measures."""
OTHER_NAMES: Final = {
    "population_uniqueness": "population_dankar",
    "pop_zayatz": "population_zayatz",
    "pop_pitman": "population_pitman",
    "pop_snb": "population_snb",
    "pop_dankar": "population_dankar",
}
"""Further names that a promise is asked for by."""
MOST_SHOWN: Final = 100.0
"""Of a larger logarithm nobody would read the number."""
NO_SECRET: Final = frozenset({"k_anonymity"})


def names() -> list[str]:
    """All names, those about sensitive attributes first, in the order of the registry.

    >>> names()[:4]
    ['l', 'entropy_l', 'recursive_l', 't']
    """
    models = [model for model in promises() if model not in NO_SECRET]
    ordered = sorted(models, key=is_about_release)
    return list(dict.fromkeys(promise_name(model) for model in ordered))


def is_about_release(model: str) -> bool:
    """Whether a privacy model is promised of the release as a whole, not of an attribute.

    >>> is_about_release("average_risk"), is_about_release("distinct_l")
    (True, False)
    """
    known = promises().get(model)
    return known is not None and known.release is not None


def goes_by_size(model: str) -> bool:
    """Whether the smallest groups go for a promise, whatever they say.

    >>> goes_by_size("average_risk"), goes_by_size("k_subsets")
    (True, False)
    """
    known = promises().get(model)
    return known is not None and known.release is not None and known.release.cut is not None


def needs_people(model: str) -> bool:
    """Whether a privacy model is about the population that the rows were drawn from.

    >>> needs_people("zayatz"), needs_people("delta_presence"), needs_people("uniques")
    (True, True, False)
    """
    return bool(measure(model).needs & {"sample", "population"})


def needs_table(model: str) -> bool:
    """Whether it needs a table of the population, where its size alone will not do.

    >>> needs_table("delta_presence"), needs_table("k_map")
    (True, False)
    """
    return "population" in measure(model).needs


def promise_name(model: str) -> str:
    """What a privacy model is called as a promise.

    >>> promise_name("t_ordered"), promise_name("distinct_l"), promise_name("alpha_k")
    ('t', 'l', 'alpha_k')
    """
    known = promises().get(model)
    if known is not None and known.letter == CLOSENESS:
        return CLOSENESS
    return next((name for name, meant in NAMES.items() if meant == model), model)


def promise_model(name: str) -> str:
    """The privacy model of a name; for closeness the one with equal distances.

    >>> promise_model("l"), promise_model("t"), promise_model("pop_zayatz")
    ('distinct_l', 't_equal', 'zayatz')
    """
    name = OTHER_NAMES.get(name, name)
    if name not in names():
        raise UnknownName.among("promise", name, names())
    return NAMES.get(name, name)


def in_words(promised: Protection | BrokenProtection) -> Message:
    """A protection in words, by the name that it is asked for."""
    given = getattr(promised, "parameters", ())
    if is_about_release(promised.model) and given:
        return say(
            "{name} = {threshold:g} ({parameters})",
            name=promise_name(promised.model),
            threshold=promised.threshold,
            parameters=", ".join(f"{name} = {value:g}" for name, value in given),
        )
    if is_about_release(promised.model):
        return say(
            "{name} = {threshold:g}",
            name=promise_name(promised.model),
            threshold=promised.threshold,
        )
    return say(
        "{name} = {threshold:g} for '{attribute}'",
        name=promise_name(promised.model),
        threshold=promised.threshold,
        attribute=promised.attribute,
    )


def tell_promise(
    model: str, threshold: float, parameters: Mapping[str, float] | None = None
) -> Message:
    """What a privacy model asks, in words that need no other ones.

    >>> tell_promise("distinct_l", 2), tell_promise("alpha_k", 0.6)
    ('at least 2 different values in every group', 'no value in more than 60 % of a group')
    """
    words: dict[str, Message] = {
        "distinct_l": say("at least {l:g} different values in every group", l=threshold),
        "entropy_l": say(
            "values as evenly spread as {l:g} equally frequent ones in every group", l=threshold
        ),
        "recursive_l": say(
            "at least {l:g} values in every group, none of them far more frequent than the others",
            l=threshold,
        ),
        CLOSENESS: say("every group within {t:g} of the whole table", t=threshold),
        "alpha_k": say("no value in more than {share:.0f} % of a group", share=100 * threshold),
        "beta_likeness": _more_frequent(threshold),
        "enhanced_beta_likeness": _more_frequent(threshold),
        "certainty": say(
            "at most {share:.0f} % of the doubt gone in any group", share=100 * threshold
        ),
        "delta_disclosure": say(
            "every value less than {times:.3g} times as frequent or as rare in a group as in all",
            times=exp(min(threshold, MOST_SHOWN)),
        ),
        **tell_release(threshold, parameters or {}),
    }
    name = CLOSENESS if promise_name(model) == CLOSENESS else model
    other = say(
        "{model} = {threshold:g} in every group", model=promise_name(model), threshold=threshold
    )
    return words.get(name, other)


def _more_frequent(gain: float) -> Message:
    return say(
        "no value more than {times:g} times as frequent in a group as in all", times=1 + gain
    )
