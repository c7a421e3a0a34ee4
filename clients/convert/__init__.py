"""Games from one written form to another: SGF, GTP scripts, lines of JSON (docs/convert.md).

A form reads ``Game``s (``sgf_form``, ``gtp_reading``, ``json_reading``); ``replay`` plays each
again and judges its result; a form writes it (``gtp_writing``, ``json_writing``). ``conversion`` is
the way from inputs to an output, ``output`` puts it in place whole or not at all.
"""
