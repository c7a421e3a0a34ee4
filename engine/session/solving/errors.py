"""What a person has to put right before something can be solved or verified."""


class BadRequest(ValueError):
    """Words, files or folders that cannot be used; the text says what would be right."""


def why(error: OSError | ValueError) -> str:
    """The reason in words, without the number and the name that are said beside it."""
    return str(error.strerror or error) if isinstance(error, OSError) else str(error)
