"""What an anonymisation costs."""
