"""Numbers that stay numbers: the mean, median or mode of each group is what all its rows show."""
