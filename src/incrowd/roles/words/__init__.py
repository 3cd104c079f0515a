"""The words of column names, one file per language: `german.WORDS` knows `Geburtsdatum`."""
