"""REST: parse, call the service, serialise; owns the OpenAPI file and serves the dashboard."""
