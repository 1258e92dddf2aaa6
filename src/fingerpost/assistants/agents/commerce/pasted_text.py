"""Text as it is pasted, brought back into lines and cells where a chat has taken them away."""

from __future__ import annotations

import csv
import re
from itertools import pairwise

from fingerpost.assistants.agents.commerce.labels import find_labels, normalize
from fingerpost.assistants.agents.commerce.layout import MOST_ROWS
from fingerpost.assistants.agents.commerce.table_header import role_of

LONGEST_LINE = 6_000
"""Characters of one line that are read."""

_SOLD = re.compile(r"(?<![\w.,])\d{1,4}(?:[.,]\d{1,3})?\s?[x×]\s+(?=[^\W\d_])")
_ISSUED = re.compile(r"\s(?:por|by)\s+([A-ZÀ-Ý][^,;:]{3,90}?)\s+(?:para|to|a)\s+([A-ZÀ-Ý][^,;:.]{3,60})(?=[,;.:])")
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
_PARTS = re.compile(
    r";\s+|\s[/|+–—]\s+|,\s+(?=\d)|(?<=\d),\s+(?=\S)|\s(?:y|e|and)\s+(?=\d)|[?]\s+|:\s+(?=\d+\s+(?!%)[^\W\d_])"
)
"""What stands between two lines that were put into one."""
_COLON = re.compile(r"[^:]{3,60}:\s+(?=[^\W\d_])")
_SUMS = frozenset({"subtotal", "grand", "total", "tax", "discount", "shipping"})
_AMOUNT = re.compile(r"\s*+[:=]?\s*+(?:\(?\d+[.,]?\d*\s?%\)?)?\s*+:?\s*+(?:de )?(?:r\$|us\$|[€$£])?\s*+-?\d")


_TORN = re.compile(r"(?<=\d) {1,2}([.,]) {0,2}(?=\d)")
_LETTERS_APART = re.compile(r"(?<!\S)(?:[\w.] ){2,80}[\w.](?!\S)")
_APART = re.compile(r"(?<! )  (?! )")
_CAMEL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_SENT = re.compile(
    r"^\[?(?:\d{1,2}:\d{2}(?::\d{2})?)?[, ]*(\d{1,2}/\d{1,2}/\d{2,4})[, ]*"
    r"(?:\d{1,2}:\d{2}(?::\d{2})?)?(?:\]| -) ([^:\n]{3,50}): "
)


def repair_spacing(text: str) -> str:
    """Bring together what a scanner tore apart, "1 .476 ,00" and "T O T A L", in a text where that happens often."""
    if len(_TORN.findall(text)) < 3:
        return text
    return "\n".join(_joined(line) for line in text.split("\n"))


def _joined(line: str) -> str:
    whole = _LETTERS_APART.sub(lambda match: match[0].replace(" ", ""), line)
    if whole != line:
        # Between words of such letters stand three spaces; a small l before capitals was an I.
        whole = re.sub(r"\bl(?=[A-Z]{2})", "I", re.sub(r"(?<! ) {3}(?! )", " ", whole))
    whole = _TORN.sub(r"\1", whole)
    whole = re.sub(r"(?<=[\w)]) {1,2}(?=[.,:](?:\s|$))|(?<=\() {1,2}| {1,2}(?=\))|(?<=\bR) (?=\$)", "", whole)
    return _APART.sub(" ", whole)


def strip_chat_prefixes(text: str) -> str:
    """Take the time and the name before each message of one sender away; who sends a document stands above it then."""
    sent = [match for line in text.split("\n") if (match := _SENT.match(line))]
    if not sent or len({match[2] for match in sent}) > 1:
        return text
    return "\n".join([f"From: {sent[0][2]}", sent[0][1], "", *(_SENT.sub("", line) for line in text.split("\n"))])


def split_camel_case(cells: list[str]) -> list[str]:
    """Part the words of heads such as InvoiceNumber, in a row that has several of them."""
    if sum(bool(_CAMEL.fullmatch(cell.strip())) for cell in cells) < 3:
        return cells
    return [re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell) for cell in cells]


def commas_to_bars(text: str) -> str:
    """Part the cells of a pasted table with commas by bars, from its head on; a sentence with commas has no head."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.count(",") >= 3 and sum(bool(role_of(normalize(piece))) for piece in line.split(",")) >= 3:
            try:
                rows = list(csv.reader(lines[number : number + MOST_ROWS], skipinitialspace=True))
            except csv.Error:
                return text
            return "\n".join([*lines[:number], *(" | ".join(cell.replace("|", "/") for cell in row) for row in rows)])
    return text


def restore_line_breaks(text: str) -> str:
    """Break a document that lost its line ends in a chat: before labels, before "2 x", and at semicolons."""
    lines = text.strip().split("\n")
    if len(lines) > 3 or len(text) > LONGEST_LINE:
        return text
    return "\n".join(_broken(line) for line in lines)


def _broken(line: str) -> str:
    if len(_MONEY.findall(line)) < 3:
        return line
    if issued := _ISSUED.search(line):
        # "emitida em … por A para B": the words around two names are their labels.
        line = f"{line[: issued.start()]}; Seller: {issued[1]}; Buyer: {issued[2]}; {line[issued.end() :]}"
    plain = normalize(line)
    breaks = {label.start for label in find_labels(plain) if _begins(plain[label.end :], label.role)}
    first = _MONEY.search(line)
    if first and (colon := _COLON.match(line, 0, first.start())):
        breaks.add(colon.end())
    breaks |= {match.start() for match in _SOLD.finditer(line)} | {match.end() for match in _PARTS.finditer(line)}
    edges = [0, *sorted(place for place in breaks if place), len(line)]
    pieces = (line[start:end].strip(" ,;-–+/|") for start, end in pairwise(edges))
    return "\n".join(filter(None, pieces))


def _begins(rest: str, role: str) -> bool:
    """Tell whether a label begins a line of its own: a colon follows, or at once an amount."""
    return role in _BREAKS and (rest[:2].strip().startswith(":") or (role in _SUMS and bool(_AMOUNT.match(rest))))
