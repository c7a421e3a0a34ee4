"""The rules: golden data, conformance of every game of the table, the independent check."""
