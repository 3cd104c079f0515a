"""One command per use case: parse, call the service, print."""
