"""Anonymise automatically, compare results, adopt one."""
