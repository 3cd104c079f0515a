"""Compiled code that every room shares: compilation, grouping by hash, packed keys."""
