"""For whom a release is meant: named sets of limits, each limit with its source."""
