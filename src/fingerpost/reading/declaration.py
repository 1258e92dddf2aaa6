"""What an app declares: its actions, their typed parameters, and annotated examples.

A declaration is a TOML file or the same as a mapping:

    [actions.water]
    does = "notes that plants were watered"
    parameters.plants = { type = "item", many = true, required = true }
    parameters.date = { type = "date", past = true }
    examples = ["I watered [the fern](plants) [yesterday](date)", "regué [el cactus](plants)"]
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from fingerpost.errors import FingerpostError
from fingerpost.reading.annotation import NEXT_REQUEST, AnnotatedRequest, AnnotatedText, parse

TYPES = ("name", "item", "person", "amount", "number", "rating", "date", "share", "choice", "text")
"""What a parameter may be, in the order that the network's weights know."""
NONE = "none"
"""The action of an example that asks for nothing."""

_ACTION_KEYS = ("does", "parameters", "examples")
_PARAMETER_KEYS = ("type", "many", "required", "choices", "past", "ask")


FEW = 9
"""Examples that an added action has at least."""


class DeclarationError(FingerpostError):
    """A declaration that contradicts itself, with where."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter of an action.

    `types`: mostly one; several where the value may be either, such as a number or a date. `choices`: each with the
    words that name it. `past`: a weekday is the last one, not the next. `ask`: the question where a required one is
    missing, by language.
    """

    name: str
    types: tuple[str, ...]
    many: bool = False
    required: bool = False
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    past: bool = False
    ask: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeclaredAction:
    """Something that the app can do."""

    name: str
    does: str
    parameters: Mapping[str, Parameter]


@dataclass(frozen=True, slots=True)
class AnnotatedExample:
    """A message and what it asks for: one action a request."""

    annotated: AnnotatedText
    actions: tuple[str, ...]

    @property
    def requests(self) -> Sequence[tuple[str, AnnotatedRequest]]:
        """Return each request with its action."""
        return tuple(zip(self.actions, self.annotated.requests, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Declaration:
    """The actions of an app and the examples that teach them."""

    name: str
    actions: Mapping[str, DeclaredAction]
    examples: tuple[AnnotatedExample, ...]


def load(path: str | Path) -> Declaration:
    """Read a declaration from a TOML file; raise DeclarationError with file and line."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeclarationError(f"{path}: {error}") from error
    source = _Source(str(path), text)
    further = content.pop("examples_file", None)
    if further is not None:
        content["examples"] = [*_rows(content, source), *_rows_of(path.parent / str(further))]
    return declare(content, name=path.stem, source=source)


def _rows_of(path: Path) -> list[Any]:
    """Return the examples of a file with one JSON object a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DeclarationError(f"{path}: {error}") from error
    return [_row(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _row(path: Path, number: int, line: str) -> Any:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise DeclarationError(f"{path}, line {number}: {error}") from error
    return {key: row[key] for key in row if key != "lang"} if isinstance(row, dict) else row


def joined(one: Declaration, other: Declaration) -> Declaration:
    """Return a declaration with the actions and examples of another; its own come first, and win.

    Of each added action it takes no more examples than its own actions have, so that these are not outweighed.
    """
    further = {name: action for name, action in other.actions.items() if name not in one.actions}
    most = max(FEW, len(one.examples) // max(1, len(one.actions)))
    examples = [
        example
        for name in (*further, NONE)
        for example in _spread([each for each in other.examples if each.actions == (name,)], most)
    ]
    return Declaration(one.name, {**one.actions, **further}, (*one.examples, *examples))


def _spread(examples: Sequence[AnnotatedExample], most: int) -> list[AnnotatedExample]:
    """Return so many of some examples, evenly from their beginning to their end."""
    count = min(most, len(examples))
    return [examples[n * len(examples) // count] for n in range(count)]


def declare(content: Mapping[str, Any], name: str = "app", source: _Source | None = None) -> Declaration:
    """Return the declaration that a mapping describes; raise DeclarationError where it contradicts itself.

    `content["examples"]` may hold further examples: `{"text": …, "actions": […]}`, with the action "none" for messages
    that ask for nothing.
    """
    source = source or _Source(name, "")
    stray = [key for key in content if key not in ("name", "actions", "examples")]
    if stray:
        raise source.error(f"unknown key {stray[0]!r}; known: name, actions, examples", stray[0])
    declared = content.get("actions")
    if not isinstance(declared, Mapping) or not declared:
        raise source.error("it declares no actions: write a table [actions.NAME] for each")
    actions = {key: _action(key, value, source) for key, value in declared.items()}
    examples = [
        _example(text, (key,) * (text.count(NEXT_REQUEST) + 1), actions, source)
        for key, value in declared.items()
        for text in _texts(key, value, source)
    ]
    for row in _rows(content, source):
        if not isinstance(row, Mapping) or "text" not in row or "actions" not in row:
            raise source.error(f"an example needs text and actions: {row!r}", "examples")
        of = row["actions"]
        if not isinstance(of, list | tuple) or not all(isinstance(action, str) for action in of):
            raise source.error(
                f'{row["text"]!r}: actions is a list of names, as ["none"], not {of!r}', str(row["text"]) or "actions"
            )
        examples.append(_example(row["text"], tuple(of), actions, source))
    taught = {action for example in examples for action in example.actions}
    for key in actions:
        if key not in taught:
            raise source.error(f"action {key!r} has no examples: write some, about eight in each language", key)
    return Declaration(str(content.get("name", name)), actions, tuple(examples))


def _rows(content: Mapping[str, Any], source: _Source) -> Sequence[Any]:
    """Return the examples beside those of the actions."""
    rows = content.get("examples", ())
    if not isinstance(rows, list | tuple):
        raise source.error(
            f'examples beside actions are tables [[examples]] with text and actions = ["none"], not {rows!r}',
            "examples",
        )
    return rows


def _texts(action: str, content: Mapping[str, Any], source: _Source) -> Sequence[str]:
    """Return the examples of an action."""
    texts = content.get("examples", ())
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise source.error(
            f'action {action!r}: examples is a list of messages, as ["add [milk](name)"], not {texts!r}',
            "examples",
            action,
        )
    return texts


def _action(name: str, content: Any, source: _Source) -> DeclaredAction:
    if name == NONE:
        raise source.error("no action can be called 'none': it stands for messages that ask for nothing", name)
    if not isinstance(content, Mapping):
        raise source.error(f"action {name!r} is no table", name)
    for key in content:
        if key not in _ACTION_KEYS:
            raise source.error(f"action {name!r}: unknown key {key!r}{_meant(key, _ACTION_KEYS)}", key)
    declared = content.get("parameters", {})
    if not isinstance(declared, Mapping):
        raise source.error(
            f'action {name!r}: parameters is a table, as parameters.NAME = {{ type = "item" }}, not {declared!r}',
            "parameters",
            name,
        )
    parameters = {key: _parameter(name, key, value, source) for key, value in declared.items()}
    return DeclaredAction(name, str(content.get("does", name)), parameters)


def _parameter(action: str, name: str, content: Any, source: _Source) -> Parameter:
    where = f"parameter {name!r} of action {action!r}"
    if isinstance(content, str):
        content = {"type": content}
    if not isinstance(content, Mapping) or "type" not in content:
        raise source.error(f"{where} has no type; types: {', '.join(TYPES)}", name)
    for key in content:
        if key not in _PARAMETER_KEYS:
            raise source.error(f"{where}: unknown key {key!r}{_meant(key, _PARAMETER_KEYS)}", name)
    types = _types(content["type"], where, name, source)
    choices = _choices(content.get("choices", ()), where, name, source)
    if bool(choices) != ("choice" in types):
        raise source.error(f"{where}: a choice, and nothing else, has choices", name)
    for key in ("many", "required", "past"):
        if not isinstance(content.get(key, False), bool):
            raise source.error(f"{where}: {key} is true or false, without quotes, not {content[key]!r}", name)
    return Parameter(
        name,
        types,
        content.get("many", False),
        content.get("required", False),
        choices,
        content.get("past", False),
        _question(content.get("ask", {}), where, name, source),
    )


def _types(content: Any, where: str, name: str, source: _Source) -> tuple[str, ...]:
    if not isinstance(content, str | list | tuple) or not content:
        raise source.error(f"{where}: type is one of {', '.join(TYPES)}, or a list of them, not {content!r}", name)
    types = (content,) if isinstance(content, str) else tuple(content)
    for kind in types:
        if kind not in TYPES:
            raise source.error(f"{where}: unknown type {kind!r}{_meant(str(kind), TYPES)}", name)
    return types


def _choices(content: Any, where: str, name: str, source: _Source) -> dict[str, tuple[str, ...]]:
    """Return the choices, each with the words that name it."""
    table = dict.fromkeys(map(_named, content), ()) if isinstance(content, list | tuple) else content
    if not isinstance(table, Mapping) or not all(
        isinstance(choice, str) and choice and isinstance(words, list | tuple) and all(map(_is_text, words))
        for choice, words in table.items()
    ):
        raise source.error(
            f'{where}: choices is a list of names, as ["open", "done"], or a table of the words of each, as'
            f' {{ open = ["abierto"], done = [] }}, not {content!r}',
            name,
        )
    return {choice: (choice.replace("_", " "), *words) for choice, words in table.items()}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _named(value: Any) -> str:
    """Return a name; "" for what is none, and may not be a key of a table."""
    return value if isinstance(value, str) else ""


def _question(ask: Any, where: str, name: str, source: _Source) -> Mapping[str, str]:
    if not isinstance(ask, Mapping) or not all(isinstance(said, str) and said for said in ask.values()):
        raise source.error(f'{where}: ask is a table of questions by language, as {{ en = "Which one?" }}', name)
    return dict(ask)


def _example(
    text: Any, of: tuple[str, ...], actions: Mapping[str, DeclaredAction], source: _Source
) -> AnnotatedExample:
    if not isinstance(text, str) or not text.strip():
        raise source.error(f"an example is no text: {text!r}")
    try:
        annotated = parse(text)
    except ValueError as error:
        raise source.error(str(error), text) from error
    if len(annotated.requests) != len(of):
        raise source.error(f"{text!r}: {len(annotated.requests)} requests (parted by ||) and {len(of)} actions", text)
    for action, request in zip(of, annotated.requests, strict=True):
        if request.start == request.end:
            raise source.error(f"{text!r}: a request has no words: || parts two, and ends none", text)
        if action == NONE:
            if request.spans:
                raise source.error(f"{text!r}: a message that asks for nothing has values", text)
            continue
        if action not in actions:
            raise source.error(f"{text!r}: there is no action {action!r}{_meant(action, actions)}", text)
        known = actions[action].parameters
        for name in (*(span.parameter for span in request.spans), *(name for name, _ in request.choices)):
            if name not in known:
                raise source.error(f"{text!r}: action {action!r} has no parameter {name!r}{_meant(name, known)}", text)
        for name, choice in request.choices:
            if choice not in known[name].choices:
                raise source.error(
                    f"{text!r}: {name!r} has no choice {choice!r}{_meant(choice, known[name].choices)}", text
                )
    return AnnotatedExample(annotated, of)


def _meant(word: str, known: Any) -> str:
    close = get_close_matches(word, list(known), n=1)
    return f"; is {close[0]!r} meant?" if close else f"; known: {', '.join(known)}"


class _Source:
    """Where a declaration comes from, for errors."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._lines = name, text.splitlines()

    def error(self, what: str, near: str = "", of: str = "") -> DeclarationError:
        """Return an error with the first line that defines a name, or else contains a text; `of`: after another one."""
        after = self._line(of, 0) if of else 0
        line = (self._line(near, after) or after) if near else 0
        return DeclarationError(f"{self._name}{f', line {line}' if line else ''}: {what}")

    def _line(self, near: str, after: int) -> int:
        defines = re.compile(rf"(?:^|[.\[\s]){re.escape(near)}(?:\]|\s*=)")
        lines = [(n, line) for n, line in enumerate(self._lines, 1) if n >= after]
        of_text = next((n for n, line in lines if near in line), 0)
        return next((n for n, line in lines if defines.search(line)), of_text)
