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

from fingerpost.assistants.avap.asked_as import asked_shares
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
WORDED, UNSEEN = 0.6, 0.1
"""What a page gains whose phrases a clause says, and the cosine of a page that the search did not find."""
SURE_COST = 0.08
"""What the nearest page has to be nearer where a synonym names another."""

_CONDITION = {
    "en": re.compile(r"\b(?:if|unless|otherwise|(?:under|over)\s+\d+)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:si|sino)\b", re.IGNORECASE),
    "pt": re.compile(r"\b(?:se|senão|senao)\b", re.IGNORECASE),
}
_STORED = frozenset({"text", "number", "date", "stamp"})
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
_JOIN = re.compile(
    r"(?:\s*,\s*|\s+)(?:and|y|e)\s+(?:the\s+|el\s+|la\s+|o\s+|a\s+)?|\s*,\s*(?:the\s+|el\s+|la\s+|o\s+|a\s+)?",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_FITTING = frozenset({("text", "date"), ("json", "object")})
_FILL, _IN_TEMPLATE = re.compile(r"\{(\w+)\}"), re.compile(r"\$<(\w+)>")


class Piece(NamedTuple):
    """A piece: its stage, the kind of value it takes ("" for none), its lines, and the variable it gives.

    with_value: the lines where a parameter was read. of_all: it takes all values that nothing has taken yet, and
    of_each: it is written for each of them.
    """

    stage: int
    takes: str
    lines: Sequence[str]
    gives: str
    kind: str
    with_value: Sequence[str] = ()
    of_all: bool = False
    of_each: bool = False


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
    unfit = frozenset[str]() if _CONDITION[language_of(whole.text)].search(whole.text) else _truths()
    for part in parts[1:]:
        if _NEGATION.match(part.text):
            denied = part.text
        elif not denied.endswith(part.text):
            found += [word for word in re.findall(r"\w+", part.text) if word in COMMANDS and len(word) > 4]
            found += _named_by(part, MIN_COSINE, unfit)
    found += _named_by(whole, MIN_WHOLE_COSINE if len(parts) > 1 else MIN_COSINE, unfit)
    wanted = _completed(found, whole.text)
    # What a request implies is a program only together: `if` alone is in every sentence.
    return wanted if found or len(wanted) > 1 or "registerEndpoint" in wanted else []


def _takes_or_gives_list(name: str) -> bool:
    piece = piece_table().pieces.get(name)
    return piece is not None and "list" in (piece.takes, piece.kind)


def _truths() -> frozenset[str]:
    """Return the commands that give a truth, which is of use for a condition alone."""
    return frozenset(name for name, piece in piece_table().pieces.items() if piece.kind == "truth")


def _completed(found: Sequence[str], request: str) -> list[str]:
    """Return the commands that pages name with those that the request's form asks for, without what these replace."""
    said, wanted = piece_table().said, [*found]
    for name, command, beside in _IMPLIED:
        if said[name][0].search(request) and (not beside or beside & set(found)):
            wanted.append(command)
    if said["failure"][0].search(request):
        wanted.append("try")
    elif _CONDITION[language_of(request)].search(request) and not {"try", "exception"} & set(found):
        wanted.append("if")
    bounded = any(said[name][0].search(request) for name in ("over", "under"))
    if (said["first"][0].search(request) and said["last"][0].search(request)) or (
        bounded and "if" not in wanted and any(_takes_or_gives_list(name) for name in wanted)
    ):
        wanted.append("startLoop")
    if len(said_names(request)) > 1 and "getQueryParamList" in wanted:
        wanted = [name for name in wanted if name != "getQueryParamList"] + ["addParam"]
    replaced = {name for by, names in _REPLACES.items() if by in wanted for name in names if name not in request}
    if "if" in wanted and "ormCheckTable" in wanted:
        # What is done where the table is missing is part of the condition.
        replaced = replaced - {"ormCheckTable"} | {"ormDirect"}
    return [name for name in dict.fromkeys(wanted) if name not in replaced]


def _named_by(part: RequestPart, least: float, unfit: frozenset[str]) -> Iterator[str]:
    """Yield the commands of the pages that a synonym names, else that of the nearest page but for the unfit ones."""
    cosines, pages, worded = dict(part.pages), _commands_of_pages(), asked_shares(part.text)
    sure = [page for page, cosine in part.pages if cosine >= 1 and page in pages]
    yield from (pages[page][0] for page in sure)
    ranks = {page: rank for rank, (page, _) in enumerate(part.pages)}
    scored = [
        (
            cosines.get(page, UNSEEN)
            - RANK_COST * ranks.get(page, len(ranks))
            - CONCEPT_COST * (page not in pages[page])
            + WORDED * worded.get(page, 0.0) * (not sure),
            page,
        )
        for page in {**cosines, **worded}
        if cosines.get(page, UNSEEN) < 1 and page in pages and page not in unfit
    ]
    score, page = max(scored, default=(0.0, ""))
    if score < (SURE_COST + least if sure else least):
        return
    # A page on a subject has several commands: the one whose own page is nearest.
    command = max(pages[page], key=lambda name: cosines.get(name, 0.0))
    if command != "registerEndpoint" or cosines.get(page, UNSEEN) >= MIN_ENDPOINT_COSINE:
        yield command


def said_names(request: str) -> list[str]:
    """Return the names of the parameters that a request speaks of, in its order."""
    said = piece_table().said
    several = said["parameters"][0].search(request)
    if several:
        return list(dict.fromkeys(_NAME.findall(_JOIN.sub(",", next(group for group in several.groups() if group)))))
    one = said["parameter"][0].search(request)
    return [one[1]] if one else []


class _Program:
    """A program in the making: its lines, and the values that they give, by kind."""

    def __init__(self, request: str, wanted: Sequence[str]) -> None:
        self._request, self._wanted, self._table = request, frozenset(wanted), piece_table()
        self._order = [name for name in wanted if name in self._table.pieces]
        self._parameters = frozenset(names) if len(names := said_names(request)) > 1 else frozenset()
        self._written: list[str] = []
        self._values: list[tuple[str, str]] = []  # name and kind, the last one last
        self._used: set[str] = set()  # values that a piece has taken

    def lines(self) -> list[str]:
        """Return the lines; none where the request names no piece and no block."""
        wanted = self._wanted
        if not self._order and not wanted & {
            "startLoop",
            "function",
            "go",
            "try",
            "if",
            "addResult",
            "registerEndpoint",
        }:
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
        if piece is self._table.pieces.get("addParam"):
            self._read_parameters(piece)
            return
        taken = self._value(piece.takes) if piece.takes else ""
        read = next((name for name, kind in self._values if kind == "text"), "")
        if piece.of_all:
            values = [name for name, kind in self._values if name not in self._used and kind in _STORED] or [taken]
            self._write(piece.lines, taken=", ".join(values), value=read)
            self._used |= {*values}
        elif piece.of_each and len(self._texts()) > 1:
            for name in self._texts():
                self._write(piece.lines, taken=name)
                self._used.add(name)
        else:
            self._write(piece.with_value if read and piece.with_value else piece.lines, taken=taken, value=read)
            self._used.add(taken)
        self._values.append((self._filled(piece.gives), piece.kind))

    def _texts(self) -> list[str]:
        return [name for name, kind in self._values if kind in _STORED and name not in self._used]

    def _read_parameters(self, piece: Piece) -> None:
        for name in said_names(self._request) or [self._said("parameter")]:
            self._write(piece.lines, parameter=name)
            self._values.append((self._filled(piece.gives, parameter=name), piece.kind))

    def _value(self, kind: str) -> str:
        """Return the last value of a kind, or a parameter that is named again; one is read where there is none."""
        fit = [name for name, known in reversed(self._values) if kind in ("any", known) or (kind, known) in _FITTING]
        if fit:
            return next((name for name in fit if name in self._parameters and self._again(name)), fit[0])
        source = self._table.sources["text" if kind == "any" else kind]
        read = next((name for name, known in self._values if known == "text"), "")
        if read and "from_text" in source:
            self._write(source["from_text"], taken=read)
            self._values.append((f"{read}_number", kind))
            return f"{read}_number"
        self._write(source["lines"], taken=self._value(source["takes"]) if "takes" in source else "")
        self._values.append((self._filled(source["gives"]), kind))
        return self._values[-1][0]

    def _again(self, name: str) -> bool:
        """Return whether a request names one of its several parameters again, and nothing has taken it yet."""
        times = len(re.findall(rf"\b{re.escape(name)}\b", self._request, re.IGNORECASE))
        return times > 1 and name not in self._used

    def _reckon(self) -> None:
        """Write the sum or the product of several parameters where a request asks for it."""
        names = [name for name, _ in self._values if name in self._parameters]
        sign = next((sign for said, sign in (("times", " * "), ("sum", " + ")) if self._is_said(said)), "")
        if sign and len(names) > 1:
            self._write([f"total = {sign.join(f'float({name})' for name in names)}"])
            self._values.append(("total", "number"))

    def _add_blocks(self) -> None:
        self._reckon()
        wanted, kinds = self._wanted, [kind for _, kind in self._values]
        if wanted & {"startLoop", "endLoop"}:
            self._add_loop(counts="list" not in kinds and "itemFromList" not in wanted and self._is_said("last"))
        if wanted & {"go", "gather"}:
            self._block("background", "result", self._value("any"))
        elif "function" in wanted and "registerEndpoint" not in wanted:
            self._block("call", "result", self._value("any"))
        if wanted & {"if", "else"} and not self._filters:
            self._add_condition(kinds[-1] if kinds else "")

    def _add_loop(self, *, counts: bool) -> None:
        """Write a loop over numbers, or over a list: it adds the elements up, or keeps those beyond a bound."""
        if counts:
            self._block("count_loop", "total")
        elif not self._filters:
            self._block("list_loop", "total", self._value("list"))
        else:
            self._block("filter_loop", "chosen", self._value("list"))
            if self._is_said("count"):
                self._write(["getListLen(chosen, total)"])
                self._values.append(("total", "number"))

    @property
    def _filters(self) -> bool:
        """Return whether the elements of a list are compared with a bound."""
        return bool(self._wanted & {"startLoop", "endLoop"}) and (self._is_said("over") or self._is_said("under"))

    def _is_said(self, name: str) -> bool:
        return self._table.said[name][0].search(self._request) is not None

    def _limit(self) -> str:
        """Return the bound of a comparison, with which elements of a list are kept."""
        found = [self._table.said[name][0].search(self._request) for name in ("over", "under")]
        return next((one[1] for one in found if one), "0")

    def _sign(self) -> str:
        return "<" if self._is_said("under") else ">"

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
        values = {"sign": self._sign(), "limit": self._limit(), **values}
        filled = _FILL.sub(lambda name: values.get(name[1]) or self._said(name[1]), line)
        return _IN_TEMPLATE.sub(r"${\1}", filled)

    def _said(self, name: str) -> str:
        pattern, default = self._table.said[name]
        found = pattern.search(self._request)
        return found[1] if found else default
