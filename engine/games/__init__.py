"""The rules of the games, and only the rules: no protocol, no search, no clock.

``registry.GAMES`` is the table of games; ``state.State`` is a game in progress.
"""
