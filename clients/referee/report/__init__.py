"""What is said about a tournament, from its records alone.

- ``tally``: records go in, one by one (`facts` reads them, `progress` follows an SPRT),
- ``summarize``: from a tally to a ``summary``, plain values (`standings` for knockout and Swiss),
- ``sections``: a summary in words and tables (`headline`, `words`),
- ``text`` (`columns`), ``markdown``, ``html`` (`plots`, `style`), ``plain``: the forms of a report,
- ``live``: the standings of a tally that grows.
"""
