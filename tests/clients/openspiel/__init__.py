"""OpenSpiel: our games there, its MCTS here. Everything is skipped where it is not installed."""
