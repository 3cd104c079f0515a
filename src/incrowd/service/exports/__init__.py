"""Write a release, verify it, hand it out, repeat it by recipe."""
