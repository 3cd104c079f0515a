"""Global recoding: one level per attribute, found by branch and bound over the lattice."""
