"""How the numbers of the evaluations were learned: self-play, fitting, writing them down."""
