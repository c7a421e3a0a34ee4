"""``quatuor solve`` and ``quatuor verify``: exact values, kept on disk and checked."""
