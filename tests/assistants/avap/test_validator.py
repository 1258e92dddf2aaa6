"""The AVAP validator: in process and by the service, code detection, and the circuit breaker with a real service."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator

import pytest

pytest.importorskip("grpc", reason="the parser's service needs the extra fingerpost[grpc]")

from fingerpost.assistants.avap.parser import VERSION, check
from fingerpost.assistants.avap.service import ParserClient
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.assistants.avap.validator import MAX_INLINE_LENGTH, AvapValidator, open_validator
from fingerpost.observability.facts import DEGRADED, record_facts
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from fingerpost.validation.code_blocks import CodeBlock, fenced_blocks
from fingerpost.validation.code_check import INVALID, UNAVAILABLE, VALID, CodeChecker
from fingerpost.validation.validators import CheckPolicy, LanguageTools, ValidationResult, ValidatorUnreachableError
from fingerpost.validation.validators import open_validator as open_by_language
from tests.assistants.avap.parser_process import PATIENCE, ParserProcess

SOUND = 'addParam("n", n)\naddResult(n)'
BROKEN = 'addParam("n", n)\nif(n, 1, "==")\naddResult(n)'

PROSE = [
    "addVar sets a variable.",
    "addVar(x, 5) sets x to 5.",
    "Usa addVar(x, 5) para guardar un valor y addResult(x) para devolverlo.",
    "O addVar(x, 5) guarda o valor 5 na variável x.",
    "if the list is empty, nothing is returned",
    "return the value of x",
    "end",
    "Gracias",
    "hello",
    "Obrigado! Até logo.",
    "if (as you say) it fails, try again",
    "go (back) to the first page",
    "// only a comment",
    "/* nothing\nto do */",
    "",
    "  \n ",
    "- addVar(name, value)\n- addResult(name)",
    "1. Read the parameter.\n2. Return it.",
    "O comando startLoop(i, 0, 3) repete o que vem a seguir.\nTermine com endLoop().\nAssim conta até três.",
]
UNFENCED = [
    SOUND,
    BROKEN,
    "addVar(x, 1",
    "addvariable(x, 1)",
    "x = 5",
    "x = = 5\naddResult(x)",
    "function f(a){\n    return(a)\n}\nx = f(1)\naddResult(x)",
    "startLoop(i, 0, 3)\n    addVar(x, i)\naddResult(x)",
    'addVar(greeting, "hola (amigo")\naddResult(greeting',
    "// lee un parámetro\naddParam(\"n\", n);\nprint(n);",
    "Here is the program:\naddVar(x, 1)\naddVar(y, 2)\naddResult(x)",
]  # fmt: skip


@pytest.fixture
def service() -> Iterator[ParserProcess]:
    with ParserProcess() as running:
        yield running


class Counted(AvapValidator):
    """A validator that counts its calls."""

    calls = 0

    async def check(self, code: str, timeout: float) -> ValidationResult:
        self.calls += 1
        return await super().check(code, timeout)


class Guarded:
    """A circuit breaker in front of a service, with a manual clock."""

    def __init__(self, address: str) -> None:
        self.now = 0.0
        self.validator = Counted(ParserClient(address))
        self.validator.embedded = None
        parser = CheckPolicy(address=address, timeout=1.0, threshold=2, cooldown=10.0)
        self.gate = CodeChecker(self.validator, parser, lambda: self.now)

    async def check(self, code: str = SOUND) -> str:
        return (await self.gate.check([CodeBlock(code)], PATIENCE)).verdict


# Creation from the settings.


def test_without_an_address_it_is_in_process() -> None:
    validator = open_validator(Settings(cache=None))
    assert (validator.language, validator.remote) == ("avap", False)


def test_with_an_address_it_is_remote() -> None:
    assert open_validator(Settings(cache=None, sections=(ParserSettings(address="127.0.0.1:1"),))).remote


def test_the_language_finds_it() -> None:
    assert isinstance(open_by_language("avap", Settings(cache=None)), AvapValidator)


@pytest.mark.parametrize(
    "code", [SOUND, BROKEN, "", "addVar(x, 1)\n" * (MAX_INLINE_LENGTH // 10), "addVar(x\n" * (MAX_INLINE_LENGTH // 8)]
)
async def test_in_process_it_says_what_the_parser_says(code: str) -> None:
    found, wanted = await AvapValidator().check(code, PATIENCE), check(code)
    assert (found.valid, found.version) == (wanted.valid, VERSION)
    assert list(map(tuple, found.trace)) == list(map(tuple, wanted.trace))


async def test_in_process_too_much_code_is_not_waited_for() -> None:
    with pytest.raises(ValidatorUnreachableError, match="characters could not be checked"):
        await AvapValidator().check("addVar(x, 1)\n" * 5_000, 1e-6)


# Code detection.


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_no_code(text: str) -> None:
    assert AvapValidator().code_lines(text) == [False] * len(text.split("\n"))


@pytest.mark.parametrize("text", UNFENCED)
def test_a_program_without_fences_is_code_sound_or_broken(text: str) -> None:
    assert any(AvapValidator().code_lines(text))


def test_every_program_of_the_documents_is_code_and_all_else_is_prose() -> None:
    validator, folder = AvapValidator(), load("avap").folder
    assert folder is not None
    programs, paragraphs = [], []
    for page in sorted((folder / "knowledge").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        programs += [block.code for block in fenced_blocks(text) if block.language == "avap"]
        paragraphs += re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE).split("\n\n")
    assert len(programs) > 50
    assert len(paragraphs) > 200
    assert [program for program in programs if not any(validator.code_lines(program))] == []
    # A truncated model output is a program without its end.
    assert [program for program in programs if not any(validator.code_lines(program.rstrip()[:-1]))] == []
    assert [paragraph for paragraph in paragraphs if any(validator.code_lines(paragraph))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Here is it:\n// reads a\naddParam("a", a)\n\nThat is all.', [False, True, True, False, False]),
        ("/*\n what it does\n*/\naddResult(a)", [True, True, True, True]),
        ("Write /* before a remark.\naddResult(a)", [False, True]),
        ("addVar(x, 1); addResult(x)\naddVar(x, 1)) # too many\nitem[0] = 1\nitem.key = 1", [True, True, True, True]),
        ("while True:\n    addVar(x, 1)\nfmt.Println(x)", [None, True, True]),
        ("for example:\nUsage (optional)\nParameter(s)\nNote(s): none", [False, False, False, False]),
        ("x = 5 means that x is five.\nrows = SELECT name FROM users\nx := 5", [False, True, None]),
        ("const x = 1;\nimport json\nfor row in rows:", [None, None, None]),
        ("if the value is 0:\nwhile it is not empty:\nTasa = 5 %", [False, False, False]),
        ("while not done:\nif x is not None:\nfor i in range(3):\nif a[0] == 1:", [None, None, None, None]),
        ("}\nfunction suma(a, b)\na = 1 -> a = 2", [None, None, None]),
        ('function suma(a, b) {\nx = (1\nx = "a', [True, True, True]),
        ("addVar(\n  x,\n  1\n)", [True, False, False, False]),
    ],
)
def test_lines_of_code_are_told_from_prose(text: str, found: list[bool | None]) -> None:
    assert AvapValidator().code_lines(text) == found


# The circuit breaker in front of a real service.


async def test_a_service_that_is_killed_is_left_alone_until_it_is_tried_again(service: ParserProcess) -> None:
    guarded = Guarded(service.address)
    assert (await guarded.check(), await guarded.check(BROKEN)) == (VALID, INVALID)
    service.end()
    assert [await guarded.check() for _ in range(2)] == [UNAVAILABLE] * 2
    assert guarded.gate.state == "open"
    calls = guarded.validator.calls
    with socket.create_server(("127.0.0.1", service.port)) as listener:
        assert [await guarded.check() for _ in range(5)] == [UNAVAILABLE] * 5
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert guarded.validator.calls == calls
    service.start()
    # The service is up again, but not called until the cooldown is over.
    assert (await guarded.check(), guarded.validator.calls) == (UNAVAILABLE, calls)
    guarded.now += 11
    assert guarded.gate.state == "half-open"
    # At once: earlier failures do not delay the new connection.
    assert (await guarded.check(), guarded.gate.state) == (VALID, "closed")
    await guarded.validator.close()


async def test_a_service_that_hangs_is_left_alone_and_tried_once_a_rest(service: ParserProcess) -> None:
    guarded = Guarded(service.address)
    assert await guarded.check() == VALID
    service.send(signal.SIGSTOP)
    assert [await guarded.check() for _ in range(2)] == [UNAVAILABLE] * 2
    calls = guarded.validator.calls
    assert [await guarded.check() for _ in range(5)] == [UNAVAILABLE] * 5
    assert (guarded.validator.calls, guarded.gate.state) == (calls, "open")
    guarded.now += 11
    assert [await guarded.check() for _ in range(3)] == [UNAVAILABLE] * 3
    assert (guarded.validator.calls, guarded.gate.state) == (calls + 1, "open")
    service.send(signal.SIGCONT)
    guarded.now += 11
    assert (await guarded.check(), guarded.gate.state) == (VALID, "closed")
    await guarded.validator.close()


async def test_a_service_that_was_restarted_between_two_checks_is_not_missed(service: ParserProcess) -> None:
    guarded = Guarded(service.address)
    assert await guarded.check() == VALID
    for _ in range(3):
        service.end()
        service.start()
        # The old connection may fail once; the next call opens a new one.
        assert VALID in [await guarded.check(), await guarded.check()]
        assert guarded.gate.state == "closed"
    await guarded.validator.close()


async def test_while_the_service_is_dead_the_embedded_parser_checks(service: ParserProcess) -> None:
    gate = CodeChecker(AvapValidator(ParserClient(service.address)), CheckPolicy(address=service.address, timeout=1.0))
    service.end()
    with record_facts() as facts:
        verdicts = [(await gate.check([CodeBlock(code)], PATIENCE)).verdict for code in (SOUND, BROKEN) * 3]
    assert verdicts == [VALID, INVALID] * 3
    whys = ["failed"] * 3 + ["failed repeatedly, not asked now"] * 3
    assert [fact.detail["why"] for fact in facts if fact.what == DEGRADED] == whys
    assert gate.state == "open"
    await gate.validator.close()


async def test_without_a_breaker_a_dead_service_is_asked_every_time(service: ParserProcess) -> None:
    """Without the circuit breaker, every request calls the service."""
    guarded = Guarded(service.address)
    assert guarded.gate.guard is not None
    guarded.gate.guard.breaker.failures = 1_000
    service.end()
    assert [await guarded.check() for _ in range(5)] == [UNAVAILABLE] * 5
    assert guarded.validator.calls == 5


@pytest.mark.parametrize(
    ("code", "own"),
    [
        ("addVar(x, 1)", True),
        ("for i in range(3):\n    addResult(i)", True),
        ("getSHA256(a, h)", True),
        ("import os\nfor name in os.listdir():\n    print(name)", False),
        ("just words", False),
        ("", False),
    ],
)
def test_code_of_another_language_is_told_from_faulty_code(code: str, own: bool) -> None:
    assert AvapValidator().is_own(code) is own


def test_it_has_the_tools_of_a_language() -> None:
    validator = AvapValidator()
    assert isinstance(validator, LanguageTools)
    assert validator.repair("addresult(x)") == "addResult(x)"
    assert validator.unknown_names(["addVar", "getSHA256", "None", "qwertyuiop"]) == {
        "getSHA256": "encodeSHA256",
        "qwertyuiop": "",
    }
    assert validator.compose([]) == ""
