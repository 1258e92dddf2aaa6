"""Loads routebooks by name or folder; every error names file, key, value and remedy."""

from __future__ import annotations

import json
import logging
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.routebook.apps import App, installed_apps
from fingerpost.routebook.check import build
from fingerpost.routebook.extensions import Extension, open_extension
from fingerpost.routebook.model import Cue, Routebook, Rule, Thresholds
from fingerpost.routebook.near_names import meant
from fingerpost.routebook.read_guards import read_clue, read_guard, read_variant, read_weights
from fingerpost.routebook.table_reader import LANGUAGES, TableReader
from fingerpost.routebook.toml_place import place_of
from fingerpost.types import Example, Route

log = logging.getLogger("fingerpost")

ENTRY_POINTS = "fingerpost.routebooks"

INSTALLED = "installed"
"""The value of `apps` that runs every installed app."""

EXAMPLES, RULES = "examples.jsonl", "rules.jsonl"


def files(folder: Path) -> list[Path]:
    """Return all files that `read_folder` reads, whether they exist or not."""
    names = ("routebook.toml", EXAMPLES, RULES, *_extension_files(folder / "routebook.toml"))
    return [*(folder / name for name in names), *(folder / "prompts").glob("*.md")]


def _extension_files(file: Path) -> list[str]:
    """Return the files of a routebook's extensions; none if the routebook cannot be read."""
    try:
        declared = tomllib.loads(file.read_text(encoding="utf-8-sig")).get("extensions", {})
    except (OSError, ValueError, RecursionError):
        return []
    names = declared.values() if isinstance(declared, dict) else ()
    return [name for name in names if isinstance(name, str) and name and Path(name).name == name]


def load(place: str | Path) -> Routebook:
    """Return a routebook by name or from a folder."""
    return read_folder(find_folder(place))


def find_folder(place: str | Path) -> Path:
    """Return the folder of a routebook, given its name or its folder."""
    folder = Path(place)
    if folder.name == "routebook.toml":
        folder = folder.parent
    try:
        if (folder / "routebook.toml").is_file():
            return folder
    except (OSError, ValueError):
        # Not a valid path: it can only be the name of an installed one.
        folder = Path("routebook")
    known = installed_routebooks()
    if str(place) in known:
        return known[str(place)]
    if folder.is_dir():
        remedy = "has no routebook.toml: name a folder that has one, or make one with `fingerpost new`"
        raise RoutebookError(folder, "", None, remedy)
    others = ", ".join(sorted(known)) or "none"
    near = meant(folder.name, [*known, *(file.parent.name for file in folder.parent.glob("*/routebook.toml"))])
    remedy = f"no such folder and no installed routebook of that name{near}; installed: {others}"
    raise RoutebookError(str(place), "", str(place), remedy)


def is_student(folder: Path) -> bool:
    """Whether a folder holds a trained student, and not a routebook."""
    try:
        return (folder / "student.json").is_file() and not (folder / "routebook.toml").is_file()
    except (OSError, ValueError):
        return False


def installed_routebooks() -> dict[str, Path]:
    """Return the folders of all installed routebooks by name."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = {}
    for point in entry_points(group=ENTRY_POINTS):
        try:
            spec = find_spec(point.value)
        except (ImportError, ValueError) as error:
            log.warning("routebook %s of an installed package cannot be found: %s", point.name, error)
            continue
        if spec is not None and spec.submodule_search_locations:
            found[point.name] = Path(spec.submodule_search_locations[0])
    return found


Rows = list[dict[str, Any]]


def read_folder(folder: Path, edited: Mapping[str, Rows] | None = None) -> Routebook:
    """Return the checked routebook of a folder; `edited` has rows that replace those of a file."""
    edited = edited or {}
    file = folder / "routebook.toml"
    text = _read(file)
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RoutebookError(file, "", None, f"{error}: fix the TOML at that line") from error
    try:
        return _built(folder, table, edited)
    except RoutebookError as error:
        place = place_of(error.key, table, text) if error.file == str(file) else ""
        raise RoutebookError(error.file, error.key, error.value, error.remedy, place) from error


_TOP_LEVEL = (
    "description", "fallback", "code_language", "llm_first", "conversation", "thresholds", "routes", "rules", "cues",
    "clues", "guards", "weights", "variants", "synonyms", "apps", "assistant", "extensions", "ask_back", "encoder",
    "terms",
)  # fmt: skip


def _built(folder: Path, table: Mapping[str, Any], edited: Mapping[str, Rows]) -> Routebook:
    file = folder / "routebook.toml"
    reader = TableReader(file, _TOP_LEVEL)
    reader.check_keys(table, "", _TOP_LEVEL)
    reader.read_terms(table.get("terms", {}))
    lines = folder / EXAMPLES
    rows = _numbered(lines, edited.get(EXAMPLES))
    return build(
        folder.resolve().name,
        [_route(reader, entry, f"routes[{i}]") for i, entry in enumerate(reader.tables(table, "routes"))],
        file=file,
        rules=(
            *(_rule(reader, entry, f"rules[{i}]") for i, entry in enumerate(reader.tables(table, "rules"))),
            *_rules(folder / RULES, edited.get(RULES)),
        ),
        cues=tuple(_cue(reader, entry, f"cues[{i}]") for i, entry in enumerate(reader.tables(table, "cues"))),
        thresholds=_thresholds(reader, table.get("thresholds", {})),
        fallback=reader.value(table, "fallback", str, None),
        examples=tuple(_example(lines, f"line {number}", row) for number, row in rows),
        example_lines=[number for number, _ in rows],
        prompts=_prompts(folder / "prompts"),
        folder=folder,
        code_language=reader.value(table, "code_language", str, None),
        synonyms=_synonyms(reader, table.get("synonyms", {})),
        clues=tuple(read_clue(reader, entry, f"clues[{i}]") for i, entry in enumerate(reader.tables(table, "clues"))),
        guards=tuple(
            read_guard(reader, entry, f"guards[{i}]") for i, entry in enumerate(reader.tables(table, "guards"))
        ),
        variants=tuple(
            read_variant(reader, entry, f"variants[{i}]") for i, entry in enumerate(reader.tables(table, "variants"))
        ),
        weights=read_weights(reader, table.get("weights", {})),
        llm_first=reader.value(table, "llm_first", bool, False),
        conversation=reader.value(table, "conversation", bool, False),
        extensions=_extensions(reader, table, folder),
        apps=_apps(reader, table),
        assistant=reader.value(table, "assistant", str, None),
        ask_back=reader.value(table, "ask_back", bool, True),
        encoder=reader.value(table, "encoder", str, None),
    )


def _route(reader: TableReader, entry: Any, where: str) -> Route:
    known = (
        "name", "description", "retrieval", "slot", "validation", "carries_topic", "out_of_scope", "small_talk",
        "handler", "offers", "needs", "app", "opens_as", "clue", "accept", "title", "reply", "never",
    )  # fmt: skip
    reader.check_keys(entry, where, known)
    return Route(
        name=reader.name(entry, "name", where),
        description=reader.value(entry, "description", str, "", where),
        retrieval=reader.value(entry, "retrieval", bool, False, where),
        slot=reader.value(entry, "slot", str, "main", where),
        validation=reader.value(entry, "validation", str, None, where),
        carries_topic=reader.value(entry, "carries_topic", bool, True, where),
        out_of_scope=reader.value(entry, "out_of_scope", bool, False, where),
        small_talk=reader.value(entry, "small_talk", bool, False, where),
        handler=reader.value(entry, "handler", str, None, where),
        offers=_offers(reader, entry.get("offers", {}), f"{where}.offers"),
        needs=_share(reader, entry, "needs", where),
        app=reader.value(entry, "app", bool, False, where),
        opens_as=reader.value(entry, "opens_as", str, None, where),
        clue=reader.value(entry, "clue", str, None, where),
        accept=_threshold(reader, entry, "accept", where),
        title=reader.by_language(entry, "title", where),
        reply=reader.by_language(entry, "reply", where),
        never=tuple(pattern.pattern for pattern in reader.patterns(entry, "never", where)),
    )


def _threshold(reader: TableReader, entry: Any, key: str, where: str) -> float | None:
    value: float | None = reader.value(entry, key, float, None, where)
    if value is not None and not 0 < value < 1:
        raise RoutebookError(reader.file, f"{where}.{key}", value, "must lie between 0 and 1, both excluded")
    return value


def _share(reader: TableReader, entry: Any, key: str, where: str) -> float:
    value: float = reader.value(entry, key, float, 0.0, where)
    if not 0 <= value < 1:
        raise RoutebookError(reader.file, f"{where}.{key}", value, "must lie between 0 and 1, 1 excluded")
    return value


def _apps(reader: TableReader, table: Mapping[str, Any]) -> list[App]:
    """Return the apps that are listed, or all installed ones."""
    wanted = table.get("apps", [])
    if wanted == INSTALLED:
        return list(installed_apps().values())
    if not isinstance(wanted, list) or not all(isinstance(name, str) for name in wanted):
        remedy = f'must be "{INSTALLED}", or a list of ids such as ["trip_planner"]'
        raise RoutebookError(reader.file, "apps", wanted, remedy)
    known = installed_apps() if wanted else {}
    for name in wanted:
        if name not in known:
            remedy = f"no installed package has this app; installed: {', '.join(sorted(known)) or 'none'}"
            raise RoutebookError(reader.file, "apps", name, remedy)
    return [known[name] for name in wanted]


def _offers(reader: TableReader, table: Any, where: str) -> dict[str, str]:
    reader.check_keys(table, where, LANGUAGES)
    return {language: reader.name(table, language, where) for language in table}


def _rule(reader: TableReader, entry: Any, where: str) -> Rule:
    lists = ("contains", "patterns", "unless", "unless_patterns", "objects_to")
    reader.check_keys(entry, where, ("name", "route", "requires", *lists, "again", "note", "contract", "addressed"))
    rule = Rule(
        name=reader.name(entry, "name", where),
        route=reader.name(entry, "route", where),
        contains=reader.strings(entry, "contains", where),
        patterns=reader.patterns(entry, "patterns", where),
        requires=reader.pattern(entry, "requires", where),
        unless=frozenset(reader.words(entry, "unless", where)),
        unless_patterns=reader.patterns(entry, "unless_patterns", where),
        again=reader.value(entry, "again", bool, False, where),
        objects_to=frozenset(reader.strings(entry, "objects_to", where)),
        note=reader.value(entry, "note", str, None, where),
        contract=reader.value(entry, "contract", str, None, where),
        addressed=reader.value(entry, "addressed", bool, False, where),
    )
    if not (rule.contains or rule.patterns or rule.again or rule.objects_to):
        remedy = "can never fire: give it contains, patterns, objects_to or again = true"
        raise RoutebookError(reader.file, where, rule.name, remedy)
    return rule


def _cue(reader: TableReader, entry: Any, where: str) -> Cue:
    reader.check_keys(entry, where, ("route", "words"))
    cue = Cue(reader.name(entry, "route", where), frozenset(reader.words(entry, "words", where)))
    if not cue.words:
        raise RoutebookError(reader.file, where, cue.route, "can never match: give it words")
    return cue


def _extensions(reader: TableReader, table: Mapping[str, Any], folder: Path) -> list[Extension]:
    declared = table.get("extensions", {})
    if not isinstance(declared, dict):
        raise RoutebookError(reader.file, "extensions", declared, 'write it as a table: [extensions] name = "FILE"')
    return [open_extension(reader.file, name, folder, value) for name, value in declared.items()]


def _thresholds(reader: TableReader, table: Any) -> Thresholds:
    reader.check_keys(table, "thresholds", ("accept_error", "accept", "llm_trust", "trust"))
    values: dict[str, Any] = {key: _threshold(reader, table, key, "thresholds") for key in table}
    return Thresholds(**values)


def _synonyms(reader: TableReader, table: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, dict):
        raise RoutebookError(reader.file, "synonyms", table, 'must be a table: [synonyms] loop = ["bucle", "laço"]')
    return {word: reader.strings(table, word, "synonyms") for word in table}


def read_examples(file: Path) -> list[Example]:
    """Return the examples of a file, one JSON object per line; none if there is no file."""
    return [_example(file, f"line {number}", row) for number, row in _numbered(file, None)]


def example_lines(folder: Path) -> list[int]:
    """Return the line of each example in its file, in the order of `Routebook.examples`."""
    return [number for number, _ in _numbered(folder / EXAMPLES, None)]


def _rules(file: Path, rows: Rows | None) -> list[Rule]:
    """Return the rules that were added by `LiveRouter.add_rule`, with the keys of `[[rules]]`."""
    reader = TableReader(file)
    return [_rule(reader, row, f"line {number}") for number, row in _numbered(file, rows)]


def read_rows(file: Path) -> Rows:
    """Return the objects of a JSONL file; none if there is no file."""
    return [row for _, row in _numbered(file, None)]


def _numbered(file: Path, rows: Rows | None) -> list[tuple[int, dict[str, Any]]]:
    """Return the objects of a JSONL file, or the rows that replace them, with their line numbers."""
    if rows is not None:
        return list(enumerate(rows, 1))
    if not file.exists():
        return []
    found = []
    # Not splitlines: it also breaks at separators that may occur in a text.
    for number, line in enumerate(_read(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RoutebookError(
                file, f"line {number}", line, f"not JSON ({error}): write one object per line"
            ) from error
        if not isinstance(row, dict):
            raise RoutebookError(file, f"line {number}", row, 'must be an object: {"text": …, "route": …}')
        found.append((number, row))
    return found


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        before, after = error.object[: error.start], error.object[error.start :]
        line = (before.rpartition(b"\n")[2] + after.partition(b"\n")[0]).decode("utf-8", "replace").strip()
        number = before.count(b"\n") + 1
        raise RoutebookError(file, f"line {number}", line, "is not UTF-8: save the file as UTF-8") from error
    except OSError as error:
        raise RoutebookError(file, "", None, f"cannot be read ({error.strerror}): make the file readable") from error


_EXAMPLE: dict[str, Callable[[Any], bool]] = {
    "text": lambda v: isinstance(v, str) and bool(v.strip()),
    "route": lambda v: isinstance(v, str) and bool(v),
    "after": lambda v: v is None or isinstance(v, str),
    "qualifier": lambda v: v is None or (isinstance(v, str) and bool(v)),
    "lang": lambda v: v is None or isinstance(v, str),
    # Further keys that `fingerpost data history export` writes.
    "source": lambda v: v is None or isinstance(v, str),
    "cut": lambda v: v is None or isinstance(v, bool),
    "at": lambda v: v is None or isinstance(v, int | float),
}


def _example(file: Path, where: str, row: dict[str, Any]) -> Example:
    for key, value in row.items():
        if key not in _EXAMPLE:
            remedy = f"unknown key{meant(key, _EXAMPLE)}; known: {', '.join(_EXAMPLE)}"
            raise RoutebookError(file, f"{where}: {key}", value, remedy)
    for key, check in _EXAMPLE.items():
        if not check(row.get(key)):
            raise RoutebookError(file, f"{where}: {key}", row.get(key), "missing, empty or of the wrong type")
    return Example(row["text"], row["route"], row.get("after"), row.get("qualifier"))


def _prompts(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    prompts = {}
    for file in sorted(folder.glob("*.md")):
        prompts[file.stem] = _read(file)
        if not prompts[file.stem].strip():
            raise RoutebookError(file, "prompt", "", "is empty: write it or delete the file")
    return prompts
