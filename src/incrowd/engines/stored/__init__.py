"""Stored tables: kept as Parquet, shown page by page, written as published."""
