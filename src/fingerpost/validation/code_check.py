"""Validation of generated code before it is sent, behind a circuit breaker.

A validator that cannot be reached does not block the answer: it is sent, marked as not validated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from time import monotonic, perf_counter
from typing import NamedTuple

from fingerpost.audit.code_pieces import all_pieces
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import PARSER, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.validation.code_blocks import CodeBlock, join_code
from fingerpost.validation.validators import CheckPolicy, CodeFault, Validator, ValidatorUnreachableError

VALID, INVALID, UNAVAILABLE, OFF = "valid", "invalid", "unavailable", "off"
BREAKER_STATES = {"closed": 0, "half-open": 1, "open": 2}
"""Values of the metrics gauge for the breaker's state."""


_PARSER_UNAVAILABLE = "[ptvl] parser unavailable — returning unvalidated"
_CIRCUIT_OPEN = "[ptvl] circuit OPEN — skipping parser, returning unvalidated"


class CodeCheckResult(NamedTuple):
    """The verdict on the code of one answer, the error trace or why there was no check, and the parser's version."""

    verdict: str
    trace: str = ""
    version: str = ""


class CodeChecker:
    """Checks generated code with a validator, a remote one behind a circuit breaker."""

    def __init__(
        self, validator: Validator, policy: CheckPolicy | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        """Create a checker; without a policy the validator's own applies."""
        self.validator, self.policy = validator, policy or validator.policy
        limits = self.policy.threshold, self.policy.cooldown
        self.breaker = CircuitBreaker(*limits, clock) if validator.remote else None
        self._warned_version: str | None = None

    async def check(self, blocks: Sequence[CodeBlock], remaining: float) -> CodeCheckResult:
        """Check the code blocks of one answer within `remaining` seconds; line numbers are relative to each block."""
        outcome = await self.inspect(blocks, remaining)
        pieces = sorted(all_pieces(join_code(list(blocks))))
        record_fact(PARSER, verdict=outcome.verdict, version=outcome.version, pieces=pieces)
        METRICS.count("parser_checks", verdict=outcome.verdict)
        if outcome.verdict in (UNAVAILABLE, OFF):
            METRICS.count("unvalidated_answers")
            log_event(_PARSER_UNAVAILABLE, logging.WARNING, why=outcome.trace or "the parser is switched off")
        self._check_version(outcome.version)
        return outcome

    async def inspect(self, blocks: Sequence[CodeBlock], remaining: float) -> CodeCheckResult:
        """Return the verdict on code that is not sent, such as the person's own; nothing is recorded of it."""
        if self.policy.timeout:
            return await self._check(blocks, remaining)
        # Reported like a circuit that is permanently open.
        log_event(_CIRCUIT_OPEN, logging.WARNING)
        return CodeCheckResult(OFF)

    async def _check(self, blocks: Sequence[CodeBlock], remaining: float) -> CodeCheckResult:
        if remaining <= 0:
            # The parser was not called, so this is no failure of it.
            return CodeCheckResult(UNAVAILABLE, "no time left before the deadline")
        try:
            if self.breaker is None:
                return await self._ask(blocks, remaining)
            probing = self.breaker.state == "half-open"
            if not self.breaker.allow_request():
                log_event(_CIRCUIT_OPEN, logging.WARNING)
                return CodeCheckResult(UNAVAILABLE, "the circuit is open")
            if probing:
                log_event("[ptvl] circuit HALF-OPEN — probing parser availability")
            # A timeout shorter than the parser's own is the caller's deadline, not a failure of the parser.
            faults = (ValidatorUnreachableError,) if remaining >= self.policy.timeout else ()
            with self.breaker.record_outcome(*faults):
                outcome = await self._ask(blocks, remaining)
            if probing:
                log_event("[ptvl] circuit CLOSED — parser reachable")
        except ValidatorUnreachableError as error:
            return CodeCheckResult(UNAVAILABLE, str(error))
        return outcome

    async def _ask(self, blocks: Sequence[CodeBlock], remaining: float) -> CodeCheckResult:
        faults: list[CodeFault] = []
        version, end = "", monotonic() + remaining
        for number, block in enumerate(blocks, 1):
            began, remaining = perf_counter(), end - monotonic()
            if remaining <= 0:
                raise ValidatorUnreachableError("no time left before the deadline to check all of the code")
            try:
                checked = await self.validator.check(block.code, min(self.policy.timeout, remaining))
            finally:
                METRICS.observe("parser", perf_counter() - began)
            version = checked.version
            if not checked.valid:
                where = f"block {number}: " if len(blocks) > 1 else ""
                trace = checked.trace or (CodeFault(1, "is not sound, and the validator does not say why"),)
                faults += [fault._replace(message=where + fault.message) for fault in trace]
        trace_text = "\n".join(f"Line {fault.line}: {fault.message}" for fault in faults)
        return CodeCheckResult(INVALID if faults else VALID, trace_text, version)

    def _check_version(self, version: str) -> None:
        """Warn once about a parser of an unexpected version: it may accept other code."""
        expected = self.policy.version
        if expected and version and version not in (expected, self._warned_version):
            self._warned_version = version
            METRICS.count("parser_version_mismatches")
            log_event(f"[ptvl] parser version {version}, expected {expected}", logging.WARNING)

    @property
    def state(self) -> str:
        """Return the breaker's state; "closed" for a local validator."""
        return self.breaker.state if self.breaker else "closed"
