"""Two or more tables seen together: what one reveals about the people in the other."""
