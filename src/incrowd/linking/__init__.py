"""Two or more tables seen together: what one tells about the people of the other."""
