"""The built-in hierarchies, one builder per file: ages, dates, countries, diagnoses."""
