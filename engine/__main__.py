"""``python -m engine``: the same as the command ``quatuor``."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
