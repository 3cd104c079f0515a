"""Changes of a release that close a leak, tried before they are made."""
