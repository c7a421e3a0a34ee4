"""What results say, in numbers: pure functions of plain counts, which know nothing of games.

- ``outcomes``: how often each score fell, in single games (`Wdl`) or in pairs (`Penta`),
- ``elo``: Elo, normalized Elo and the likelihood of superiority,
- ``likelihood``: the most likely distribution of scores that meets a hypothesis,
- ``sprt``: the sequential test between two hypotheses,
- ``ratings``: Bradley-Terry ratings of many players,
- ``roots`` and ``linear``: the numerical methods that these need.
"""
