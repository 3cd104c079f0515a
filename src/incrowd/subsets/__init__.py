"""k of attribute subsets: the matrix of pairs, the HACT tree, what can be released together."""
