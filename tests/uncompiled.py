"""Runs the kernel from its Python source, with the compiled modules beside it left alone."""

import os
import sys
from importlib.abc import PathEntryFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).parent.parent / "engine"
#: Whether this run is to use the Python source (environment variable QUATUOR_UNCOMPILED=1).
WANTED = os.environ.get("QUATUOR_UNCOMPILED") == "1"


def use_source() -> None:
    """Let modules of ``engine`` that are not imported yet be found as source files only."""
    finder = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES))

    def source_only(path: str) -> PathEntryFinder:
        if not Path(path).is_relative_to(ROOT):
            raise ImportError(path)
        return finder(path)

    sys.path_hooks.insert(0, source_only)
    for path in [path for path in sys.path_importer_cache if Path(path).is_relative_to(ROOT)]:
        del sys.path_importer_cache[path]
