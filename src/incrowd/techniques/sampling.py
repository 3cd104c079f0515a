"""Publish a part of the rows only, or of the people: `sample=0.1`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.techniques.technique import Parameter, Random, Setting, Technique


def draw_sample(owners: NDArray[np.int64], setting: Setting, random: Random) -> NDArray[np.bool_]:
    """Choose a simple random sample of the people, each with all their rows.

    Every set of that many people is as likely as any other.
    """
    people = int(owners.max(initial=-1)) + 1
    wanted = round(float(setting.number) * people)
    if not wanted:
        raise InvalidParameter(
            say(
                "A sample of {share:g} of {people:,} would be empty.",
                share=float(setting.number),
                people=people,
            ),
            say("Choose a larger share."),
        )
    chosen = np.zeros(people, np.bool_)
    chosen[np.argsort(random.random(people), kind="stable")[:wanted]] = True
    return chosen[owners]


SAMPLE = Technique(
    name="sample",
    title="Sample",
    explanation="Publishes a random part of the people only, so that nobody can be sure that "
    "somebody is in the file.",
    citation="Skinner, Marsh, Openshaw, Wymer, Disclosure control for census microdata, Journal "
    "of Official Statistics 10(1), 1994.",
    parameter=Parameter("Share of the people that stays", "share", 0.1, 0, 1, above_minimum=True),
    random=True,
    kinds=frozenset(),
    keeps_counts=False,
    choose=draw_sample,
)
