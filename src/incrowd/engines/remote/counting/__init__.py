"""What counting in an engine needs: values in one spelling and order, profiles, packed keys."""
