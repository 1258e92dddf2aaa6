"""The code checker: verdicts, the circuit breaker, and validators that cannot be reached."""

from __future__ import annotations

import asyncio
import logging

import pytest

from fingerpost.audit.code_pieces import all_pieces
from fingerpost.observability import facts
from fingerpost.observability.metrics import METRICS
from fingerpost.validation.code_blocks import CodeBlock
from fingerpost.validation.code_check import INVALID, OFF, UNAVAILABLE, VALID, CodeChecker
from fingerpost.validation.validators import CheckPolicy, CodeFault, ValidationResult, ValidatorUnreachableError

CODE = [CodeBlock("addVar(x, 1)")]
OPEN = "[ptvl] circuit OPEN — skipping parser, returning unvalidated"
PROBING = "[ptvl] circuit HALF-OPEN — probing parser availability"
CLOSED = "[ptvl] circuit CLOSED — parser reachable"
GONE = "[ptvl] parser unavailable — returning unvalidated"


class Service:
    """A remote parser as its client sees it: it accepts or rejects code, is unreachable, or hangs until released."""

    language, remote, policy = "avap", True, CheckPolicy()

    def __init__(self) -> None:
        self.calls, self.does = 0, "valid"
        self.let_go = asyncio.Event()

    async def check(self, code: str, timeout: float) -> ValidationResult:
        self.calls += 1
        if self.does == "gone":
            raise ValidatorUnreachableError("nobody there")
        if self.does == "hangs":
            await self.let_go.wait()
        faults = () if self.does in ("valid", "hangs") else (CodeFault(3, "unknown command 'getSHA256'"),)
        return ValidationResult(not faults, faults, "1.0.0")

    def code_lines(self, text: str) -> list[bool]:
        return [False] * (text.count("\n") + 1)

    async def close(self) -> None:
        pass


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(service: Service, clock: Clock) -> CodeChecker:
    return CodeChecker(service, CheckPolicy(address="127.0.0.1:1", threshold=3, cooldown=30), clock)


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "[ptvl]" in record.getMessage()]


async def test_a_verdict_is_no_failure_whatever_it_is(gate: CodeChecker, service: Service) -> None:
    assert (await gate.check(CODE, 10)).verdict == VALID
    service.does = "invalid"
    for _ in range(5):
        outcome = await gate.check(CODE, 10)
        assert (outcome.verdict, outcome.version) == (INVALID, "1.0.0")
        assert outcome.trace == "Line 3: unknown command 'getSHA256'"
    assert gate.state == "closed"
    assert service.calls == 6


async def test_three_failures_in_a_row_open_it_and_nobody_waits_while_it_is_open(
    gate: CodeChecker, service: Service, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "fingerpost")
    before = METRICS.value("unvalidated_answers")
    service.does = "gone"
    for _ in range(2):
        assert (await gate.check(CODE, 10)).verdict == UNAVAILABLE
    service.does = "valid"
    assert (await gate.check(CODE, 10)).verdict == VALID, "they must be consecutive"
    service.does = "gone"
    for _ in range(3):
        await gate.check(CODE, 10)
    calls = service.calls
    for _ in range(50):
        assert (await gate.check(CODE, 10)).verdict == UNAVAILABLE
    assert (service.calls, gate.state) == (calls, "open")
    assert _lines(caplog) == [GONE] * 5 + [OPEN, GONE] * 50
    assert METRICS.value("unvalidated_answers") - before == 55

    clock.now += 29.9
    await gate.check(CODE, 10)
    assert service.calls == calls
    clock.now += 0.2
    caplog.clear()
    await gate.check(CODE, 10)
    assert service.calls == calls + 1
    assert _lines(caplog) == [PROBING, GONE], "a failed probe opens it again"
    assert (await gate.check(CODE, 10)).verdict == UNAVAILABLE
    clock.now += 30.1
    service.does = "invalid"
    caplog.clear()
    assert (await gate.check(CODE, 10)).verdict == INVALID
    assert _lines(caplog) == [PROBING, CLOSED]
    assert gate.state == "closed"


async def test_one_probe_at_a_time_when_half_open(gate: CodeChecker, service: Service, clock: Clock) -> None:
    service.does = "gone"
    for _ in range(3):
        await gate.check(CODE, 10)
    clock.now += 31
    service.does = "hangs"
    probe = asyncio.create_task(gate.check(CODE, 10))
    await asyncio.sleep(0)
    calls = service.calls
    others = await asyncio.gather(*(gate.check(CODE, 10) for _ in range(20)))
    assert {outcome.verdict for outcome in others} == {UNAVAILABLE}
    assert service.calls == calls
    service.let_go.set()
    assert (await probe).verdict == VALID
    assert gate.state == "closed"


async def test_a_cancelled_probe_lets_another_one_try(gate: CodeChecker, service: Service, clock: Clock) -> None:
    service.does = "gone"
    for _ in range(3):
        await gate.check(CODE, 10)
    clock.now += 31
    service.does = "hangs"
    probe = asyncio.create_task(gate.check(CODE, 10))
    await asyncio.sleep(0)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    service.does = "valid"
    assert (await gate.check(CODE, 10)).verdict == VALID


async def test_a_timeout_of_zero_asks_nobody(service: Service) -> None:
    gate = CodeChecker(service, CheckPolicy(address="127.0.0.1:1", timeout=0))
    assert (await gate.check(CODE, 10)).verdict == OFF
    assert service.calls == 0


async def test_without_time_nothing_is_asked(gate: CodeChecker, service: Service) -> None:
    assert (await gate.check(CODE, 0)).verdict == UNAVAILABLE
    assert service.calls == 0


async def test_callers_in_a_hurry_do_not_open_it_for_the_others(gate: CodeChecker, service: Service) -> None:
    service.does = "hangs"
    for left in (0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1):
        assert (await gate.check(CODE, left)).verdict == UNAVAILABLE
    assert gate.state == "closed"
    service.does = "gone"
    for _ in range(3):
        assert (await gate.check(CODE, 0.1)).verdict == UNAVAILABLE
    assert gate.state == "open", "a server that refuses at once is down for all"


async def test_in_process_there_is_no_breaker(service: Service) -> None:
    service.remote = False
    gate = CodeChecker(service, CheckPolicy())
    service.does = "gone"
    for _ in range(10):
        assert (await gate.check(CODE, 10)).verdict == UNAVAILABLE
    assert service.calls == 10
    assert gate.state == "closed"


async def test_several_pieces_are_told_apart(gate: CodeChecker, service: Service) -> None:
    service.does = "invalid"
    outcome = await gate.check([CodeBlock("a"), CodeBlock("b")], 10)
    assert outcome.trace.splitlines() == [
        "Line 3: block 1: unknown command 'getSHA256'",
        "Line 3: block 2: unknown command 'getSHA256'",
    ]


async def test_a_refusal_without_a_reason_is_a_refusal(gate: CodeChecker, service: Service) -> None:
    async def refuse(code: str, timeout: float) -> ValidationResult:
        return ValidationResult(False, (), "1.0.0")

    service.check = refuse  # type: ignore[method-assign]
    outcome = await gate.check(CODE, 10)
    assert outcome.verdict == INVALID
    assert outcome.trace.startswith("Line 1: is not sound")


async def test_the_parser_is_noted_with_what_it_was_given(gate: CodeChecker) -> None:
    with facts.record_facts() as noted:
        await gate.check(CODE, 10)
    assert noted == [
        (facts.PARSER, {"verdict": VALID, "version": "1.0.0", "pieces": sorted(all_pieces("addVar(x, 1)"))})
    ]


async def test_another_version_than_the_expected_warns_once(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    gate = CodeChecker(service, CheckPolicy(address="127.0.0.1:1", version="2.0.0"))
    await gate.check(CODE, 10)
    await gate.check(CODE, 10)
    assert _lines(caplog) == ["[ptvl] parser version 1.0.0, expected 2.0.0"]


async def test_the_pieces_of_one_answer_share_its_time(gate: CodeChecker, service: Service) -> None:
    checked: list[str] = []

    async def slow(code: str, timeout: float) -> ValidationResult:
        await asyncio.sleep(0.2)
        checked.append(code)
        return ValidationResult(True, (), "1.0.0")

    service.check = slow  # type: ignore[method-assign]
    blocks = [CodeBlock("a"), CodeBlock("b"), CodeBlock("c")]
    assert (await gate.check(blocks, 0.5)).verdict == UNAVAILABLE
    assert checked == ["a", "b"], "each has time alone, but not all of them together"
    assert (await gate.check(blocks, 5.0)).verdict == VALID
