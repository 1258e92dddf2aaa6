"""The code that a message is about, checked before anything is written: its faults, and the program without them."""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.answering.attachments import attachment_text
from fingerpost.answering.reformulate import identifiers_in
from fingerpost.types import Message
from fingerpost.validation.answer_code import find_code
from fingerpost.validation.code_blocks import CodeBlock
from fingerpost.validation.code_check import INVALID, VALID, CodeChecker
from fingerpost.validation.validators import LanguageTools

MAX_CHECKED = 20_000
"""Characters of the longest code that is checked before an answer is written."""

_SUGGESTED = re.compile(r"\b[A-Za-z_]\w*")


class SentCode(NamedTuple):
    """Code that a person sent: the part it is about, the parser's report (empty: sound), and the repaired program."""

    code: str
    trace: str = ""
    repaired: str = ""

    def commands(self) -> list[str]:
        """Return the names in the report that the code does not have, such as the commands that it suggests."""
        own = set(_SUGGESTED.findall(self.code))
        return [name for name in identifiers_in(self.trace.replace("'", "(")) if name not in own]

    def report(self) -> str:
        """Return what the parser finds, and the program that it accepts instead, for a model."""
        found = self.trace or "The parser finds no fault in this code."
        return f"{found}\n\nThe parser accepts it in this form:\n{self.repaired}" if self.repaired else found


async def check_sent_code(
    message: Message, checker: CodeChecker | None, remaining: float, *, uses_editor: bool
) -> SentCode | None:
    """Return the checked code of a message: of its text, else the editor or an attachment; None for none.

    Code in another language is not held against this one, and what cannot be checked is not reported.
    """
    if checker is None or not isinstance(tools := checker.validator, LanguageTools):
        return None
    whole, shown = _code_of(message, checker, uses_editor=uses_editor)
    if not whole.strip() or len(whole) > MAX_CHECKED or not tools.is_own(whole):
        return None
    outcome = await checker.inspect([CodeBlock(whole)], min(remaining, checker.policy.timeout))
    if outcome.verdict == VALID:
        return SentCode(shown)
    return SentCode(shown, outcome.trace, tools.repair(whole)) if outcome.verdict == INVALID else None


def _code_of(message: Message, checker: CodeChecker, *, uses_editor: bool) -> tuple[str, str]:
    """Return the program that is checked, and the part of it that the message is about."""
    language = checker.validator.language
    own = find_code(message.text, language, checker.validator.code_lines).programs
    if own and all(block.language in ("", language) for block in own):
        written = "\n\n".join(block.code for block in own)
        return written, written
    if uses_editor and (message.selection or message.editor).strip():
        shown = message.selection if message.selection.strip() else message.editor
        # A selection is half a program where the editor has the whole.
        return (message.editor if shown in message.editor else shown), shown
    attached = next((text for text in map(attachment_text, message.attachments) if identifiers_in(text)), "")
    return attached, attached
