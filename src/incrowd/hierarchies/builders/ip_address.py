"""IP addresses by prefix: 192.168.7.9 -> 192.168.7.0/24 -> 192.168.0.0/16 -> … -> *."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

import numpy as np

from incrowd.hierarchies.builder import Builder, Understood, assemble, group_by_key, mostly
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

PREFIXES: Final = ((24, 64), (16, 48), (8, 32))
"""Bits kept of version 4 and of version 6, level by level."""

Address = IPv4Address | IPv6Address
Network = tuple[int, int, int]
"""Version, bits kept, and what these bits are."""


def suits(domain: Domain) -> str | None:
    """Texts that are nearly all network addresses fit."""
    fits = domain.attribute.kind is Kind.TEXT and mostly(domain.values, _read)
    return say("its values are IP addresses") if fits else None


def build(domain: Domain) -> Hierarchy:
    """Keep ever fewer bits from the left."""
    read = [_read(value) for value in domain.values]
    positions = np.array([i for i, address in enumerate(read) if address is not None], np.int64)
    addresses = [(address.version, int(address)) for address in read if address is not None]
    versions = sorted({version for version, _ in addresses})
    levels = [
        group_by_key(
            _title(bits, versions), [_network(address, bits) for address in addresses], _write
        )
        for bits in PREFIXES
    ]
    how = say("Networks.")
    return assemble(Understood(domain, positions), levels, "ip_address", how)


def _read(value: str | None) -> Address | None:
    if value is None or len(value) > 64:
        return None
    try:
        return ip_address(value.strip())
    except ValueError:
        return None


def _network(address: tuple[int, int], bits: tuple[int, int]) -> Network:
    version, number = address
    if version == 4:
        return 4, bits[0], number >> (32 - bits[0])
    return 6, bits[1], number >> (128 - bits[1])


def _write(network: Network) -> str:
    version, kept, prefix = network
    if version == 4:
        return f"{IPv4Address(prefix << (32 - kept))}/{kept}"
    return f"{IPv6Address(prefix << (128 - kept))}/{kept}"


def _title(bits: tuple[int, int], versions: Sequence[int]) -> str:
    prefixes = [f"/{bits[version == 6]}" for version in versions]
    if len(prefixes) < 2:
        return say("{prefix} networks", prefix="".join(prefixes))
    return say("{first} and {second} networks", first=prefixes[0], second=prefixes[-1])


BUILDER = Builder(
    name="ip_address",
    title="Networks",
    explanation="Shows only the network of an IP address, wider with each level.",
    citation="RFC 4632, Classless inter-domain routing, 2006; RFC 4291, IPv6 addressing, 2006",
    suits=suits,
    build=build,
)
