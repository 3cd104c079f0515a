"""Speed, as ratios against a peer or a simple reference in the same run."""
