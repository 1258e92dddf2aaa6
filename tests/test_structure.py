"""The structure of the source: floors, no circular imports, nothing loose at the package's root, no long file."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
PACKAGE = SOURCE / "fingerpost"

ROOT_MODULES = {"__init__", "__main__", "errors", "langgraph", "settings", "testing", "types"}

FLOORS = [
    ("errors",),
    ("types", "runtime", "language"),
    ("settings", "observability"),
    ("routebook",),
    ("models", "stores"),
    ("conversation", "retrieval", "validation"),
    ("routing", "testing", "langgraph"),
    ("answering",),
    ("evaluation", "batch"),
    ("learning",),
    ("server",),
    ("assistants",),
    ("cli", "__main__"),
]
"""From the ground up, as docs/architecture.md draws them: a room uses only those below it."""

LONGEST = 400
"""Lines of a source file."""


def _is_generated(file: Path) -> bool:
    return file.name.endswith(("_pb2.py", "_pb2_grpc.py"))


def _modules(package: Path) -> dict[str, Path]:
    """Return every module below a package by its dotted name."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        if not _is_generated(file):
            parts = file.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _imported(tree: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a file imports anywhere, inside functions too; imports for types alone do not count."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            nodes += node.orelse
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module


def imports(package: Path) -> dict[str, set[str]]:
    """Return which modules of a package each of its modules imports."""
    known = _modules(package)
    return {
        name: set(_imported(ast.parse(file.read_text(encoding="utf-8")), known)) - {name}
        for name, file in known.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return one circle of imports, its first module repeated at the end; empty where there is none."""
    done: set[str] = set()

    def follow(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for used in sorted(graph.get(name, ())):
            if found := follow(used, [*path, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := follow(name, []))), [])


def test_no_two_files_import_each_other_even_through_others() -> None:
    found = circle(imports(PACKAGE))
    assert not found, "circular imports: " + " -> ".join(found)


def test_a_circle_is_found_and_named(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from house.b import x\n")
    (package / "b.py").write_text("def late():\n    from house import c\n")
    (package / "c.py").write_text("from typing import TYPE_CHECKING\nimport house.a\n")
    assert circle(imports(package)) == ["house.a", "house.b", "house.c", "house.a"]
    (package / "c.py").write_text("if TYPE_CHECKING:\n    import house.a\n")
    assert circle(imports(package)) == []


def test_no_room_uses_one_above_it() -> None:
    floor = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
    wrong = [
        f"{module} imports {used}"
        for module, all_used in imports(PACKAGE).items()
        for used in sorted(all_used)
        if module != "fingerpost" and used != "fingerpost"
        if floor[used.split(".")[1]] > floor[module.split(".")[1]]
    ]
    assert wrong == []


def test_only_the_contract_lies_at_the_root_of_the_package() -> None:
    assert {file.stem for file in PACKAGE.glob("*.py")} == ROOT_MODULES


def test_no_source_file_is_long() -> None:
    lengths = {name: len(file.read_text(encoding="utf-8").splitlines()) for name, file in _modules(PACKAGE).items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
