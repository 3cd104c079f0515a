"""Joins that are made in the engine in which all sources lie."""
