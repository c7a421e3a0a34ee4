"""The searches: they pick moves, and know games only through ``engine.games.position``."""
