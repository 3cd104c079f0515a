"""The running example of GR²ASP: nine patients, 3-anonymous, with a salary and a disease.

Salaries are in order of their size. Diseases form two groups: the golden figures of the
hierarchical distance (0.2778 for Cancer, AIDS, Cancer; 0.5556 for three times AIDS) hold with
exactly this taxonomy of height 2.
"""

from __future__ import annotations

from incrowd.crowd.crowd import Crowd

from .tables import crowd_of, tree

CLASSES = ["EC1", "EC1", "EC1", "EC2", "EC2", "EC2", "EC3", "EC3", "EC3"]
SALARIES = ["10", "9", "6", "4", "5", "3", "7", "8", "11"]
DISEASES = [
    *["AIDS", "AIDS", "AIDS"],
    *["Malaria", "Cancer", "Cancer"],
    *["Syphilis", "Chlamydia", "Cancer"],
]
TAXONOMY = {
    "AIDS": ("sexually transmitted",),
    "Syphilis": ("sexually transmitted",),
    "Chlamydia": ("sexually transmitted",),
    "Malaria": ("other",),
    "Cancer": ("other",),
}


def patients(
    classes: list[str] = CLASSES,
    salaries: list[str] = SALARIES,
    diseases: list[str] = DISEASES,
) -> Crowd:
    return crowd_of(
        {"class": classes, "salary": salaries, "disease": diseases},
        sensitive=["salary", "disease"],
        numeric=["salary"],
        hierarchies=[tree("disease", TAXONOMY)],
    )
