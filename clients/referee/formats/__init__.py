"""The formats of a tournament: who meets whom, as a pure function of what was played before.

- ``rounds``: what a round is, and what a format has to say,
- ``static``: match, SPRT, round robin and gauntlet, known from the start,
- ``knockout``: a bracket with tie-breaks,
- ``swiss``: equals meet, nobody twice, paired by ``matching``.

Engines are counted from 0, in their order in the configuration.
"""
