"""What a published value may stand for, and which values match."""
