"""Link several releases: what-if, scan, advice, repair."""
