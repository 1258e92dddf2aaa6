"""Checks the block structure of a program from its block events.

A closer that does not match the innermost block is compared with the closers still to come: with too few of them a
block was left open, which is reported on the line that opened it; with enough of them the closer is the fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

OPEN, PART, CLOSE, RETURN = "open", "part", "close", "return"
CLOSERS = {"if": "end", "try": "end", "startLoop": "endLoop", "function": "}"}
PARTS = {"else": "if", "exception": "try"}
_WRITTEN = {"end": "end()", "endLoop": "endLoop()", "}": "'}'"}
_RETURNING = frozenset({"function", "{"})  # a foreign `{` may open a function
_MAX_OWNER_DISTANCE = 50  # maximum number of enclosing blocks searched for the owner of an else()


class ParseFault(NamedTuple):
    """A fault or warning: its line, counted from 1, and its message."""

    line: int
    message: str


class BlockEvent(NamedTuple):
    """The effect of a line on the blocks: it opens, parts or closes one, or returns.

    An event that is not certain comes from a line with a fault of its own, such as `for i in range(3):` or `endIf()`:
    it counts where that avoids a second fault, and is ignored otherwise.
    """

    kind: str
    name: str
    line: int
    certain: bool = True
    brace: bool = False  # it opens a `{`


@dataclass(slots=True)
class _Block:
    name: str
    line: int
    certain: bool
    brace: bool
    parted: bool = False


class _Lookahead(NamedTuple):
    """The lookahead of an event: unmatched end() and endLoop() to come in the same function, and the next of them."""

    closers: int
    next: str


def check_blocks(events: Sequence[BlockEvent], cut_short: bool) -> list[ParseFault]:
    """Return the block faults; unclosed blocks of a program that is cut short are not reported."""
    walk = _BlockChecker(events)
    for at, event in enumerate(events):
        walk.step(at, event)
    if not cut_short:
        walk.unclosed(0)
    return walk.faults


class _BlockChecker:
    def __init__(self, events: Sequence[BlockEvent]) -> None:
        self.braces = _remaining_braces(events)
        self.matched_braces = _matched_braces(events, self.braces)
        self.lookahead = _lookaheads(events, self.matched_braces)
        self.faults: list[ParseFault] = []
        self.stack: list[_Block] = []
        self.waiting = [{"end": 0, "endLoop": 0}]  # number of certain open blocks by closer, per open function
        self.functions = 0

    def fault(self, line: int, message: str) -> None:
        self.faults.append(ParseFault(line, message))

    def step(self, at: int, event: BlockEvent) -> None:
        if event.kind == OPEN:
            self.push(event)
        elif event.kind == PART:
            self.part(at, event)
        elif event.kind == RETURN:
            if not self.functions:
                self.fault(event.line, "return outside a function: use addResult(variable) to answer the request")
        elif event.name == "}":
            self.close_brace(at, event)
        else:
            self.close(at, event)

    def push(self, event: BlockEvent) -> None:
        self.stack.append(_Block(event.name, event.line, event.certain, event.brace))
        self.functions += event.name in _RETURNING
        if event.certain and event.name == "function":
            self.waiting.append({"end": 0, "endLoop": 0})
        elif event.certain:
            self.waiting[-1][CLOSERS[event.name]] += 1

    def pop(self, index: int = -1) -> _Block:
        block = self.stack.pop(index)
        self.functions -= block.name in _RETURNING
        if block.certain and block.name == "function":
            self.waiting.pop()
        elif block.certain:
            self.waiting[-1][CLOSERS[block.name]] -= 1
        return block

    def unclosed(self, depth: int) -> None:
        """Close every block above a depth, and report the certain ones as unclosed."""
        while len(self.stack) > depth:
            block = self.pop()
            if block.certain:
                closer = _WRITTEN[CLOSERS[block.name]]
                self.fault(block.line, f"'{block.name}' opened here is never closed: {closer} is missing")

    def close(self, at: int, event: BlockEvent) -> None:
        """Process an end() or endLoop()."""
        coming, after = self.lookahead[at].closers + 1, self.lookahead[at].next
        while self.stack and not self.stack[-1].certain:
            self.pop()
            if coming > self.count():
                return
        self.leave_functions(at, coming)
        waiting = self.count()
        if self.lacks_brace(at):
            if event.certain:
                self.wrong(event)
            self.pop()
        elif not waiting or (coming > waiting and not self.fits(-1, event.name)):
            if event.certain:
                self.stray(event)
        elif self.fits(-1, event.name) or not event.certain:
            self.finish(self.pop())
        elif self.waiting[-1][event.name] and coming < waiting:
            depth = len(self.stack) - 1
            while not self.fits(depth, event.name):
                depth -= 1
            self.unclosed(depth + 1)
            self.finish(self.pop())
        else:
            self.wrong(event)
            swapped = len(self.stack) > 1 and self.fits(-2, event.name) and self.fits(-1, after)
            self.pop(-2 if swapped else -1)

    def lacks_brace(self, at: int) -> bool:
        """Return whether only a function is open and no `}` is left for it."""
        return not self.count() and self.braces[at] < len(self.waiting) - 1

    def leave_functions(self, at: int, coming: int) -> None:
        """Close functions without a remaining `}` where an enclosing block needs one of the closers to come."""
        while self.lacks_brace(at) and coming <= sum(self.waiting[-2].values()):
            self.unclosed(self.function())

    def function(self) -> int:
        """Return the depth of the innermost function."""
        depth = len(self.stack) - 1
        while self.stack[depth].name != "function" or not self.stack[depth].certain:
            depth -= 1
        return depth

    def close_brace(self, at: int, event: BlockEvent) -> None:
        if self.matched_braces[at]:
            depth = len(self.stack) - 1
            while depth >= 0 and not self.stack[depth].brace:
                depth -= 1
            if depth >= 0:
                self.unclosed(depth + 1)
                self.pop()
                return
        if self.stack and not self.stack[-1].certain:
            self.pop()
            return
        if not event.certain:
            return
        if not self.count():
            self.stray(event)
            return
        self.wrong(event)
        if self.lookahead[at].closers < self.count():
            self.pop()

    def count(self) -> int:
        """Return the number of certain open blocks of this function."""
        return sum(self.waiting[-1].values())

    def fits(self, index: int, closer: str) -> bool:
        block = self.stack[index]
        return block.certain and CLOSERS[block.name] == closer

    def finish(self, block: _Block) -> None:
        if block.name == "try" and block.certain and not block.parted:
            self.fault(block.line, "'try' opened here has no exception(): write try() … exception(e) … end()")

    def stray(self, event: BlockEvent) -> None:
        if event.name == "}":
            self.fault(event.line, "'}' closes nothing: no function is open here")
        elif self.count():
            self.wrong(event)
        else:
            opens = " or ".join(f"'{name}'" for name, closer in CLOSERS.items() if closer == event.name)
            self.fault(event.line, f"{_WRITTEN[event.name]} closes nothing: no {opens} is open here")

    def wrong(self, event: BlockEvent) -> None:
        block = next(block for block in reversed(self.stack) if block.certain)
        self.fault(
            event.line,
            f"{_WRITTEN[event.name]} cannot close the '{block.name}' opened on line {block.line}: "
            f"it is closed by {_WRITTEN[CLOSERS[block.name]]}",
        )

    def part(self, at: int, event: BlockEvent) -> None:
        """Process an else() or exception()."""
        owner = PARTS[event.name]
        while self.stack and not self.stack[-1].certain:
            if self.stack[-1].name == owner:
                return
            self.pop()
        self.leave_functions(at, self.lookahead[at].closers)
        depth = len(self.stack) - 1
        if depth < 0 or self.stack[depth].name != owner or self.stack[depth].parted:
            depth = self.owner(owner) if self.lookahead[at].closers < self.count() else -1
        if depth >= 0:
            self.unclosed(depth + 1)
            # An uncertain `else if` may be followed by an else().
            self.stack[depth].parted = event.certain or owner == "try"
        elif event.certain:
            if self.stack and self.stack[-1].name == owner:
                self.fault(event.line, _second_part_message(event.name, self.stack[-1].line))
            else:
                self.fault(event.line, _misplaced_part_message(event.name, owner))
                self.push(BlockEvent(OPEN, owner, event.line, certain=False))  # it may have its own end()

    def owner(self, name: str) -> int:
        """Return the depth of the nearest unparted block of this name; -1 where there is none near."""
        for depth in range(len(self.stack) - 1, max(-1, len(self.stack) - 1 - _MAX_OWNER_DISTANCE), -1):
            block = self.stack[depth]
            if block.name == "function":
                break
            if block.name == name and block.certain and not block.parted:
                return depth
        return -1


def _second_part_message(name: str, line: int) -> str:
    return f"a second {name}() in the '{PARTS[name]}' opened on line {line}: one is all it takes"


def _misplaced_part_message(name: str, owner: str) -> str:
    return f"{name}() outside {'an' if owner == 'if' else 'a'} '{owner}': no {owner}(…) is open right here"


def _remaining_braces(events: Sequence[BlockEvent]) -> list[int]:
    """Return per event the number of `}` from there on without a matching `{`."""
    result = [0] * (len(events) + 1)
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        result[at] = max(0, result[at + 1] - event.brace) + (event.kind == CLOSE and event.name == "}")
    return result


def _matched_braces(events: Sequence[BlockEvent], after: Sequence[int]) -> list[bool]:
    """Return per `}` whether an open `{` matches it; inside a block, with enough `}` to come, none does."""
    result = [False] * len(events)
    stack: list[bool] = []  # whether each open block is a `{`
    braces = 0
    for at, event in enumerate(events):
        if event.kind == OPEN and (event.certain or event.brace):
            stack.append(event.brace)
            braces += event.brace
        elif event.kind == CLOSE and event.name != "}":
            if stack and not stack[-1]:
                stack.pop()
        elif event.kind == CLOSE and braces:
            if not stack[-1] and after[at] > braces:
                stack.pop()
                continue
            while not stack.pop():
                pass
            braces -= 1
            result[at] = True
    return result


def _lookaheads(events: Sequence[BlockEvent], matched_braces: Sequence[bool]) -> list[_Lookahead]:
    """Return the lookahead of every event, where any end() or endLoop() closes any block."""
    result = [_Lookahead(0, "")] * len(events)
    ahead = [
        _Lookahead(0, "")
    ]  # one entry per closer to come, the next one last; 0 closers marks the end of a function
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        result[at] = ahead[-1]
        if event.kind == CLOSE and event.name == "}":
            if matched_braces[at]:
                ahead.append(_Lookahead(0, ""))
        elif event.kind == CLOSE:
            ahead.append(_Lookahead(ahead[-1].closers + 1, event.name))
        elif event.kind == OPEN and event.brace:
            while len(ahead) > 1 and ahead.pop().closers:
                pass
        elif event.kind == OPEN and event.certain and ahead[-1].closers:
            ahead.pop()
    return result
