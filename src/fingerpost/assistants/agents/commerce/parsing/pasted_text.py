"""Repairs pasted text: restores line breaks, spacing and cells that a chat or a scanner destroyed."""

from __future__ import annotations

import csv
import re
from itertools import islice, pairwise

from fingerpost.assistants.agents.commerce.language.labels import find_labels, normalize
from fingerpost.assistants.agents.commerce.parsing.layout import MOST_ROWS
from fingerpost.assistants.agents.commerce.parsing.table_header import role_of

LONGEST_LINE = 6_000
"""Maximum number of characters read per line."""
HEADER_WITHIN, MOST_HEADINGS = 100, 100
"""Lines with commas among which the header of a pasted table is looked for, and columns that are looked at."""

_QUANTITY = re.compile(r"(?<![\w.,])\d{1,4}(?:[.,]\d{1,3})?\s?[x×]\s+(?=[^\W\d_])")
_ISSUED_BY_TO = re.compile(
    r"\s(?:por|by)\s+([A-ZÀ-Ý][^,;:]{3,90}?)\s+(?:para|to|a)\s+([A-ZÀ-Ý][^,;:.]{3,60})(?=[,;.:])"
)
_BREAKS = frozenset(
    {
        "subtotal",
        "discount",
        "shipping",
        "total",
        "grand",
        "tax",
        "issued",
        "due",
        "seller",
        "buyer",
        "terms",
        "balance",
        "other",
    }
)
_MONEY = re.compile(r"(?<![\w.,])\d[\d.,]*[.,]\d\d(?![\w%])|[$€£]\s?\d")
_SEPARATORS = re.compile(
    r";\s+|\s[/|+–—]\s+|,\s+(?=\d)|(?<=\d),\s+(?=\S)|\s(?:y|e|and)\s+(?=\d)|[?]\s+|:\s+(?=\d+\s+(?!%)[^\W\d_])"
)
"""Separators between lines that were joined into one."""
_COLON = re.compile(r"[^:]{3,60}:\s+(?=[^\W\d_])")
_SUMS = frozenset({"subtotal", "grand", "total", "tax", "discount", "shipping"})
_AMOUNT = re.compile(r"\s*+[:=]?\s*+(?:\(?\d+[.,]?\d*\s?%\)?)?\s*+:?\s*+(?:de )?(?:r\$|us\$|[€$£])?\s*+-?\d")


_SPLIT_NUMBER = re.compile(r"(?<=\d) {1,2}([.,]) {0,2}(?=\d)")
_LETTERS_APART = re.compile(r"(?<!\S)(?:[^\W\d_] ){4,80}[^\W\d_](?!\S)")
_SPACED_LETTERS = re.compile(r"(?<!\S)[\w.](?: [\w.,/&-]){1,80}(?!\S)")
_THREE = re.compile(r" {3}(?! )")
_DOUBLE_SPACE = re.compile(r"(?<! )  (?! )")
_WORDS_APART, _WORDS_TOGETHER = (re.compile(rf"[^\W\d_]{{2}} {{{gap}}}(?=[^\W\d_]{{2}})") for gap in (2, 1))
_TIGHT = re.compile(r"(?<=\w) (?=[,.;:](?:\s|$))|(?<=\() | (?=\))")
FEWEST_TORN, FEWEST_DOUBLED = 3, 12
"""Minimum number of torn numbers, and of words two spaces apart, that make a text one of a scan."""
_CAMEL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_CHAT_PREFIX = re.compile(
    r"^\[?(?:\d{1,2}:\d{2}(?::\d{2})?)?[, ]*(\d{1,2}/\d{1,2}/\d{2,4})[, ]*"
    r"(?:\d{1,2}:\d{2}(?::\d{2})?)?(?:\]| -) ([^:\n]{3,50}): "
)


def repair_spacing(text: str) -> str:
    """Repair the spaces of a scan: "T O T A L", words two spaces apart, and "1 .476 ,00" where it is common."""
    lines = _single_spaced([_join_letters(line) if _LETTERS_APART.search(line) else line for line in text.split("\n")])
    if len(_SPLIT_NUMBER.findall(text)) >= FEWEST_TORN:
        lines = [_repair_line(line) for line in lines]
    return "\n".join(lines)


def _join_letters(line: str) -> str:
    """Join words that are spaced letter by letter, and are three spaces apart."""
    pieces: list[str] = []
    end = 0
    for found in _SPACED_LETTERS.finditer(line):
        pieces += [line[end : found.start()], found[0].replace(" ", "")]
        # One more space than words have stands between such words.
        end = found.end() + 2 * bool(_THREE.match(line, found.end()))
    # A small l before capitals is a misread I.
    return re.sub(r"\bl(?=[A-Z]{2})", "I", "".join([*pieces, line[end:]]))


def _single_spaced(lines: list[str]) -> list[str]:
    """Set words that the whole text keeps two spaces apart one space apart; columns stay in place."""
    text = "\n".join(lines)
    doubled = len(_WORDS_APART.findall(text))
    if doubled < FEWEST_DOUBLED or doubled < len(_WORDS_TOGETHER.findall(text)):
        return lines
    return [_TIGHT.sub("", _narrow(line)) for line in lines]


def _narrow(line: str) -> str:
    saved = 0

    def gap(found: re.Match[str]) -> str:
        nonlocal saved
        if len(found[0]) == 2:
            saved += 1
            return " "
        wide, saved = " " * (len(found[0]) + saved), 0
        return wide

    # A quantity and its unit are columns.
    return re.sub(r"(?<=\S)(?<![.,]\d)(?<![.,]\d\d)(?<![.,]\d\d\d) {2,}(?=\S)", gap, line)


def _repair_line(line: str) -> str:
    whole = _SPLIT_NUMBER.sub(r"\1", line)
    whole = re.sub(r"(?<=[\w)]) {1,2}(?=[.,:](?:\s|$))|(?<=\() {1,2}| {1,2}(?=\))|(?<=\bR) (?=\$)", "", whole)
    return _DOUBLE_SPACE.sub(" ", whole)


def strip_chat_prefixes(text: str) -> str:
    """Remove the chat time stamps and sender names of a single sender, who becomes a "From:" line on top."""
    sent = [match for line in text.split("\n") if (match := _CHAT_PREFIX.match(line))]
    if not sent or len({match[2] for match in sent}) > 1:
        return text
    return "\n".join(
        [f"From: {sent[0][2]}", sent[0][1], "", *(_CHAT_PREFIX.sub("", line) for line in text.split("\n"))]
    )


def split_camel_case(cells: list[str]) -> list[str]:
    """Split camel-case headings such as InvoiceNumber, in a row that has at least three of them."""
    if sum(bool(_CAMEL.fullmatch(cell.strip())) for cell in cells) < 3:
        return cells
    return [re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell) for cell in cells]


def commas_to_bars(text: str) -> str:
    """Convert a pasted comma-separated table, from its header on, to bar-separated cells."""
    lines = text.split("\n")
    with_commas = (number for number, line in enumerate(lines) if line.count(",") >= 3)
    for number in islice(with_commas, HEADER_WITHIN):
        headings = lines[number].split(",", MOST_HEADINGS)[:MOST_HEADINGS]
        if sum(bool(role_of(normalize(heading))) for heading in headings) >= 3:
            try:
                rows = list(csv.reader(lines[number : number + MOST_ROWS], skipinitialspace=True))
            except csv.Error:
                return text
            return "\n".join([*lines[:number], *(" | ".join(cell.replace("|", "/") for cell in row) for row in rows)])
    return text


def restore_line_breaks(text: str) -> str:
    """Restore the line breaks of a document that lost them: before labels, before "2 x", and at separators."""
    lines = text.strip().split("\n")
    if len(lines) > 3 or len(text) > LONGEST_LINE:
        return text
    return "\n".join(_break_line(line) for line in lines)


def _break_line(line: str) -> str:
    if len(_MONEY.findall(line)) < 3:
        return line
    if issued := _ISSUED_BY_TO.search(line):
        # In "emitida em … por A para B" the words before the two names are their labels.
        line = f"{line[: issued.start()]}; Seller: {issued[1]}; Buyer: {issued[2]}; {line[issued.end() :]}"
    plain = normalize(line)
    breaks = {label.start for label in find_labels(plain) if _begins_line(plain[label.end :], label.role)}
    first = _MONEY.search(line)
    if first and (colon := _COLON.match(line, 0, first.start())):
        breaks.add(colon.end())
    breaks |= {match.start() for match in _QUANTITY.finditer(line)} | {
        match.end() for match in _SEPARATORS.finditer(line)
    }
    edges = [0, *sorted(place for place in breaks if place), len(line)]
    pieces = (line[start:end].strip(" ,;-–+/|") for start, end in pairwise(edges))
    return "\n".join(filter(None, pieces))


def _begins_line(rest: str, role: str) -> bool:
    """Return whether a label begins a new line: a colon or an amount follows it."""
    return role in _BREAKS and (rest[:2].strip().startswith(":") or (role in _SUMS and bool(_AMOUNT.match(rest))))
