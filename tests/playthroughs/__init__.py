"""Golden playthroughs: whole games, ply by ply, as text."""
