"""The referee: games between engine processes, judged by ``engine.games``.

- ``player``: an engine and what a game asks of it,
- ``game``: one game, from set-up to result,
- ``match``: which games are played, and one after the other,
- ``records``: one line of JSON for each game,
- ``table``: the result of them all.
"""
