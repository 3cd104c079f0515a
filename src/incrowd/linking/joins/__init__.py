"""Releases joined: columns, proposals, joined rows."""
