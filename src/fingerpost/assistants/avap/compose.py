"""Composes AVAP programs from pieces of the documentation's examples, for requests that name what its pages know.

The pages nearest to the clauses of a request name the commands. Each command has a piece (`pieces.toml`); pieces are
ordered by what they do, connected by the variables that they give and take, and put into the blocks asked for. Only a
program that the parser accepts is returned.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fingerpost.assistants.avap.parser import COMMANDS, check
from fingerpost.language.detect import language_of
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.validators import RequestPart

FOLDER = Path(__file__).parent
MIN_COSINE, MIN_WHOLE_COSINE, MIN_ENDPOINT_COSINE = 0.3, 0.4, 0.55
"""Cosines from which the page nearest to a clause, and to the whole request, names a command.

Every program is an endpoint: a request that says so is rarely about registering one."""
RANK_COST, CONCEPT_COST = 0.02, 0.05
"""What a page loses for each better one that the search found, and for not being that of a command."""
SURE_COST = 0.08
"""What the nearest page has to be nearer where a synonym names another."""

_CONDITION = {
    "en": re.compile(r"\b(?:if|unless|otherwise|(?:under|over)\s+\d+)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:si|sino)\b", re.IGNORECASE),
    "pt": re.compile(r"\b(?:se|senão|senao)\b", re.IGNORECASE),
}
_NEGATION = re.compile(r"\s*(?:no|not|without|sin|sem|nada|nunca|never|nothing|não|nao)\b", re.IGNORECASE)
# What a request says that implies a command, beside which of them if not beside any.
_IMPLIED: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("parameter", "addParam", frozenset()),
    ("path", "registerEndpoint", frozenset()),
    ("field", "variableFromJSON", frozenset({"RequestGet"})),
    ("count", "getListLen", frozenset({"ormDirect", "ormAccessSelect", "getQueryParamList", "RequestGet"})),
)
_REPLACES = {
    "startLoop": ("getListLen",),
    "getQueryParamList": ("variableToList",),
    "ormDirect": ("ormAccessSelect", "ormCheckTable"),
    "ormAccessInsert": ("ormDirect",),
    "ormAccessUpdate": ("ormDirect",),
}
_FITTING = frozenset({("text", "date"), ("json", "object")})
_FILL, _IN_TEMPLATE = re.compile(r"\{(\w+)\}"), re.compile(r"\$<(\w+)>")


class Piece(NamedTuple):
    """A piece: its stage, the kind of value it takes ("" for none), its lines, and the variable it gives."""

    stage: int
    takes: str
    lines: Sequence[str]
    gives: str
    kind: str
    with_value: Sequence[str] = ()


class PieceTable(NamedTuple):
    """The data of `pieces.toml`."""

    said: Mapping[str, tuple[re.Pattern[str], str]]
    sources: Mapping[str, Mapping[str, Any]]
    pieces: Mapping[str, Piece]
    blocks: Mapping[str, Sequence[str]]


@cache
def piece_table() -> PieceTable:
    """Return the pieces that programs are composed of."""
    data = tomllib.loads((FOLDER / "pieces.toml").read_text(encoding="utf-8"))
    return PieceTable(
        {name: (re.compile(pattern, re.IGNORECASE), default) for name, (pattern, default) in data["said"].items()},
        data["sources"],
        {name: Piece(**{"takes": "", **piece}) for name, piece in data["pieces"].items()},
        data["blocks"],
    )


@cache
def _commands_of_pages() -> Mapping[str, Sequence[str]]:
    """Return the commands that each page is about: that of its name, else those in its section on syntax."""
    found, known = {}, {*COMMANDS, "function", "return"}
    for page in (FOLDER / "knowledge").rglob("*.md"):
        syntax = fenced_blocks(page.read_text(encoding="utf-8"))[0].code
        named = [page.stem] if page.stem in known else [word for word in re.findall(r"\w+", syntax) if word in known]
        if named:
            found[page.stem] = tuple(dict.fromkeys(named))
    return found


def compose(parts: Sequence[RequestPart]) -> str:
    """Return a sound program for a request, whose first part is the whole of it; "" where it names too little."""
    if not parts:
        return ""
    wanted = wanted_commands(parts)
    code = "\n".join(_Program(parts[0].text, wanted).lines()) if wanted else ""
    return code if code and check(code).valid else ""


def wanted_commands(parts: Sequence[RequestPart]) -> list[str]:
    """Return the commands that a request names, in its order."""
    whole, found, denied = parts[0], list[str](), ""
    for part in parts[1:]:
        if _NEGATION.match(part.text):
            denied = part.text
        elif not denied.endswith(part.text):
            found += [word for word in re.findall(r"\w+", part.text) if word in COMMANDS and len(word) > 4]
            found += _named_by(part, MIN_COSINE)
    found += _named_by(whole, MIN_WHOLE_COSINE) if len(parts) > 1 else _named_by(whole, MIN_COSINE)
    return _completed(found, whole.text) if found else []


def _completed(found: Sequence[str], request: str) -> list[str]:
    """Return the commands that pages name with those that the request's form asks for, without what these replace."""
    said, wanted = piece_table().said, [*found]
    for name, command, beside in _IMPLIED:
        if said[name][0].search(request) and (not beside or beside & set(found)):
            wanted.append(command)
    if _CONDITION[language_of(request)].search(request) and not {"try", "exception"} & set(found):
        wanted.append("if")
    replaced = {name for by, names in _REPLACES.items() if by in wanted for name in names if name not in request}
    if "if" in wanted and "ormCheckTable" in wanted:
        # What is done where the table is missing is part of the condition.
        replaced = replaced - {"ormCheckTable"} | {"ormDirect"}
    return [name for name in dict.fromkeys(wanted) if name not in replaced]


def _named_by(part: RequestPart, least: float) -> Iterator[str]:
    """Yield the commands of the pages that a synonym names, else that of the nearest page."""
    cosines, pages = dict(part.pages), _commands_of_pages()
    sure = [page for page, cosine in part.pages if cosine >= 1 and page in pages]
    yield from (pages[page][0] for page in sure)
    scored = [
        (cosine - RANK_COST * rank - CONCEPT_COST * (page not in pages[page]), page)
        for rank, (page, cosine) in enumerate(part.pages)
        if cosine < 1 and page in pages
    ]
    score, page = max(scored, default=(0.0, ""))
    if score < (SURE_COST + least if sure else least):
        return
    # A page on a subject has several commands: the one whose own page is nearest.
    command = max(pages[page], key=lambda name: cosines.get(name, 0.0))
    if command != "registerEndpoint" or cosines[page] >= MIN_ENDPOINT_COSINE:
        yield command


class _Program:
    """A program in the making: its lines, and the values that they give, by kind."""

    def __init__(self, request: str, wanted: Sequence[str]) -> None:
        self._request, self._wanted, self._table = request, frozenset(wanted), piece_table()
        self._order = [name for name in wanted if name in self._table.pieces]
        self._written: list[str] = []
        self._values: list[tuple[str, str]] = []  # name and kind, the last one last

    def lines(self) -> list[str]:
        """Return the lines; none where the request names no piece and no block."""
        wanted = self._wanted
        if not self._order and not wanted & {"startLoop", "function", "go", "try", "if", "addResult"}:
            return []
        if wanted & {"function", "go", "gather"} and "registerEndpoint" not in wanted:
            self._block("function")
        for name in sorted(self._order, key=lambda name: self._table.pieces[name].stage):
            self._add(self._table.pieces[name])
        self._add_blocks()
        if not self._values:
            self._value("text")
        return self._wrapped()

    def _add(self, piece: Piece) -> None:
        taken = self._value(piece.takes) if piece.takes else ""
        read = next((name for name, kind in self._values if kind == "text"), "")
        self._write(piece.with_value if read and piece.with_value else piece.lines, taken=taken, value=read)
        self._values.append((self._filled(piece.gives), piece.kind))

    def _value(self, kind: str) -> str:
        """Return the last value of a kind; one is read where there is none."""
        for name, known in reversed(self._values):
            if kind in ("any", known) or (kind, known) in _FITTING:
                return name
        source = self._table.sources["text" if kind == "any" else kind]
        self._write(source["lines"], taken=self._value(source["takes"]) if "takes" in source else "")
        self._values.append((self._filled(source["gives"]), kind))
        return self._values[-1][0]

    def _add_blocks(self) -> None:
        wanted, kinds = self._wanted, [kind for _, kind in self._values]
        if wanted & {"startLoop", "endLoop"}:
            counts = "list" not in kinds and "itemFromList" not in wanted
            self._block("count_loop", "total") if counts else self._block("list_loop", "total", self._value("list"))
        if wanted & {"go", "gather"}:
            self._block("background", "result", self._value("any"))
        elif "function" in wanted and "registerEndpoint" not in wanted:
            self._block("call", "result", self._value("any"))
        if wanted & {"if", "else"}:
            self._add_condition(kinds[-1] if kinds else "")

    def _add_condition(self, kind: str) -> None:
        if kind == "truth":
            self._block("missing_table", "message", self._value("truth"))
        elif self._said("bound") and kind in ("", "text", "number"):
            self._values = [value for value in self._values if value[1] != "text"]
            self._written = [] if self._order == ["addParam"] else self._written
            self._block("compare", "message", self._value("number"))
        else:
            self._block("missing_value", "message", self._value("any"))

    def _block(self, name: str, gives: str = "", value: str = "") -> None:
        self._write(self._table.blocks[name], value=value)
        if gives:
            self._values.append((gives, "number" if gives == "total" else "text"))

    def _wrapped(self) -> list[str]:
        """Return the program with its answer, inside the blocks around it."""
        value = self._values[-1][0]
        if self._wanted & {"try", "exception"}:
            return list(self._around("guard", value))
        if "registerEndpoint" in self._wanted:
            return list(self._around("endpoint", value))
        return [*self._written, f"addResult({value})"]

    def _around(self, name: str, value: str) -> Iterator[str]:
        for line in self._table.blocks[name]:
            if line.strip() == "{body}":
                yield from (f"    {inner}" for inner in self._written)
            else:
                yield self._filled(line, value=value)

    def _write(self, lines: Sequence[str], **values: str) -> None:
        self._written += [self._filled(line, **values) for line in lines]

    def _filled(self, line: str, **values: str) -> str:
        filled = _FILL.sub(lambda name: values.get(name[1]) or self._said(name[1]), line)
        return _IN_TEMPLATE.sub(r"${\1}", filled)

    def _said(self, name: str) -> str:
        pattern, default = self._table.said[name]
        found = pattern.search(self._request)
        return found[1] if found else default
