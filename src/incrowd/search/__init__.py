"""Search over the lattice: the optimum, the trade-off between risk and loss, local recoding."""
