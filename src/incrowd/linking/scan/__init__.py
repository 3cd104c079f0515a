"""What somebody learns who knows some facts, over every combination of facts."""
