"""Suites that look for what breaks trust; `make test-trust` runs them at full length."""
