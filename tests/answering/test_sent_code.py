"""The code that a message is about: which it is, what the parser says of it, and what a model is told."""

from __future__ import annotations

import pytest

from fingerpost.answering.sent_code import SentCode, check_sent_code, suggested_commands
from fingerpost.assistants.avap.validator import AvapValidator
from fingerpost.types import Message
from fingerpost.validation.code_check import CodeChecker
from fingerpost.validation.validators import CheckPolicy, PythonValidator

FAULTY = 'addParam("a", a)\ngetSHA256(a, h)\naddResult(h)'
SOUND = 'addParam("a", a)\naddResult(a)'
CHECKER = CodeChecker(AvapValidator())


async def sent(message: Message, uses_editor: bool = True, checker: CodeChecker = CHECKER) -> SentCode | None:
    return await check_sent_code(message, checker, 5.0, uses_editor=uses_editor)


async def test_the_faults_of_the_editor_come_with_the_repaired_program() -> None:
    found = await sent(Message("fix it", editor=FAULTY))
    assert found is not None
    assert found.trace == "Line 2: unknown command 'getSHA256' — did you mean 'encodeSHA256'?"
    assert found.repaired == FAULTY.replace("getSHA256", "encodeSHA256")
    assert suggested_commands(found) == ["encodeSHA256"]
    assert found.repaired in found.report()
    assert found.asked


async def test_no_fault_is_told_of_sound_code() -> None:
    found = await sent(Message("¿está bien?", editor=SOUND))
    assert found == SentCode(SOUND)
    assert "no fault" in found.report()
    assert suggested_commands(found) == suggested_commands(None) == []


async def test_lines_are_counted_as_the_editor_counts_them() -> None:
    found = await sent(Message("fix it", editor=f"\n\n{FAULTY}"))
    assert found is not None
    assert found.trace.startswith("Line 4: ")


async def test_a_selection_is_judged_with_the_program_around_it() -> None:
    program = f'if(a, 1, "==")\n    {SOUND}\nend()'
    found = await sent(Message("explain", editor=program, selection='if(a, 1, "==")'))
    assert found == SentCode('if(a, 1, "==")')
    alone = await sent(Message("explain", selection='if(a, 1, "==")'))
    assert alone is not None
    assert alone.trace, "the saboteur: without the editor it is half a program"


@pytest.mark.parametrize(
    "text", [f"fix:\n```avap\n{FAULTY}\n```", f"arregla esto:\n\n{FAULTY}", f"o que está errado: {FAULTY}"]
)
async def test_code_in_the_message_goes_before_the_editor(text: str) -> None:
    found = await sent(Message(text, editor=SOUND))
    assert found is not None
    assert found.code == FAULTY
    assert found.trace.startswith("Line 2: ")


async def test_an_editor_that_is_not_asked_about_is_told_apart() -> None:
    found = await sent(Message("is this valid?", editor=FAULTY), uses_editor=False)
    assert found is not None
    assert (found.asked, bool(found.trace), suggested_commands(found)) == (False, True, [])


@pytest.mark.parametrize(
    "message",
    [
        Message("convert this", editor="import os\nfor name in os.listdir():\n    print(name)"),
        Message("convert:\n```python\nprint(1)\n```"),
        Message("hello"),
        Message("hello", editor="   \n"),
        Message("fix it", editor="addVar(x, 1\n" * 5_000),
    ],
)
async def test_other_languages_nothing_and_too_much_are_not_judged(message: Message) -> None:
    assert await sent(message) is None


async def test_what_cannot_be_checked_is_not_reported() -> None:
    message = Message("fix it", editor=FAULTY)
    assert await sent(message, checker=CodeChecker(AvapValidator(), CheckPolicy(timeout=0))) is None
    assert await sent(message, checker=CodeChecker(PythonValidator())) is None
    assert await check_sent_code(message, None, 5.0, uses_editor=True) is None
