"""Reads YAML and JSON files of strangers: bounded, without types of their own, and no key twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fingerpost.errors import RowsError

MAX_BYTES = 20_000_000
"""Bytes of a file that is read: some 100,000 messages have fewer."""

MAX_DEPTH = 50
"""Lists and mappings inside each other; a file of routes has five."""


def read_bytes(file: Path) -> bytes:
    """Return the content of a file that is small enough; raise RowsError for any other, and for what is no file."""
    try:
        if not file.is_file():
            raise RowsError(f"{file}: {'is no file' if file.exists() else 'no such file'}: name the file to import")
        if (size := file.stat().st_size) > MAX_BYTES:
            raise RowsError(f"{file}: has {size:,} bytes, and {MAX_BYTES:,} are read: import a part of it")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise RowsError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def read_data(file: Path) -> Any:
    """Return what a YAML or JSON file holds, as dicts, lists and scalars; every scalar of YAML is a string."""
    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RowsError(f"{file}: is not UTF-8 (byte {error.start:,}): save it as UTF-8") from error
    try:
        return _json(text) if file.suffix.lower() == ".json" else _yaml(file, text)
    except _RepeatedKeyError as error:
        raise RowsError(f"{file}: has the key {error} twice in one place: keep one") from error
    except RecursionError as error:
        raise RowsError(f"{file}: is nested too deeply to be a file of routes") from error
    except ValueError as error:
        raise RowsError(f"{file}: is no {'JSON' if file.suffix.lower() == '.json' else 'YAML'}: {error}") from error


class _RepeatedKeyError(Exception):
    """A key stands twice in one mapping, of which a reader would silently drop one."""


def _json(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return _without_repeats([key for key, _ in pairs]) or dict(pairs)

    return json.loads(text, object_pairs_hook=once)


def _without_repeats(keys: list[Any]) -> dict[str, Any]:
    seen: set[Any] = set()
    for key in keys:
        if key in seen:
            raise _RepeatedKeyError(repr(key)[:80])
        seen.add(key)
    return {}


def _yaml(file: Path, text: str) -> Any:
    try:
        import yaml
    except ImportError as error:
        raise RowsError(f"{file}: YAML needs a package: pip install 'fingerpost[yaml]'") from error

    fastest: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

    class Loader(fastest):  # type: ignore[misc] # a class written in C has no type
        """Makes dicts, lists and strings only: tags, types, dates and merge keys mean nothing to it."""

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            _without_repeats([key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)])
            return super().construct_mapping(node, deep)

    try:
        _check_depth(yaml, text, fastest)
        # Not yaml.load: the loader above is stricter than the one of safe_load, but has another name.
        return Loader(text).get_single_data()
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())[:300]) from error


def _check_depth(yaml: Any, text: str, loader: Any) -> None:
    """Raise RecursionError for parts too deep inside each other: on those the reader written in C ends the process."""
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise RecursionError
