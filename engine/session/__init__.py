"""The engine process: the only input and output of the engine."""
