"""Names of cells (RULES C2)."""

COLUMNS = "ABCDEFGHJK"


def vertex(column: int, row: int) -> str:
    """The name of the cell in `column` (0 = A) and `row` (0 = the bottom row)."""
    return f"{COLUMNS[column]}{row + 1}"
