"""OpenSpiel and Quatuor: our games for its algorithms, and its MCTS as an engine of ours.

- `clients.openspiel.games` registers every game of the registry as an OpenSpiel Python game;
- ``python -m clients.openspiel`` is OpenSpiel's MCTS behind the engine protocol.

Both need the extra ``quatuor[openspiel]``; this module itself does not.
"""
