"""Trino: tables of any of its catalogues are counted, shown and published inside the cluster."""

from incrowd.engines.remote.trino.connection import ENGINE, Connection

__all__ = ["ENGINE", "Connection"]
