"""The code that a message is about, checked before anything is written: its faults, and the program without them."""

from __future__ import annotations

import asyncio
import re
from typing import NamedTuple

from fingerpost.answering.attachments import attachment_text
from fingerpost.answering.search_query import identifiers_in
from fingerpost.types import Message
from fingerpost.validation.answer_code import find_code
from fingerpost.validation.code_blocks import CodeBlock
from fingerpost.validation.code_check import INVALID, VALID, CodeChecker
from fingerpost.validation.validators import LanguageTools

MAX_CHECKED = 20_000
"""Characters of the longest code that is checked before an answer is written."""

_CODE_AFTER_COLON = re.compile(r":[^\S\n]+(?=[A-Za-z_]\w*\()")
_NAMED = re.compile(r"'([A-Za-z_]\w*)'|\b([A-Za-z_]\w*)\(")
_WORD = re.compile(r"\b[A-Za-z_]\w*")


class SentCode(NamedTuple):
    """Code that a person sent: the part it is about, the parser's report (empty: sound), and the repaired program.

    `asked`: the message is about it; other code is open in the editor.
    """

    code: str
    trace: str = ""
    repaired: str = ""
    asked: bool = True

    def report(self) -> str:
        """Return what the parser finds, and the program that it accepts instead, for a model."""
        found = self.trace or "The parser finds no fault in this code."
        return f"{found}\n\nThe parser accepts it in this form:\n{self.repaired}" if self.repaired else found


def suggested_commands(sent: SentCode | None) -> list[str]:
    """Return the names in the report on code that was asked about which the code does not have."""
    if sent is None or not sent.asked:
        return []
    own = set(_WORD.findall(sent.code))
    named = [quoted or called for quoted, called in _NAMED.findall(sent.trace)]
    return [name for name in dict.fromkeys(named) if name not in own]


async def check_sent_code(
    message: Message, checker: CodeChecker | None, remaining: float, *, uses_editor: bool
) -> SentCode | None:
    """Return the checked code of a message: of its text, else the editor or an attachment; None for none.

    `uses_editor`: the message is about what is open in the editor. Code in another language is not held against this
    one, and what cannot be checked is not reported.
    """
    if checker is None or not isinstance(tools := checker.validator, LanguageTools):
        return None
    whole, shown, asked = _code_of(message, checker, uses_editor=uses_editor)
    if not whole.strip() or len(whole) > MAX_CHECKED or not tools.is_own(whole):
        return None
    outcome = await checker.inspect([CodeBlock(whole)], remaining)
    if outcome.verdict == VALID:
        return SentCode(shown, asked=asked)
    if outcome.verdict != INVALID:
        return None
    return SentCode(shown, outcome.trace, await asyncio.to_thread(tools.repair, whole), asked)


def _code_of(message: Message, checker: CodeChecker, *, uses_editor: bool) -> tuple[str, str, bool]:
    """Return the program that is checked, the part of it that is shown, and whether the message is about it."""
    language = checker.validator.language
    own = find_code(_CODE_AFTER_COLON.sub(":\n", message.text, 1), language, checker.validator.code_lines).programs
    if own and all(block.language in ("", language) for block in own):
        written = "\n\n".join(block.code for block in own)
        return written, written, True
    attached = next((text for text in map(attachment_text, message.attachments) if identifiers_in(text)), "")
    if attached and not uses_editor:
        return attached, attached, True
    shown = message.selection if message.selection.strip() else message.editor
    # A selection is half a program where the editor has the whole.
    return (message.editor if shown in message.editor else shown), shown, uses_editor
