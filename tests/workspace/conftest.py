"""The small data set in a workspace that the room above is tested with, too."""

from service.conftest import opened, people, sessions

__all__ = ["opened", "people", "sessions"]
