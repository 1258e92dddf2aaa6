"""What tests of the structure look at in a source file: read once, as parsing all files takes seconds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Outline(NamedTuple):
    """The imports of a file and what stands at its top level.

    `imports`: "module" or "module:name", inside functions too; imports for types alone do not count. `classes` and
    `functions`: in their order. `assigned`: names of plain assignments.
    """

    imports: tuple[str, ...]
    classes: tuple[str, ...]
    functions: tuple[str, ...]
    assigned: frozenset[str]


def outline(file: Path) -> Outline:
    """Return the outline of a file as it is now."""
    return _outline(file.read_text(encoding="utf-8"))


@cache
def _outline(source: str) -> Outline:
    tree = ast.parse(source)
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    return Outline(
        imports=tuple(_imports(tree)),
        classes=tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
        functions=tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)),
        assigned=frozenset(name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)),
    )


def _imports(tree: ast.Module) -> Iterator[str]:
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            nodes += node.orelse
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}:{name.name}" for name in node.names)
        else:
            # No import stands inside an expression.
            nodes += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
