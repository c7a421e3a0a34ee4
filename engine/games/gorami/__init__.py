"""GORami (RULES G1 to G12)."""
