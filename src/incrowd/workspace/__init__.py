"""The folder on disk and what happens in it: sessions, tokens, jobs, kept results."""
