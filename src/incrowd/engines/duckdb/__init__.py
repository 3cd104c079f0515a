"""The embedded engine: sessions, SQL, profiles, and sources that it reads."""
