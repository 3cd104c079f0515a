"""Files whose readers run in a process of their own, and what they may take there."""
