"""E-mail addresses by domain: ann@mail.example.org -> *@mail.example.org -> *@*.org -> *."""

import re
from typing import Final

from incrowd.hierarchies.builder import Builder, assemble, group_by_key, mostly, understood_where
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

_ADDRESS: Final = re.compile(r"\s*[^@\s]+@[^@\s]+\.[^@\s.]+\s*")


def suits(domain: Domain) -> str | None:
    """Texts that are nearly all e-mail addresses fit."""
    fits = domain.attribute.kind is Kind.TEXT and mostly(domain.values, _ADDRESS.fullmatch)
    return say("its values are e-mail addresses") if fits else None


def build(domain: Domain) -> Hierarchy:
    """Keep the domain, then the top-level domain."""
    readable = (value is not None and bool(_ADDRESS.fullmatch(value)) for value in domain.values)
    understood = understood_where(domain, readable)
    hosts = [
        str(domain.values[position]).strip().rpartition("@")[2].lower()
        for position in understood.positions
    ]
    levels = [
        group_by_key(say("domain"), hosts, lambda host: f"*@{host}"),
        group_by_key(
            say("top-level domain"), (host.rpartition(".")[2] for host in hosts), "*@*.{}".format
        ),
    ]
    how = say("Domains and top-level domains.")
    return assemble(understood, levels, "email", how)


BUILDER = Builder(
    name="email",
    title="E-mail domains",
    explanation="Shows only the domain of an e-mail address, then only its ending.",
    citation="RFC 5322, Internet message format, 2008",
    suits=suits,
    build=build,
)
