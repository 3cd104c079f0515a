"""What requests and answers look like: the shapes of the OpenAPI file."""
