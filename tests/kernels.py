"""The compiled kernel beside its Python source, which runs in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PROGRAM = """
import json
from tests import uncompiled
uncompiled.use_source()
from {module} import {function}
from tests.games.support import COMPILED
assert not COMPILED
print(json.dumps({function}()))
"""


def in_source(module: str, function: str) -> Any:
    """What a function without arguments says on the uncompiled kernel, through JSON."""
    program = PROGRAM.format(module=module, function=function)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
