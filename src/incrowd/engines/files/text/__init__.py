"""Delimited text: bytes, encoding, dialect, header and records."""
