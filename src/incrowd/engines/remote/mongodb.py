"""MongoDB: collections are counted, shown and published inside the server, by pipelines.

It does not speak SQL, so that it brings a table of its own; the rest is as with any engine.
"""

from incrowd.engines.remote.mongo.connection import ENGINE, Connection
from incrowd.engines.remote.mongo.table import MongoTable as Table

__all__ = ["ENGINE", "Connection", "Table"]
