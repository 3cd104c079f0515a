"""Show a value or hide it: Male -> *, for attributes with too few values to group."""

from incrowd.hierarchies.builder import Builder, assemble, everything
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

FEW = 2


def suits(domain: Domain) -> str | None:
    """Truth values and at most two different values fit."""
    present = sum(value is not None for value in domain.values)
    if present <= FEW:
        return (
            say("all its values are missing"),
            say("it has one value"),
            say("it has two values"),
        )[present]
    if domain.attribute.kind is Kind.BOOLEAN:
        return say("its values are yes or no")
    return None


def build(domain: Domain) -> Hierarchy:
    """Nothing lies between the value and `*`."""
    return assemble(everything(domain), [], "suppress", say("Shown or hidden."))


BUILDER = Builder(
    name="suppress",
    title="Shown or hidden",
    explanation="Shows the value as it is, or hides it.",
    citation="Samarati and Sweeney, Protecting privacy when disclosing information, 1998",
    suits=suits,
    build=build,
)
