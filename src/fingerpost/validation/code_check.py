"""Validation of generated code before it is sent, behind a circuit breaker.

A validator that cannot be reached does not block the answer: its embedded twin checks, and without one the answer is
sent, marked as not validated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, perf_counter
from typing import NamedTuple

from fingerpost.audit.code_pieces import all_pieces
from fingerpost.errors import LEFT_ALONE, SLOW
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import PARSER, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.guard import ServerGuard
from fingerpost.resilience.ladder import PARSER as PARSER_PART
from fingerpost.resilience.ladder import Rung, try_rungs
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.runtime.deadline import Deadline
from fingerpost.validation.code_blocks import CodeBlock, join_code
from fingerpost.validation.validators import CheckPolicy, CodeFault, Validator, ValidatorUnreachableError

VALID, INVALID, UNAVAILABLE, OFF = "valid", "invalid", "unavailable", "off"
CIRCUIT_OPEN_UNTIL = "parser_circuit_open_until"
"""The gauge that has the breaker's `open_until`."""


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
        # A package's own validator may have none.
        self._embedded: Validator | None = getattr(validator, "embedded", None)
        self.guard: ServerGuard | None = None
        if validator.remote:
            where = f"the parser at {self.policy.address}"
            breaker = CircuitBreaker(self.policy.threshold, self.policy.cooldown, clock)
            limit, first = self.policy.timeout, self.policy.first
            self.guard = ServerGuard(where, ValidatorUnreachableError, limit, first=first, breaker=breaker)
        self._warned_version: str | None = None
        METRICS.set(CIRCUIT_OPEN_UNTIL, 0.0)

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
        rungs = [Rung("parser", partial(self._ask, self.validator, self.guard, blocks))]
        if self._embedded is not None:
            rungs.append(Rung("embedded", partial(self._ask, self._embedded, None, blocks)))
        probing = self.state == "half-open"
        if probing:
            log_event("[ptvl] circuit HALF-OPEN — probing parser availability")
        try:
            outcome = await try_rungs(PARSER_PART, rungs, Deadline(remaining))
        except ValidatorUnreachableError as error:
            if error.why == LEFT_ALONE:
                log_event(_CIRCUIT_OPEN, logging.WARNING)
            return CodeCheckResult(UNAVAILABLE, str(error))
        finally:
            if self.guard is not None:
                METRICS.set(CIRCUIT_OPEN_UNTIL, self.guard.breaker.open_until)
        if probing and self.state == "closed":
            log_event("[ptvl] circuit CLOSED — parser reachable")
        return outcome

    async def _ask(
        self, validator: Validator, guard: ServerGuard | None, blocks: Sequence[CodeBlock], seconds: float
    ) -> CodeCheckResult:
        faults: list[CodeFault] = []
        version, deadline = "", Deadline(seconds)
        for number, block in enumerate(blocks, 1):
            began = perf_counter()
            if not deadline.remaining:
                raise ValidatorUnreachableError("no time left before the deadline to check all of the code", why=SLOW)
            try:
                if guard is None:
                    checked = await validator.check(block.code, min(self.policy.timeout, deadline.remaining))
                else:
                    ask = partial(validator.check, block.code, self.policy.timeout)
                    checked = await guard.call(ask, deadline.remaining)
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
        return self.guard.breaker.state if self.guard else "closed"
