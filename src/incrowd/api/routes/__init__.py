"""The operations of the REST API: each parses, calls the service and serialises."""
