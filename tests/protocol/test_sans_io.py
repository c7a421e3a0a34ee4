"""The language imports nobody and does nothing: ARCHITECTURE, `protocol`."""

import ast
from pathlib import Path

import pytest

import protocol

HARMLESS = {"codecs", "collections", "dataclasses", "enum", "math", "re", "types", "typing"}
FILES = sorted(Path(protocol.__file__).parent.glob("**/*.py"))


def imported(tree: ast.Module) -> set[str]:
    """Give the top names of all modules imported."""
    nodes = list(ast.walk(tree))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_files_are_found() -> None:
    assert {path.name for path in FILES} >= {"wire.py", "messages.py", "words.py", "errors.py"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_imports_are_harmless(path: Path) -> None:
    assert imported(ast.parse(path.read_bytes())) <= HARMLESS | {"protocol"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_opened(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_bytes()))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert names.isdisjoint({"open", "print", "input", "__import__", "exec", "eval"})
