"""Database servers: addresses, passwords, connections, and what they hold."""
