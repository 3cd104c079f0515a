"""Patterns of values, one family per file: what an IBAN, an IP address or a phone looks like."""
