"""Random decisions and moves for the laws of the journal."""

from __future__ import annotations

from hypothesis import strategies as st

from incrowd.journal import AssignRole, ChooseHierarchy, Generalize, Journal, Protect, Suppress
from incrowd.table import Attribute, Kind, Profile, Role, Table

NAMES = ("age", "sex", "job", "pay")
ROLES = (Role.QUASI, Role.QUASI, Role.QUASI, Role.SENSITIVE)
TABLE = Table(
    "people",
    5,
    tuple(
        Attribute(Profile(name, Kind.TEXT, 5, 0, 3), role, "guessed")
        for name, role in zip(NAMES, ROLES, strict=True)
    ),
)
HEIGHTS = {"age": 3, "sex": 1, "job": 2}

names = st.sampled_from(NAMES)
decisions = st.one_of(
    st.builds(AssignRole, names, st.sampled_from([role.value for role in Role])),
    st.builds(ChooseHierarchy, names, st.sampled_from(["interval", "frequency"])),
    st.builds(ChooseHierarchy, names, st.none(), st.text(max_size=8)),
    st.builds(Generalize, names, st.integers(0, 4)),
    st.builds(Suppress, st.integers(1, 20)),
    st.builds(Protect, names, st.just("distinct_l"), st.floats(1, 9)),
    st.builds(Protect, names, st.just("t_hierarchical"), st.floats(0, 1)),
    st.builds(Protect, names),
)
moves = st.lists(
    st.one_of(decisions, st.tuples(st.sampled_from(["undo", "redo", "jump"]), st.integers(0, 99))),
    max_size=12,
)


def play(journal: Journal, made) -> Journal:
    """Carry moves out; an undo or redo of nothing is passed over."""
    for move in made:
        if not isinstance(move, tuple):
            journal.append(*journal.planned(move))
            continue
        deed, number = move
        if deed == "jump":
            journal.append(*journal.jumping(number % (journal.revision + 1)))
            continue
        among = journal.active if deed == "undo" else journal.undone
        if among:
            chosen = among[number % len(among)].id
            journal.append(journal.undoing(chosen) if deed == "undo" else journal.redoing(chosen))
    return journal
