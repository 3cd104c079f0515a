"""See who stands out in your data, and hide them in the crowd."""
