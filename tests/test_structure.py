"""The structure of the source: floors, no circular imports, no assistant in the engine, no long file, tests by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.outlines import outline

SOURCE = Path(__file__).parent.parent / "src"
PACKAGE = SOURCE / "fingerpost"

ROOT_MODULES = {"__init__", "__main__", "errors", "langgraph", "settings", "testing", "types"}

FLOORS = [
    ("errors",),
    ("types", "runtime", "language"),
    ("settings", "observability", "resilience"),
    ("routebook",),
    ("audit",),
    ("models", "stores"),
    ("conversation", "retrieval", "validation", "reading"),
    ("routing", "testing", "langgraph"),
    ("answering",),
    ("evaluation", "batch"),
    ("learning",),
    ("server",),
    ("console",),
    ("assistants",),
    ("cli", "__main__"),
]
"""From the ground up, as docs/explanation/architecture.md draws them: a room uses only those below it."""

LONGEST = 400
"""Lines of a source file."""

OUTSIDE_THE_ENGINE = {"assistants", "cli"}
"""Rooms that may name assistants."""

ASSISTANT_WORDS = re.compile(r"avap|allowlist|mini-?app", re.IGNORECASE)
"""Words of single assistants: the engine knows none of them."""

WIRE_FIELDS = {"server/assistance.proto": ("avap_code",)}
"""Words of an assistant that the protocol's published fields contain."""

TESTS = Path(__file__).parent

HELD_WHOLE = {
    "fingerpost.assistants.agents.analytics.planner": "questions and their rows in tests/…/analytics/test_plan*.py hold it",
    "fingerpost.assistants.miniapps.bill_split": "test_actions.py and test_views.py hold it",
    "fingerpost.assistants.miniapps.framework": "whole conversations and test_handler.py hold it",
    "fingerpost.assistants.miniapps.reading": "each reader is tested; its word tables are tested through it",
}
"""Rooms whose modules are steps of one reader: what each makes of a message is seen only at its end."""

HELD_BY = {
    # Classes and tables without behaviour of their own.
    "fingerpost.assistants.agents.analytics.errors": "assistants/agents/analytics/test_sql_check.py",
    "fingerpost.routing.effects": "routing/test_router.py",
    "fingerpost.routing.message_state": "routing/test_router.py",
    "fingerpost.retrieval.schema": "retrieval/test_sqlite.py",
    "fingerpost.routebook.apps": "routing/layers/test_apps.py",
    # Commands: run as people run them.
    "fingerpost.assistants.agents.cli": "assistants/agents/demo_data/test_generator.py",
    "fingerpost.cli.eval_report": "cli/test_evaluate.py",
    "fingerpost.cli.route": "cli/test_main.py",
    "fingerpost.cli.route_batch": "batch/test_checkpoint.py",
    "fingerpost.cli.serve": "server/test_serve.py",
    # Parts of a server: asked over the wire.
    "fingerpost.server.openapi": "server/test_health.py",
    "fingerpost.server.pages": "console/test_layout.py",
    "fingerpost.server.streaming": "server/test_http_callers.py",
    # Parts of a store: one suite for both engines.
    "fingerpost.stores.database": "stores/test_faults.py",
    "fingerpost.stores.pool": "stores/test_processes.py",
    "fingerpost.stores.retention": "stores/test_store.py",
    "fingerpost.stores.user_data": "stores/test_store.py",
    "fingerpost.stores.views": "stores/test_store.py",
    # Steps of one decision: seen in what the router decides, and in its trail.
    "fingerpost.routing.cascade": "routing/test_router.py",
    "fingerpost.routing.layers.few_shot": "routing/layers/test_llm.py",
    "fingerpost.routing.layers.follow_up": "conversation/test_continuation.py",
    "fingerpost.routing.run": "routing/test_router.py",
    "fingerpost.routing.trace": "audit/test_traces.py",
    "fingerpost.routing.trail": "routing/test_router.py",
    # What a model is sent, and what of a report or a table is written: read where it arrives.
    "fingerpost.answering.chat_messages": "answering/test_assistant.py",
    "fingerpost.answering.prompts": "answering/test_assistant.py",
    "fingerpost.assistants.agents.analytics.statement_checker": "assistants/agents/analytics/test_sql_check.py",
    "fingerpost.batch.arrow": "batch/test_parquet.py",
    "fingerpost.evaluation.html": "evaluation/test_report.py",
    "fingerpost.evaluation.report_sections": "evaluation/test_report.py",
    "fingerpost.learning.feedback": "server/test_feedback.py",
}
"""Modules without a test file of their name, and the one that holds them."""


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


def _imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the known modules that a file imports."""
    for used in outline(file).imports:
        module, _, name = used.partition(":")
        whole = f"{module}.{name}"
        if whole in known or module in known:
            yield whole if whole in known else module


def imports(package: Path) -> dict[str, set[str]]:
    """Return which modules of a package each of its modules imports."""
    known = _modules(package)
    return {name: set(_imported(file, known)) - {name} for name, file in known.items()}


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


LAYERS = {
    "fingerpost.assistants.agents.commerce": ("language", "parsing", "questions"),
    "fingerpost.assistants.agents.analytics.questions": ("coverage", "follow_ups"),
}
"""Folders of large packages, from the ground up: each uses only those before it."""


def against_layers(graph: Mapping[str, set[str]], package: str, layers: tuple[str, ...]) -> list[str]:
    """Return which modules of a package use a folder above their own."""
    height = {f"{package}.{layer}": at for at, layer in enumerate(layers)}

    def level(module: str) -> int:
        return next((at for layer, at in height.items() if module.startswith(f"{layer}.")), -1)

    return [
        f"{module} imports {used}"
        for module, all_used in graph.items()
        for used in sorted(all_used)
        if level(module) >= 0 and level(used) > level(module)
    ]


def test_folders_of_large_packages_use_only_those_below() -> None:
    graph = imports(PACKAGE)
    assert [wrong for package, layers in LAYERS.items() for wrong in against_layers(graph, package, layers)] == []
    folders = {f"{package}.{layer}" for package, layers in LAYERS.items() for layer in layers}
    assert folders <= graph.keys(), "a folder that is not there holds nothing"


def test_a_use_of_a_folder_above_is_found() -> None:
    graph = {
        "house.parsing.dates": {"house.language.words", "house.questions.answers"},
        "house.agent": {"house.parsing"},
    }
    wrong = ["house.parsing.dates imports house.questions.answers"]
    assert against_layers(graph, "house", ("language", "parsing", "questions")) == wrong


AUDIT_MAY_USE = {"audit", "errors", "types", "language.text", "observability", "routebook.model"}
"""What the audit shares with the rest: the normalisation of texts, facts and counters, and the routebook's declarations.

No pattern, rule or word list of routing, conversation or validation: where they are wrong, the audit must not be.
"""


def shared_by_audit(graph: Mapping[str, set[str]], package: str) -> list[str]:
    """Return what modules of the audit import beyond what they may."""
    allowed = tuple(f"{package}.{name}" for name in AUDIT_MAY_USE)
    return [
        f"{module} imports {used}"
        for module, all_used in graph.items()
        for used in sorted(all_used)
        if module.startswith(f"{package}.audit") and used != package
        if not any(used == name or used.startswith(f"{name}.") for name in allowed)
    ]


def test_the_audit_shares_no_reading_with_the_router() -> None:
    assert shared_by_audit(imports(PACKAGE), "fingerpost") == []


def test_a_pattern_of_the_router_in_the_audit_is_found() -> None:
    graph = {
        "house.audit.auditor": {"house.routing.layers.rules", "house.language.text", "house.types"},
        "house.audit.code": {"house.validation.answer_code", "house.language.numbers"},
        "house.routing.router": {"house.routing.layers.rules"},
    }
    assert shared_by_audit(graph, "house") == [
        "house.audit.auditor imports house.routing.layers.rules",
        "house.audit.code imports house.language.numbers",
        "house.audit.code imports house.validation.answer_code",
    ]


def test_only_the_contract_lies_at_the_root_of_the_package() -> None:
    assert {file.stem for file in PACKAGE.glob("*.py")} == ROOT_MODULES


def test_no_source_file_is_long() -> None:
    lengths = {name: len(file.read_text(encoding="utf-8").splitlines()) for name, file in _modules(PACKAGE).items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def assistant_words(package: Path) -> list[str]:
    """Return where the engine's rooms name an assistant, in code, comments or the protocol; generated files apart."""
    found = []
    for file in sorted((*package.rglob("*.py"), *package.rglob("*.proto"))):
        name = file.relative_to(package).as_posix()
        if name.split("/")[0] in OUTSIDE_THE_ENGINE or _is_generated(file):
            continue
        text = file.read_text(encoding="utf-8")
        for field in WIRE_FIELDS.get(name, ()):
            text = re.sub(rf"\b{field}\b", "", text)
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{name}:{number}: {word}" for word in ASSISTANT_WORDS.findall(line)]
    return found


def test_the_engine_names_no_assistant() -> None:
    assert assistant_words(PACKAGE) == [], "bring it in by an entry point: docs/explanation/architecture.md lists them"


def test_a_word_of_an_assistant_in_the_engine_is_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    for room in ("assistants", "cli", "server"):
        (package / room).mkdir(parents=True)
        (package / room / "names.py").write_text("x = 1\n# of the AVAP parser\nclass MiniApps:\n    pass\n")
    (package / "server" / "house_pb2.py").write_text("avap = 1\n")
    (package / "server" / "assistance.proto").write_text("string avap_code = 3;\nstring avap_code_two = 4;\n")
    (package / "types.py").write_text('"""Allowlists and mini-apps."""\n')
    assert assistant_words(package) == [
        "server/assistance.proto:2: avap",
        "server/names.py:2: AVAP",
        "server/names.py:3: MiniApp",
        "types.py:1: Allowlist",
        "types.py:1: mini-app",
    ]


def _has_public_names(file: Path) -> bool:
    found = outline(file)
    return any(not name.startswith("_") for name in (*found.classes, *found.functions))


def without_tests(package: Path, tests: Path) -> list[str]:
    """Return the modules with public names whose tests are not found by theirs.

    They are where the module's folder is mirrored: a file named after it, or one that imports it.
    """
    known = _modules(package)
    imported: dict[Path, set[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        used = set(_imported(file, known))
        imported[file.parent] = imported.get(file.parent, set()) | used
    missing = []
    for name, file in known.items():
        place = tests / file.relative_to(package).parent
        named = place / f"test_{file.name}"
        if file.stem.startswith("__") or not _has_public_names(file) or named.exists():
            continue
        if name not in imported.get(place, ()):
            missing.append(name)
    return missing


def test_the_tests_of_a_module_are_found_by_its_name() -> None:
    missing = [
        name
        for name in without_tests(PACKAGE, TESTS)
        if name.rpartition(".")[0] not in HELD_WHOLE and ".template" not in name
    ]
    assert sorted(set(missing) - set(HELD_BY)) == [], "write tests/<folder of the module>/test_<module>.py"
    assert sorted(set(HELD_BY) - set(missing)) == [], "these are found by their name now: take them off the list"
    assert [file for file in HELD_BY.values() if not (TESTS / file).exists()] == []


def test_a_module_without_tests_is_found(tmp_path: Path) -> None:
    package, tests = tmp_path / "house", tmp_path / "tests"
    (package / "room").mkdir(parents=True)
    (tests / "room").mkdir(parents=True)
    for name in ("named", "imported", "forgotten", "elsewhere"):
        (package / "room" / f"{name}.py").write_text("def work():\n    pass\n")
    (package / "room" / "inside.py").write_text("def _work():\n    pass\n")
    (package / "room" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (tests / "room" / "test_named.py").write_text("")
    (tests / "room" / "test_others.py").write_text("from house.room import imported\n")
    (tests / "test_far.py").write_text("from house.room.elsewhere import work\n")
    assert without_tests(package, tests) == ["house.room.elsewhere", "house.room.forgotten"]
