"""Checks generated code before it is sent, behind a circuit breaker.

A validator that cannot be reached does not hold an answer up: the answer goes out as unchecked, and says so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from time import monotonic, perf_counter
from typing import NamedTuple

from fingerpost.observability.events import log_event
from fingerpost.observability.facts import PARSER, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.validation.code_blocks import CodeBlock, code_digest, join_code
from fingerpost.validation.validators import CheckPolicy, CodeFault, Validator, ValidatorUnreachableError

VALID, INVALID, UNAVAILABLE, OFF = "valid", "invalid", "unavailable", "off"
BREAKER_STATES = {"closed": 0, "half-open": 1, "open": 2}
"""What the gauge of the breaker's state shows."""


_GONE = "[ptvl] parser unavailable — returning unvalidated"
_OPEN = "[ptvl] circuit OPEN — skipping parser, returning unvalidated"


class CodeCheckResult(NamedTuple):
    """What became of a check: a verdict, the trace of what failed, and the parser's version."""

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
        self._warned: str | None = None

    async def check(self, pieces: Sequence[CodeBlock], left: float) -> CodeCheckResult:
        """Check the pieces of one answer within `left` seconds; lines are counted within each piece."""
        if self.policy.timeout:
            outcome = await self._check(pieces, left)
        else:
            # As if the circuit were open for good.
            log_event(_OPEN, logging.WARNING)
            outcome = CodeCheckResult(OFF)
        record_fact(
            PARSER, verdict=outcome.verdict, version=outcome.version, digest=code_digest(join_code(list(pieces)))
        )
        METRICS.count("parser_checks", verdict=outcome.verdict)
        if outcome.verdict in (UNAVAILABLE, OFF):
            METRICS.count("unvalidated_answers")
        self._compare(outcome.version)
        return outcome

    async def _check(self, pieces: Sequence[CodeBlock], left: float) -> CodeCheckResult:
        if left <= 0:
            # Nobody was asked, so this tells nothing of the parser.
            log_event(_GONE, logging.WARNING, why="no time was left")
            return CodeCheckResult(UNAVAILABLE)
        try:
            if self.breaker is None:
                return await self._ask(pieces, left)
            probing = self.breaker.state == "half-open"
            if not self.breaker.allow_request():
                log_event(_OPEN, logging.WARNING)
                return CodeCheckResult(UNAVAILABLE)
            if probing:
                log_event("[ptvl] circuit HALF-OPEN — probing parser availability")
            # Whoever gives it less time than it is due learns nothing of it by hearing nothing.
            faults = (ValidatorUnreachableError,) if left >= self.policy.timeout else ()
            with self.breaker.record_outcome(*faults):
                outcome = await self._ask(pieces, left)
            if probing:
                log_event("[ptvl] circuit CLOSED — parser reachable")
        except ValidatorUnreachableError as error:
            log_event(_GONE, logging.WARNING, why=str(error))
            return CodeCheckResult(UNAVAILABLE)
        return outcome

    async def _ask(self, pieces: Sequence[CodeBlock], left: float) -> CodeCheckResult:
        faults: list[CodeFault] = []
        version, end = "", monotonic() + left
        for number, piece in enumerate(pieces, 1):
            began, left = perf_counter(), end - monotonic()
            if left <= 0:
                raise ValidatorUnreachableError("no time was left for all of the code")
            try:
                checked = await self.validator.check(piece.code, min(self.policy.timeout, left))
            finally:
                METRICS.observe("parser", perf_counter() - began)
            version = checked.version
            if not checked.valid:
                where = f"block {number}: " if len(pieces) > 1 else ""
                trace = checked.trace or (CodeFault(1, "is not sound, and the validator does not say why"),)
                faults += [fault._replace(message=where + fault.message) for fault in trace]
        told = "\n".join(f"Line {fault.line}: {fault.message}" for fault in faults)
        return CodeCheckResult(INVALID if faults else VALID, told, version)

    def _compare(self, version: str) -> None:
        """Warn once of a parser that is not the expected one: it may hold other code for sound."""
        expected = self.policy.version
        if expected and version and version not in (expected, self._warned):
            self._warned = version
            METRICS.count("parser_version_mismatches")
            log_event(f"[ptvl] parser version {version}, expected {expected}", logging.WARNING)

    @property
    def state(self) -> str:
        """Return the breaker's state; "closed" where there is none."""
        return self.breaker.state if self.breaker else "closed"
