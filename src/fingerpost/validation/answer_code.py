"""The code of an answer, whatever form a model gave it: what is checked, and what else the answer shows as code.

A program is a code block, or lines of their own that the validator recognises; lines of a list are one where the
answer has no other. What a sentence, a heading or a table names in passing is a mention: it is not checked, because
half a program is not wrong, and the caller is told. So is code that is hidden in an encoding.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fingerpost.validation.code_blocks import TAG, CodeBlock, has_fence, split_blocks
from fingerpost.validation.encoded_code import has_encoded_code
from fingerpost.validation.validators import LanguageTools

CodeLines = Callable[[str], Sequence[bool | None]]
"""Returns for each line of a text whether it is code: `Validator.code_lines`."""

MAX_JSON_DEPTH, MAX_JSON_VALUES = 3, 200
"""How deep JSON inside strings of JSON is read, and how many beginnings of JSON in a text are tried."""

# At the beginning of a line or after the end of a phrase: `x = ["a"]` is code.
_JSON_START = re.compile(r'(?:^|[:.!?>])[^\S\n]*(?P<value>\{\s*"|\[\s*[\[{"])', re.MULTILINE)
_UNFINISHED = re.compile(r"[=(,\[{+]\s*\Z")
_DECODER = json.JSONDecoder(strict=False)

_BREAK = re.compile(r"<br\s*/?>|</?(?:p|div|li|tr|td|th)\b[^<>\n]*>", re.IGNORECASE)
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
# A list marker or sign, a number, a letter, a heading, bold text, a prompt, or a label such as `Assistant: `.
_DECORATION = re.compile(
    r"^\s*(?:[^\w\s\"'`({\[$/]{1,6}\s+|\+(?=\w)|\d{1,5}\s*[.):|]?\s+|\w{1,3}[.)]\s+|\*\*|__|\w{0,12}>{1,3}\s+"
    r"|[^\W\d]\w{0,30}(?: \w{1,30})?:\s+)+"
)
# Runs are possessive here and below, and begin where no run is before: a long one is read once, not from each place.
_SPAN = re.compile(r"(?<!`)`++(?P<code>[^`\n]++)`++")
# A call in a sentence: two arguments, a string or its name tell `send(a, b)` and `setName(a)` from `parameter(s)`.
_CALL = re.compile(r"(?<![\w.])(?P<name>[^\W\d][\w.]*+)\(")
_ARGUMENTS = re.compile("[,\"']")
# A name such as `readFile`, which no sentence has by itself; not in an address or a path.
_COMPOUND_NAME = re.compile(r"(?<![\w./@-])[a-z]{3,30}[A-Z]\w{0,40}(?![\w/@-])")
MAX_CALL = 300
"""Characters of a call in a sentence."""
# A name alone, with empty parentheses or without, or signs alone such as `}`.
_BARE_NAME = re.compile(r"[\w.$]++\s*+(?:\(\s*+(?:\.{3}|…)?+\s*+\))?+\s*+[;.]?|\W++")
_NAME = re.compile(r"[^\W\d]\w{1,40}(?:\Z|\()")
_THREE_WORDS = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+ [^\W\d_]{2,}+ [^\W\d_]{2}")
# What begins or ends a listing in other notations: `----`, `#+begin_src`, `\begin{…}`, `:::`, `[code]`, `<textarea>`.
_MARKUP = re.compile(r"(?:[-=~:.*_+]{3,}|#\+|\\|\[/?[a-z]|</?[a-z]|\.\. |\{{3}|\}{3})")
_CLOSING = ("}", ")", "]")
_NO_WORD = re.compile(r"\W*+")
_SPACED_SIGN = re.compile(r" ?([^\w\s]) ?")


class FoundCode(NamedTuple):
    """The code of an answer.

    `programs`: what is checked. `others`: whether it shows other code, which is not. `names`: what the text around the
    programs names as a command, with a parenthesis where it is called; names of the programs themselves are left out.
    """

    programs: list[CodeBlock]
    others: bool = False
    names: tuple[str, ...] = ()

    @property
    def tells(self) -> bool:
        """Return whether there is more than the programs: other code, or names, where unknown ones alone are kept."""
        return self.others or bool(self.names)


def find_code(answer: str, language: str, code_lines: CodeLines, quotable: Iterable[str] = ()) -> FoundCode:
    """Return the code of an answer in a language; `quotable` texts, such as those of the caller, may be quoted.

    Blocks in other languages are no programs beside one in `language`, but alone they are checked: a model that was
    asked for one language and returns another is refused.
    """
    blocks, samples, prose = _take_apart(answer, language)
    own = [block for block in blocks if block.language in ("", language)]
    foreign = [block for block in blocks if block.language not in ("", language)]
    reader = _ProseReader(prose, language, code_lines)
    sent = _Known(quotable if reader.programs or reader.mentions or reader.names else ())
    unfenced, quoted = _split_quotations(reader.programs, _Known(block.code for block in own), sent)
    programs = [*own, *([CodeBlock(unfenced)] if unfenced else [])]
    if not programs:
        programs, foreign = foreign or samples or reader.listed_program(sent), []
    checked = _Known(block.code for block in programs)
    mentions = dict.fromkeys(map(_normalised, reader.mentions))
    others = bool(foreign) or quoted or not all(checked.shows(m) or sent.shows(m) for m in mentions)
    named = [name for name in dict.fromkeys(reader.names) if not checked.names(name) and not sent.names(name)]
    return FoundCode(programs, others or has_encoded_code(prose, code_lines), tuple(named))


def unknown_commands(names: Iterable[str], tools: LanguageTools) -> list[str]:
    """Return those names of an answer's text that are no commands, each with the nearest one where there is one.

    A word such as `list` is no command that is misspelled unless it is called, or differs from one in case alone.
    """
    called = {name.removesuffix("("): name.endswith("(") for name in names}
    return [
        f"{name} ({near}?)" if near else name
        for name, near in tools.unknown_names(called).items()
        if called[name] or _COMPOUND_NAME.fullmatch(name) or near.lower() == name.lower()
    ]


def _take_apart(answer: str, language: str) -> tuple[list[CodeBlock], list[CodeBlock], str]:
    """Return the code blocks of an answer, its blocks of JSON, and the text around them with the strings of all JSON.

    JSON is data and no code, but a string in it may hold the program.
    """
    blocks, samples, prose = list[CodeBlock](), list[CodeBlock](), list[str]()
    texts = deque([(answer, 0)])
    while texts:
        text, depth = texts.popleft()
        if depth < MAX_JSON_DEPTH and (value := _json_value(text)) is not None:
            texts += [(string, depth + 1) for string in _strings(value)]
            continue
        found, around = split_blocks(text)
        for block in found:
            if depth < MAX_JSON_DEPTH and block.language != language and has_fence(block.code):
                # A page of Markdown as a block.
                texts.append((block.code, depth + 1))
                continue
            value = _json_value(block.code) if block.language != language else None
            if value is None:
                blocks.append(block)
            else:
                samples.append(block)
                texts += [(string, depth + 1) for string in _strings(value) if depth < MAX_JSON_DEPTH]
        around, values = _split_json(around) if depth < MAX_JSON_DEPTH else (around, [])
        prose.append(around)
        texts += [(string, depth + 1) for string in _strings(values)]
    return blocks, samples, "\n\n".join(prose)


def _json_value(text: str) -> Any:
    """Return the object or array that a text is; None for all others."""
    text = text.strip()
    if not text.startswith(("{", "[")):
        return None
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _split_json(text: str) -> tuple[str, list[Any]]:
    """Return a text without the objects and arrays of JSON in it, and these."""
    around, values, place = list[str](), list[Any](), 0
    for _ in range(MAX_JSON_VALUES):
        opened = _JSON_START.search(text, place)
        if opened is None:
            break
        start = opened.start("value")
        try:
            if _UNFINISHED.search(text, max(0, start - 100), start):
                raise ValueError("an argument of a call that began on a line before")
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            around.append(text[place : opened.end()])
            place = opened.end()
            continue
        around += [text[place:start], "\n\n"]
        values.append(value)
        place = end
    return "".join([*around, text[place:]]), values


def _strings(value: Any) -> Iterator[str]:
    """Yield the strings in a value of JSON, keys apart."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += reversed(value.values())
        elif isinstance(value, list):
            waiting += reversed(value)


class _Line(NamedTuple):
    """A line of a text: what it says without markup, whether it is code, and whether it makes a program by itself.

    Lines with a label or a list marker, signs such as `}` and lines of other languages belong to a program, but make
    none.
    """

    text: str
    code: bool
    program: bool = False


class _ProseReader:
    """Reads the text around the blocks: the programs in it, and the commands that it mentions."""

    def __init__(self, prose: str, language: str, code_lines: CodeLines) -> None:
        self._language, self._code_lines = language, code_lines
        self.programs: list[list[str]] = []
        self.mentions: list[str] = []
        self.names: list[str] = []
        self._listed: list[str] = []
        self._ends_in_code = False
        paragraph: list[_Line] = []
        for line in [*self._lines(prose), _Line("", code=False)]:
            if line.text.strip():
                paragraph.append(line)
            elif paragraph:
                self._read_paragraph(paragraph)
                paragraph = []

    def _lines(self, prose: str) -> Iterator[_Line]:
        lines = [_QUOTE.sub("", line) for line in _BREAK.sub("\n", prose).split("\n")]
        for line, is_code in zip(lines, self._code_lines("\n".join(lines)), strict=True):
            yield self._read_line(line) if is_code is False else _Line(line, code=True, program=bool(is_code))

    def _read_line(self, line: str) -> _Line:
        """Return a line that is no code as it stands, but may be without its markup."""
        plain = _without_backticks(TAG.sub("", line))
        if plain != line and self._is_code(plain):
            return _Line(plain, code=True, program=any(self._code_lines(plain)))
        bare = _without_backticks(_DECORATION.sub("", plain).rstrip("*_ \t"))
        return _Line(bare, code=True) if bare != plain and self._is_code(bare) else _Line(line, code=False)

    def _is_code(self, text: str) -> bool:
        return any(found is not False for found in self._code_lines(text))

    def _read_paragraph(self, lines: list[_Line]) -> None:
        """Take the program of a paragraph: from its first line of code to its last, and what is no sentence around."""
        if self._ends_in_code and all(line.code for line in lines) and lines[0].text.lstrip().startswith(_CLOSING):
            # The end of the program before, after an empty line.
            self.programs[-1] += ["", *(line.text for line in lines)]
            return
        self._ends_in_code = False
        if any(line.program for line in lines):
            coded = [place for place, line in enumerate(lines) if line.code]
            first, last = coded[0], coded[-1]
            while first > 0 and self._continues(lines[first - 1].text):
                first -= 1
            while last + 1 < len(lines) and self._continues(lines[last + 1].text):
                last += 1
            self.programs.append([line.text for line in lines[first : last + 1]])
            self._ends_in_code = last + 1 == len(lines)
            lines = [*lines[:first], *lines[last + 1 :]]
        for line in lines:
            if line.code:
                self._listed.append(line.text)
            else:
                self.names += _names_in(line.text)
            named = [line.text] if line.code else [*_named_in(line.text)]
            self.mentions += [name for name in named if not _BARE_NAME.fullmatch(name) and self._is_code(name)]

    def listed_program(self, sent: _Known) -> list[CodeBlock]:
        """Return the lines of lists as one program; a single line names a command, and so do lines that were sent."""
        lines = [line for line in self._listed if not sent.shows(_normalised(line))]
        return [CodeBlock("\n".join(lines))] if len(lines) > 1 else []

    def _continues(self, line: str) -> bool:
        """Return whether a line beside code may belong to it, as `} else {` does: no sentence, title or markup."""
        text = line.strip().lower()
        markup = _DECORATION.match(line) or _MARKUP.match(text)
        return not markup and not _is_sentence(line) and text != self._language


def _named_in(line: str) -> Iterator[str]:
    """Yield what a line of text shows as code: the cells of a table, its code spans, and its calls outside of them."""
    if line.lstrip().startswith("|"):
        yield from (cell.strip("` ") for cell in line.split("|"))
    for span in _SPAN.finditer(line):
        yield span["code"].strip()
    text = _SPAN.sub("", line)
    for call in _CALL.finditer(text):
        written = text[call.start() : _call_end(text, call.end())]
        if _ARGUMENTS.search(written) or _COMPOUND_NAME.fullmatch(call["name"]):
            yield written


def _call_end(text: str, opened: int) -> int:
    """Return the place after the parenthesis that closes a call; that after MAX_CALL characters where none does."""
    depth, end = 1, min(len(text), opened + MAX_CALL)
    for place in range(opened, end):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    return end


def _names_in(line: str) -> Iterator[str]:
    """Yield what a line of text names as a command: code spans of a name alone, calls, and names such as `readFile`."""
    for span in _SPAN.finditer(line):
        if name := _NAME.match(span["code"].strip()):
            yield name[0]
    yield from (name[0] for name in _COMPOUND_NAME.finditer(_SPAN.sub("", line)))


def _without_backticks(line: str) -> str:
    """Return a line without the backticks around it; those of a string within it stay."""
    text = line.strip()
    inside = text.strip("`")
    around = text.startswith("`") and text.endswith("`") and "`" not in inside
    # An odd backtick opens or closes a span over several lines.
    return inside.strip() if around or text.count("`") % 2 else line


def _is_sentence(line: str) -> bool:
    """Return whether a line has three words in a row, or ends like a sentence or a title."""
    # Read from the end: a search for the last word would begin again at each sign.
    end = _NO_WORD.match(line[::-1])
    return bool(_THREE_WORDS.search(line) or (end and set(".:!?…") & set(end[0])))


def _normalised(line: str) -> str:
    """Return a line of code without the spaces that mean nothing: `f( a,b )` is `f(a, b)`."""
    return _SPACED_SIGN.sub(r"\1", " ".join(line.split()))


class _Known:
    """Texts that an answer may repeat: the checked programs, or what the caller sent."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = [line for text in texts for line in [*map(_normalised, text.splitlines()), "\n"] if line]
        self._lines, self._text = set(lines), "\n".join(["", *lines, ""])
        self._words: frozenset[str] | None = None

    def names(self, name: str) -> bool:
        """Return whether a name, without the parenthesis of its call, is a word here."""
        if self._words is None:
            self._words = frozenset(re.findall(r"\w+", self._text))
        return name.removesuffix("(") in self._words

    def has_lines(self, lines: Sequence[str]) -> bool:
        """Return whether each of these lines is one here, in whatever order."""
        return self._lines.issuperset(lines)

    def has_run(self, lines: Sequence[str]) -> bool:
        """Return whether these lines stand here one after the other."""
        return "\n".join(["", *lines, ""]) in self._text

    def shows(self, mention: str) -> bool:
        """Return whether a mention is a line here or a whole part of one: `f(a` is no part of `f(a, b)`."""
        if mention in self._lines:
            return True
        if any(mention.count(opening) != mention.count(closing) for opening, closing in ("()", "[]", "{}")):
            return False
        place = self._text.find(mention)
        while place > 0 and _in_word(self._text[place - 1 : place + 1]):
            place = self._text.find(mention, place + 1)
        return place > 0 and not _in_word(self._text[place + len(mention) - 1 : place + len(mention) + 1])


def _in_word(pair: str) -> bool:
    """Return whether two characters are in the same name or number."""
    return all(character.isalnum() or character in "_." for character in pair)


def _split_quotations(programs: list[list[str]], checked: _Known, sent: _Known) -> tuple[str, bool]:
    """Return the programs that only this answer has, as one, and whether it quotes others that are not checked.

    What repeats checked code is checked. What the caller sent is not held against the answer, but is not checked: an
    answer may say that it is right.
    """
    new, quoted = list[list[str]](), False
    for program in programs:
        lines = [line for line in map(_normalised, program) if line]
        if checked.has_run(lines):
            continue
        if checked.has_lines(lines) or sent.has_lines(lines):
            quoted = True
        else:
            new.append(program)
    return "\n\n".join("\n".join(program) for program in new), quoted
