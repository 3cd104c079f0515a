"""Where rows live: the only room with drivers and SQL."""
