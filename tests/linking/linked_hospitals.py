"""Hospitals whose releases lie in a database and in files: linking either tells the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from incrowd.service.linked.hospitals import HospitalWish, generate_hospitals
from incrowd.service.linked.link import link


def make(folder: Path, rows: int = 150) -> list[Path]:
    """Two releases of hospitals, each with scripts to import it beside it."""
    wish = HospitalWish(hospitals=2, shared=0.4, k=2, l=1, scripts=True)
    made = generate_hospitals(folder, rows, 3, wish)
    return [Path(hospital.released) for hospital in made.hospitals]


QUESTIONS: list[dict[str, Any]] = [
    {"sensitive": "diagnosis", "scan": 2},
    {"sensitive": "1.diagnosis", "on": ["sex"], "know": {"sex": "female"}},
    {"sensitive": "1.diagnosis", "on": ["age:overlaps", "sex"], "join": "left", "scan": 1},
    {"sensitive": "2.diagnosis", "on": ["postcode:overlaps"], "join": "full", "scan": 1},
    {"sensitive": "diagnosis", "different": True, "on": ["age:overlaps", "postcode:covers"]},
]


def ask(sources: list[Any], question: dict[str, Any], folder: Path) -> tuple[Any, dict[str, Any]]:
    """Where it was joined, and all that linking told, whatever the sources are called."""
    answer = link(*sources, hierarchies=folder / "hierarchies", **question).to_dict()
    places = [answer.pop("joined_in")]
    if "exposure" in answer:
        places.append(answer["exposure"].pop("joined_in"))
        answer["exposure"].pop("sentences")
    for number, source in enumerate(answer["sources"], 1):
        source["name"] = f"release {number}"
    answer.pop("sentences")
    return places, answer
