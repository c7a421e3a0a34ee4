"""The packaged program. These tests run only with ``--binary FOLDER`` (see ``make binary``)."""
