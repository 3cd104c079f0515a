"""What a person decided, one thing at a time: `Generalize("age", 2)` is "'age' at level 2"."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, ClassVar

from incrowd.answers import Choice
from incrowd.crowd.crowd import WHOLE_RELEASE, ReleasePromise
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import as_message, join, say
from incrowd.measures.promise_names import needs_people, needs_table, tell_promise
from incrowd.measures.registry import measure
from incrowd.search.aggregation.choosing import order_functions
from incrowd.search.methods import method
from incrowd.table import Role


@dataclass(frozen=True)
class AssignRole:
    """An attribute has another role than the guessed one."""

    kind: ClassVar[str] = "role"
    attribute: str
    role: str

    def __post_init__(self) -> None:
        known = [role.value for role in Role]
        if self.role not in known:
            raise UnknownName.among("role", self.role, known)

    def describe(self) -> str:
        """The decision in words."""
        word = {"quasi": "a quasi-identifier", "identifier": "an identifier"}
        role = as_message(word.get(self.role, self.role))
        return say("'{name}' is {role}", name=self.attribute, role=role)


@dataclass(frozen=True)
class ChooseHierarchy:
    """An attribute is generalised along another hierarchy: of a builder, or given as CSV."""

    kind: ClassVar[str] = "hierarchy"
    attribute: str
    builder: str | None = None
    csv: str | None = None

    def __post_init__(self) -> None:
        if (self.builder is None) == (self.csv is None):
            raise InvalidParameter(
                say("A hierarchy is either made by a builder or given as CSV."),
                say("Give 'builder' or 'csv', not both."),
            )

    def describe(self) -> str:
        """The decision in words."""
        if self.builder is None:
            return say("'{name}' has your own hierarchy", name=self.attribute)
        return say(
            "'{name}' has the hierarchy '{builder}'", name=self.attribute, builder=self.builder
        )


@dataclass(frozen=True)
class Generalize:
    """An attribute is published at a level of its hierarchy."""

    kind: ClassVar[str] = "generalize"
    attribute: str
    level: int

    def __post_init__(self) -> None:
        if self.level < 0:
            raise InvalidParameter(
                say(
                    "'{attribute}' has no level {level}.",
                    attribute=self.attribute,
                    level=self.level,
                ),
                say("Levels start at 0 (as is)."),
            )

    def describe(self) -> str:
        """The decision in words."""
        return say("'{name}' at level {level}", name=self.attribute, level=self.level)


@dataclass(frozen=True)
class Suppress:
    """The rows of every class smaller than k are left out."""

    kind: ClassVar[str] = "suppress"
    k: int

    def __post_init__(self) -> None:
        if self.k < 1:
            raise InvalidParameter(
                say("k = {k} is not possible.", k=self.k), say("Choose a k of 1 or more.")
            )

    def describe(self) -> str:
        """The decision in words."""
        if self.k == 1:
            return say("no rows removed")
        return say("removed rows in groups smaller than {k:,}", k=self.k)


@dataclass(frozen=True)
class Protect:
    """Every published class holds a privacy model for a sensitive attribute; None asks nothing.

    Without an attribute (`WHOLE_RELEASE`) it is the release as a whole that holds its models.
    """

    kind: ClassVar[str] = "protect"
    attribute: str
    model: str | None = None
    threshold: float | None = None
    beside: tuple[tuple[str, float], ...] = ()
    """Further models with their thresholds, which hold as well."""
    people: int | None = None
    """The size of the population, for models of a whole release that need it."""
    parameters: tuple[tuple[str, float], ...] = ()
    """Further numbers of the models by name, such as `m` of `k_subsets`."""

    def __post_init__(self) -> None:
        further = tuple((model, threshold) for model, threshold in self.beside)
        object.__setattr__(self, "beside", further)  # lists where it was read
        object.__setattr__(
            self, "parameters", tuple((name, each) for name, each in self.parameters)
        )
        if (self.model is None) != (self.threshold is None) or (further and self.model is None):
            raise InvalidParameter(
                say("A protection needs a model and its threshold."),
                say("Give both, or neither for no protection."),
            )

    def describe(self) -> str:
        """The decision in words."""
        given = dict(self.parameters)
        told = [tell_promise(model, threshold, given) for model, threshold in self.models]
        if self.attribute == WHOLE_RELEASE and told:
            return say("promised of the whole release: {models}", models=join(told, ", "))
        if self.attribute == WHOLE_RELEASE:
            return say("nothing is promised of the whole release")
        if not told:
            return say("'{name}' is not protected", name=self.attribute)
        return say("'{name}' is protected: {models}", name=self.attribute, models=join(told, ", "))

    @property
    def models(self) -> tuple[tuple[str, float], ...]:
        """All models with their thresholds."""
        if self.model is None or self.threshold is None:
            return ()
        return ((self.model, self.threshold), *self.beside)

    def release_promise(self, model: str, threshold: float) -> ReleasePromise:
        """One of its models, promised of the whole release."""
        known = {each.name for each in measure(model).parameters}
        own = tuple((name, value) for name, value in self.parameters if name in known)
        people = self.people if needs_people(model) else None
        return ReleasePromise(WHOLE_RELEASE, model, threshold, people, own, needs_table(model))


@dataclass(frozen=True)
class Recode:
    """Every row is published at levels of its own, found by a method that spares what matters.

    It takes the place of the levels and the k that were decided one by one.
    """

    kind: ClassVar[str] = "recode"
    method: str
    k: int
    priority: tuple[tuple[str, ...], ...] = ()
    """Groups of equally important attributes, the most important first."""
    suppression: str = "strict"
    l: int | None = None
    t: float | None = None
    diversity: str = "distinct"
    utility: str = "entropy"
    """What was to be lost as little of as possible; before 0.3 that was not written down."""
    strength: str = "linear"
    """How much a rank counts; likewise."""
    max_suppression: float = 0.05
    """Share of the rows, or of the people, that may be left out; likewise."""
    weights: tuple[tuple[str, float], ...] = ()
    """How much attributes count, where that was asked for."""
    aggregate: tuple[tuple[str, str], ...] = ()
    """Columns that show a number of each group, each with its function."""
    lowest: tuple[tuple[str, int], ...] = ()
    """Levels that the method must not go below, where that was asked for."""
    highest: tuple[tuple[str, int], ...] = ()
    """And those that it must not exceed."""
    epsilon: float | None = None
    """How much the rows may depend on one person, where that was asked for."""
    delta: float | None = None
    """The probability by which that may fail."""
    draw: str = ""
    """Which draw it was, where the method publishes a random sample."""

    def __post_init__(self) -> None:
        groups = tuple(tuple(group) for group in self.priority)  # lists where it was read
        object.__setattr__(self, "priority", groups)
        object.__setattr__(self, "weights", tuple((name, each) for name, each in self.weights))
        object.__setattr__(self, "aggregate", order_functions((a, b) for a, b in self.aggregate))
        for bounds in ("lowest", "highest"):
            pairs = tuple((name, level) for name, level in getattr(self, bounds))
            object.__setattr__(self, bounds, pairs)
        # refuses one that does not exist; one level for all rows is a recoding only with numbers
        method(self.method, None if self.aggregate else "local")
        if self.k < 1:
            raise InvalidParameter(
                say("k = {k} is not possible.", k=self.k), say("Choose a k of 1 or more.")
            )

    def describe(self) -> str:
        """The decision in words."""
        if self.aggregate:
            return say(
                "recoded to k = {k:,}, with one number per group in {names}",
                k=self.k,
                names=", ".join(name for name, _ in self.aggregate),
            )
        if method(self.method).aggregate:
            return say("recoded to k = {k:,}, in groups of close numbers", k=self.k)
        if not self.priority or not self.priority[0]:
            return say("recoded row by row to k = {k:,}", k=self.k)
        first = ", ".join(self.priority[0])
        return say(
            "recoded row by row to k = {k:,}, keeping {first} as exact as possible",
            k=self.k,
            first=first,
        )


Decision = AssignRole | ChooseHierarchy | Generalize | Suppress | Protect | Recode
KINDS: tuple[type[Decision], ...] = (
    AssignRole,
    ChooseHierarchy,
    Generalize,
    Suppress,
    Protect,
    Recode,
)
DecisionKind = Annotated[str, Choice(tuple(decision.kind for decision in KINDS))]
"""What a decision is called in an answer."""


def subject(decision: Decision) -> tuple[str, str]:
    """What a decision is about: a later one about the same thing takes its place.

    >>> subject(Generalize("age", 1)) == subject(Generalize("age", 2))
    True
    """
    return decision.kind, getattr(decision, "attribute", "")


def to_json(decision: Decision) -> dict[str, Any]:
    """Write a decision as JSON.

    >>> to_json(Suppress(5))
    {'kind': 'suppress', 'k': 5}
    """
    return {"kind": decision.kind, **asdict(decision)}


def from_json(written: Mapping[str, Any]) -> Decision:
    """Read a decision.

    >>> from_json({"kind": "generalize", "attribute": "age", "level": 2})
    Generalize(attribute='age', level=2)
    """
    kinds = {decision.kind: decision for decision in KINDS}
    kind = kinds.get(written.get("kind", ""))
    if kind is None:
        raise UnknownName.among("kind of decision", str(written.get("kind")), kinds)
    given = {key: value for key, value in written.items() if key != "kind"}
    known = {field.name for field in fields(kind)}
    if not known >= set(given):
        raise UnknownName.among("field", min(set(given) - known), known)
    try:
        return kind(**given)
    except TypeError as error:
        raise InvalidParameter(
            say(
                "A decision '{kind}' is incomplete or has values of the wrong type.", kind=kind.kind
            )
        ) from error
