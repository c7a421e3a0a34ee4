"""The searches, against plain versions of themselves."""
