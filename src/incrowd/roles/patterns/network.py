"""Addresses of devices and pages: IP, MAC, URL, and UUIDs such as those of cookies."""

import re
from ipaddress import ip_address
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern

_IP: Final = re.compile(r"[0-9.]{7,15}|[0-9a-fA-F:.]{2,45}", re.ASCII)
_MAC: Final = re.compile(r"[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}", re.ASCII | re.I)
_URL: Final = re.compile(r"(?:https?|ftp)://[^\s/]+\S*|www\.[^\s/]+\.\S+", re.I)
_UUID: Final = re.compile(r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?", re.ASCII | re.I)


def is_ip(text: str) -> bool:
    """Whether a text is an address of the internet protocol, version 4 or 6.

    >>> is_ip("192.0.2.7"), is_ip("2001:db8::1"), is_ip("300.0.2.7"), is_ip("10:30")
    (True, True, False, False)
    """
    if text.count(".") != 3 and text.count(":") < 2:
        return False
    if _IP.fullmatch(text) is None:
        return False
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_mac(text: str) -> bool:
    """Whether a text is a device address.

    >>> is_mac("00:1B:44:11:3a:b7"), is_mac("00:1B:44-11:3a:b7")
    (True, False)
    """
    return _MAC.fullmatch(text) is not None


def is_url(text: str) -> bool:
    """Whether a text is a web address.

    >>> is_url("https://example.org/ana"), is_url("example")
    (True, False)
    """
    return _URL.fullmatch(text.strip()) is not None


def is_uuid(text: str) -> bool:
    """Whether a text is a universally unique identifier.

    >>> is_uuid("123e4567-e89b-12d3-a456-426614174000"), is_uuid("123e4567")
    (True, False)
    """
    return _UUID.fullmatch(text) is not None


IP: Final = Pattern(Meaning.IP_ADDRESS, "IP addresses", is_ip, 3, 45, 1e-3, TEXTS)
MAC: Final = Pattern(Meaning.MAC_ADDRESS, "device addresses", is_mac, 17, 17, 1e-4, TEXTS)
URL: Final = Pattern(Meaning.URL, "web addresses", is_url, 7, 4000, 1e-6, TEXTS)
UUID: Final = Pattern(Meaning.IDENTIFIER, "UUIDs", is_uuid, 36, 38, 1e-6, TEXTS)
