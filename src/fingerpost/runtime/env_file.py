"""Reads `.env` files: NAME=value, quotes, comments and `export`; no interpolation, no shell."""

from __future__ import annotations

import re
from pathlib import Path

from fingerpost.errors import SettingsError

_ASSIGNMENT = re.compile(r"[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=")
_QUOTED = re.compile(r"""[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)")""", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_COMMENT = re.compile(r"\s#.*")


def read_env_file(file: Path) -> dict[str, str]:
    """Return the variables of a file; raise SettingsError with file and line, and never with a value."""
    try:
        # A byte order mark is skipped, and line ends of Windows are read as others are.
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {error.strerror or error}") from error
    variables: dict[str, str] = {}
    place, number = 0, 1
    while place < len(text):
        line, end = f"{file}, line {number}", _line_end(text, place)
        content = text[place:end].strip()
        if content and not content.startswith("#"):
            named = _ASSIGNMENT.match(text, place)
            if named is None:
                raise SettingsError(f"{line}: is no setting: write NAME=value, or begin the line with #")
            variables[named[1]], end = _value(text, named.end(), f"{line}, {named[1]}")
        number += text.count("\n", place, end) + 1
        place = end + 1
    return variables


def _value(text: str, start: int, where: str) -> tuple[str, int]:
    """Return the value that begins there, and where its last line ends."""
    end = _line_end(text, start)
    value = text[start:end]
    if value.lstrip().startswith(("'", '"')):
        quoted = _QUOTED.match(text, start)
        if quoted is None:
            raise SettingsError(f"{where}: the quote is not closed: add the closing one")
        end = _line_end(text, quoted.end())
        rest = text[quoted.end() : end].strip()
        if rest and not rest.startswith("#"):
            raise SettingsError(f"{where}: there is more after the closing quote: quote the whole value")
        value = quoted[1] if quoted[1] is not None else _ESCAPED.sub(_unescaped, quoted[2])
    else:
        value = _COMMENT.sub("", value).strip()
    if "\0" in value:
        raise SettingsError(f"{where}: holds a null character: remove it")
    return value, end


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _unescaped(found: re.Match[str]) -> str:
    r"""Return what an escape in double quotes stands for; unknown ones stay as they are."""
    known = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
    return known.get(found[1], found[0])
