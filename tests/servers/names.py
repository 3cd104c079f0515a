"""Fixtures that start a server, by which tests are marked."""

CLUSTER = {
    "mongodb_server",
    "mongodb",
    "spark_server",
    "spark",
    "spark_local",
    "spark_master",
    "spark_workers",
    "trino_server",
    "trino",
    "trino_workers",
}
"""Those that make a test one of `make test-cluster`."""
SERVERS = {"postgresql_server", "postgresql", "mariadb", *CLUSTER}
