"""What leaves: anonymised data, written, read again and verified."""
