"""Finds patterns that take exponential time, or minutes, on some message: those that can share a text in many ways.

Such a pattern stops the process as soon as somebody sends the wrong message. The check runs nothing: it reads the
syntax tree as an automaton whose states are the places of the pattern that take a character, and looks for a loop that
can come back to itself in two ways on the same text (exponential), and for loops one after the other that can take the
same text, whose ways are multiplied (`\\w+\\w+\\w+$`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from fingerpost.language.text import HEAD, TAIL
from fingerpost.routebook.pattern_characters import characters_of

MANY = 8
"""Repetitions from which a bounded one is read as a loop."""

LONGEST = HEAD + TAIL + 3
"""Characters of a message that patterns are matched in."""

MOST_STEPS = 3e7
"""Steps that a search may take on the worst message; about half a second."""

MANY_WAYS = 1e5
"""Ways to share a text among a few rounds of a repetition from which these are read as a loop, too."""

LARGEST_LOOP = 12
"""States of a loop that are compared with those of another."""

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_OWN = (sre.ASSERT, sre.ASSERT_NOT, sre.ATOMIC_GROUP, sre.POSSESSIVE_REPEAT)
"""Parts that are matched once, and never again in another way."""

_ENDS = (sre.AT_END, sre.AT_END_STRING)

Edges = dict[int, set[int]]


class _Part(NamedTuple):
    """A part of a pattern: in how many ways it takes nothing, and in how many it begins and ends with a state."""

    empty: int
    first: dict[int, int]
    last: dict[int, int]


_NOTHING = _Part(1, {}, {})


class _Chain(NamedTuple):
    """Loops that can share one text, the length of a word that it has to repeat, and the ways to share it."""

    ways: float
    word: int
    loops: int

    def steps(self) -> float:
        return self.ways / math.pow(max(1, self.word), self.loops - 1) / math.factorial(self.loops)


@lru_cache(maxsize=2_048)
def can_hang(pattern: str) -> bool:
    """Whether some message makes a search with this pattern take exponential time, or longer than anybody waits."""
    trees = [parser.parse(pattern)]
    while trees:
        tree = trees.pop()
        if not _has_loop(tree):
            continue
        automaton = _Automaton(tree)
        if automaton.is_exponential() or automaton.most_steps() > MOST_STEPS:
            return True
        trees += automaton.own_parts
    return False


class _Automaton:
    """The states of a pattern, each with the characters that it takes, and the ways from one to the next.

    State 0 is what a search skips before the match.
    """

    def __init__(self, tree: Any) -> None:
        self._groups = tree.state
        self.characters: list[int] = [-1]
        self.bounds: dict[int, int] = {}
        self.ways: Counter[tuple[int, int]] = Counter()
        self.own_parts: list[Any] = []
        part = self._sequence(_without_last_rounds(tree))
        # Where nothing can fail after a state, the first way to it is taken and no other is tried.
        ends = set() if _ends_in_assertion(tree) else set(part.last)
        if not _is_anchored(tree):
            self.ways[0, 0] = 1
            self.ways.update(dict.fromkeys(((0, state) for state in part.first), 1))
        self.after: Edges = {}
        self.before: Edges = {}
        for (state, next_state), count in self.ways.items():
            if count and not ends & {state, next_state} and self.characters[next_state]:
                self.after.setdefault(state, set()).add(next_state)
                self.before.setdefault(next_state, set()).add(state)
        self.loops = _loops(self.after, self.before)

    def _sequence(self, tree: Iterable[Any]) -> _Part:
        whole = _NOTHING
        for operation, value in tree:
            whole = self._joined(whole, self._part(operation, value))
        return whole

    def _joined(self, left: _Part, right: _Part) -> _Part:
        self._connect(left.last, right.first)
        return _Part(
            min(2, left.empty * right.empty),
            _sum(left.first, right.first, left.empty),
            _sum(right.last, left.last, right.empty),
        )

    def _connect(self, lasts: dict[int, int], firsts: dict[int, int]) -> None:
        for last, ways in lasts.items():
            for first, more in firsts.items():
                self.ways[last, first] += ways * more

    def _part(self, operation: Any, value: Any) -> _Part:
        if operation in _REPEATS:
            return self._repeated(*value)
        if operation is sre.SUBPATTERN:
            return self._sequence(value[-1])
        if operation in (sre.BRANCH, sre.GROUPREF_EXISTS):
            parts = value[1] if operation is sre.BRANCH else [part or [] for part in value[1:]]
            return self._either([self._sequence(part) for part in parts])
        if operation in _OWN:
            self.own_parts += _trees(operation, value)
        if operation in (sre.ASSERT, sre.ASSERT_NOT) or (operation is sre.AT and value not in _ENDS):
            return _NOTHING
        # The end of the text is a state that takes no character: nothing can come after it.
        return self._state(operation, value)

    def _either(self, parts: list[_Part]) -> _Part:
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for part in parts:
            # The states of different parts are different.
            first |= part.first
            last |= part.last
        return _Part(min(2, sum(part.empty for part in parts)), first, last)

    def _state(self, operation: Any, value: Any) -> _Part:
        """Return the part of one state; what takes its text in one way alone counts as one."""
        self.characters.append(characters_of([(operation, value)]))
        state = len(self.characters) - 1
        empty = int(operation in _OWN and parser.SubPattern(self._groups, [(operation, value)]).getwidth()[0] == 0)
        return _Part(empty, {state: 1}, {state: 1})

    def _repeated(self, least: int, most: Any, body: Any) -> _Part:
        if most <= MANY and not _shares_in_many_ways(most, body):
            parts = [self._sequence(body) for _ in range(most)]
            parts[least:] = [self._either([part, _NOTHING]) for part in parts[least:]]
        else:
            parts = [self._sequence(body) for _ in range(max(1, min(least, MANY)))]
            self._connect(parts[-1].last, parts[-1].first)
            if parts[-1].empty and least > MANY:
                # Any of the rounds can be the empty ones.
                self._connect(parts[-1].last, parts[-1].first)
            if len(parts[-1].first) == 1 and parts[-1].first == parts[-1].last:
                self.bounds[next(iter(parts[-1].first))] = min(LONGEST, int(most))
            if least == 0:
                parts[-1] = self._either([parts[-1], _NOTHING])
        whole = _NOTHING
        for part in parts:
            whole = self._joined(whole, part)
        return whole

    def is_exponential(self) -> bool:
        """Whether a loop can come back to a state in two ways on the same text."""
        for loop in self.loops:
            inside = {state: self.after[state] & loop for state in loop}
            if any(self.ways[edge] > 1 for edge in _pairs(inside)):
                return True
            pairs: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
            waiting: list[tuple[int, ...]] = [(state, state) for state in loop]
            while waiting:
                pair = waiting.pop()
                if pair not in pairs:
                    pairs[pair] = set(self._together(pair, (inside, inside)))
                    waiting += pairs[pair]
            apart = {pair for pair in pairs if pair[0] != pair[1]}
            same = set(pairs) - apart
            if _reached(pairs, apart) & same:
                return True
        return False

    def most_steps(self) -> float:
        """Return an estimate of the steps of a search on the worst message, from the loops that can share a text."""
        chains: list[list[_Chain]] = []
        ahead = [_reached(self.after, loop) for loop in self.loops]
        for at, loop in enumerate(self.loops):
            size = max(self.bounds.get(state, LONGEST) for state in loop)
            found = [_Chain(float(size), 0, 1)]
            behind = _reached(self.before, loop)
            for earlier, reached, before in zip(self.loops[:at], ahead[:at], chains, strict=True):
                word = self._shared_word(earlier, loop, reached & behind) if loop <= reached else 0
                if word:
                    found += [_Chain(one.ways * size, one.word + word, one.loops + 1) for one in before]
            chains.append(sorted(found, key=_Chain.steps)[-3:])
        return max((chain.steps() for found in chains for chain in found), default=0.0)

    def _shared_word(self, one: frozenset[int], other: frozenset[int], between: set[int]) -> int:
        """Return the length of the shortest text that two loops take each, and that leads from one to the other."""
        graphs = tuple(
            {state: self.after[state] & states for state in states if state in self.after}
            for states in (one, between, other)
        )
        found = [
            self._shortest(start, end, graphs)
            for start in sorted(one)[:LARGEST_LOOP]
            for end in sorted(other)[:LARGEST_LOOP]
            if self.characters[start] & self.characters[end]
        ]
        return min(filter(None, found), default=0)

    def _shortest(self, start: int, end: int, graphs: tuple[Edges, ...]) -> int:
        level: set[tuple[int, ...]] = {(start, start, end)}
        seen, length = set(level), 0
        while level:
            length += 1
            level = {after for states in level for after in self._together(states, graphs)} - seen
            if (start, end, end) in level:
                return length
            seen |= level
        return 0

    def _together(self, states: tuple[int, ...], graphs: tuple[Edges, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the states that several ways can be in after one more character that all of them take."""
        found: list[tuple[tuple[int, ...], int]] = [((), -1)]
        for state, graph in zip(states, graphs, strict=True):
            found = [
                ((*before, after), shared)
                for before, taken in found
                for after in graph.get(state, ())
                if (shared := taken & self.characters[after])
            ]
        return (after for after, _ in found)


def _sum(one: dict[int, int], other: dict[int, int], times: int) -> dict[int, int]:
    """Return the ways of both parts, whose states are different; those of the other count several times."""
    return one | {state: min(2, ways * times) for state, ways in other.items()} if times else one


def _pairs(edges: Edges) -> Iterator[tuple[int, int]]:
    return ((state, after) for state, all_after in edges.items() for after in all_after)


def _reached(edges: dict[Any, set[Any]], start: Iterable[Any], among: set[Any] | None = None) -> set[Any]:
    """Return the states that can be reached, those of `start` included."""
    found, waiting = set(start), list(start)
    while waiting:
        new = edges.get(waiting.pop(), set()) - found
        if among is not None:
            new &= among
        found |= new
        waiting += new
    return found


def _loops(after: Edges, before: Edges) -> list[frozenset[int]]:
    """Return the sets of states that reach each other, those that come first in the pattern first."""
    finished: list[int] = []
    seen: set[int] = set()
    for start in after:
        waiting = [(start, iter(after[start]))] if start not in seen else []
        seen.add(start)
        while waiting:
            following = next((state for state in waiting[-1][1] if state not in seen), None)
            if following is None:
                finished.append(waiting.pop()[0])
            else:
                seen.add(following)
                waiting.append((following, iter(after.get(following, ()))))
    found: list[frozenset[int]] = []
    left = set(finished)
    for state in reversed(finished):
        if state in left:
            loop = _reached(before, [state], left)
            left -= loop
            if len(loop) > 1 or state in after.get(state, ()):
                found.append(frozenset(loop))
    return found


def _has_loop(tree: Any) -> bool:
    for operation, value in tree:
        if operation in (*_REPEATS, sre.POSSESSIVE_REPEAT) and (
            value[1] > MANY or _shares_in_many_ways(value[1], value[2])
        ):
            return True
        parts = value[1] if operation is sre.BRANCH else _trees(operation, value)
        if any(_has_loop(part) for part in parts):
            return True
    return False


def _shares_in_many_ways(rounds: int, body: Any) -> bool:
    """Whether so few rounds can take one text in many ways, since each takes more or less of it."""
    return bool(_lengths(body) ** (min(rounds, MANY) - 1) > MANY_WAYS)


def _lengths(tree: Any) -> int:
    """Return in how many lengths the repetition that varies most inside a tree takes its text."""
    most = 1
    for operation, value in tree:
        if operation in _REPEATS:
            most = max(most, min(int(value[1]), LONGEST) - value[0] + 1)
        parts = value[1] if operation is sre.BRANCH else _trees(operation, value)
        most = max([most, *map(_lengths, parts)])
    return most


def _without_last_rounds(tree: Any) -> list[Any]:
    """Return a tree whose last repetition has no more rounds than it needs: after these the match is found anyway."""
    items = list(tree)
    if items and items[-1][0] in _REPEATS and items[-1][1][1] > MANY:
        operation, (least, _, body) = items[-1]
        needed = max(1, min(least, MANY))
        items[-1] = (operation, (needed, needed, body))
    return items


def _trees(operation: Any, value: Any) -> list[Any]:
    """Return the trees inside a part, but those of a branch."""
    if operation is sre.ATOMIC_GROUP:
        return [value]
    if operation in (sre.ASSERT, sre.ASSERT_NOT, sre.SUBPATTERN, sre.POSSESSIVE_REPEAT, *_REPEATS):
        return [value[-1]]
    return [part for part in value[1:] if part is not None] if operation is sre.GROUPREF_EXISTS else []


def _ends_in_assertion(tree: Any) -> bool:
    """Whether something that takes no text, and can fail, may come last."""
    for operation, value in reversed(list(tree)):
        if operation in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
            return True
        if operation is sre.BRANCH and any(_ends_in_assertion(part) for part in value[1]):
            return True
        if operation in (sre.SUBPATTERN, *_REPEATS) and _ends_in_assertion(value[-1]):
            return True
        if parser.SubPattern(tree.state, [(operation, value)]).getwidth()[0]:
            return False
    return False


def _is_anchored(tree: Any) -> bool:
    """Whether a match can begin at the beginning of the text only."""
    for operation, value in tree:
        if operation is sre.AT:
            return value in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING)
        if operation is sre.SUBPATTERN:
            return _is_anchored(value[-1])
        if operation is sre.BRANCH:
            return all(_is_anchored(part) for part in value[1])
        return False
    return False
