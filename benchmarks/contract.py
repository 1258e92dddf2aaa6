"""How the audit judges the contract: 200 planted breaches, and alarms on the frozen sets with the shipped router.

A breach is planted by sabotage: of the rules layer, of the classifier, of the references, or of the facts of an answer.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from unittest.mock import patch

from benchmarks.report import Check, Table
from benchmarks.timing import interleaved
from fingerpost import Message, Router
from fingerpost.audit.auditor import Breach
from fingerpost.audit.code_pieces import all_pieces, code_pieces
from fingerpost.evaluation.rows import Row, read_rows
from fingerpost.observability import facts as fact
from fingerpost.observability.facts import record_fact
from fingerpost.routing import cascade
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.model import Student
from fingerpost.settings import Settings
from fingerpost.types import Fact, Resolved, Turn, Verdict

SETS = ("avap-dev", "avap-hostile", "avap-check")
PLANTED = 25
"""Breaches that are planted of each rule."""

_FIGURE = re.compile(r"\d ?%|\d[\d.,]* ?(?:/|of|de) ?\d")
_PROGRAM = 'addParam("name", who)\naddVar(greeting, "Hello " + who)\naddResult(greeting)'
_WRAPPINGS: tuple[Callable[[str], str], ...] = (
    lambda code: f"Here it is:\n```\n{code}\n```",
    lambda code: f"Here it is:\n\n{code}\n\nThat is all.",
    lambda code: "Indented:\n" + "\n".join(f"    {line}" for line in code.splitlines()),
    lambda code: "<pre><code>" + code.replace('"', "&quot;") + "</code></pre>",
    lambda code: json.dumps({"answer": code}),
    lambda code: "\n".join(f"> {line}" for line in code.splitlines()),
    lambda code: "\n".join(f"{i}. `{line}`" for i, line in enumerate(code.splitlines(), 1)),
    lambda code: "Use " + " and then ".join(f"`{line}`" for line in code.splitlines()) + ".",
    lambda code: "｀｀｀\n" + code + "\n｀｀｀",
    lambda code: code.replace("\n", "<br>"),
)
_DISGUISES: tuple[Callable[[str], str], ...] = (
    str.upper,
    lambda text: text.replace(" ", "  \n"),
    "\u200b".join,
    lambda text: "".join(chr(ord(c) + 0xFEE0) if "a" <= c <= "z" else c for c in text),
    lambda text: text.replace("o", "\u043e").replace("e", "\u0435"),
    lambda text: text.replace("direct", "di\u00adrect"),
)


def rows_of(book_routes: Sequence[str]) -> list[Row]:
    """Return the rows of the frozen sets."""
    folder = Path(__file__).parent.parent / "tests" / "data"
    return [row for name in SETS for row in read_rows(folder / f"{name}.jsonl", book_routes)]


def planted(router: Router, rows: Sequence[Row]) -> Counter[tuple[str, bool]]:
    """Return how many planted breaches of each rule were found, and how many not."""
    found: Counter[tuple[str, bool]] = Counter()
    for rule, plant in _PLANTS.items():
        for breaches in islice(plant(router, rows), PLANTED):
            found[rule, any(breach.rule == rule and breach.certain for breach in breaches)] += 1
    return found


def _decided(router: Router, message: Message, *sabotage: object) -> list[Breach]:
    """Return what the live audit reports while a message is decided under sabotage."""
    reported: list[Breach] = []
    with ExitStack() as stack:
        for broken in sabotage:
            stack.enter_context(broken)  # type: ignore[arg-type]
        stack.enter_context(patch("fingerpost.routing.router.report", reported.extend))
        router.route(message)
    return reported


def _no_rules() -> object:
    return patch.object(cascade, "read_rules", lambda _rules, _resolved: None)


def _wrong_rule(route: str) -> object:
    wrong = Verdict(route, accepted=True, confidence=1.0, reason="sabotaged")
    return patch.object(cascade, "read_rules", lambda _rules, _resolved: wrong)


def _sure(route: str) -> object:
    verdict = Verdict(route, accepted=True, confidence=1.0, reason="sabotaged")
    return patch.object(Student, "verdict", lambda _self, _prediction: verdict)


def _phrases(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    """RC-01: the rules are passed over, or decide otherwise; the phrase is plain or in disguise."""
    phrase = router.routebook.rules[0].contains[0]
    others = cycle(("RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL"))
    for row, disguise, other in zip(rows[::17], cycle(_DISGUISES), others, strict=False):
        message = Message(f"{disguise(phrase)}. {row.message.text}")
        yield _decided(router, message, _wrong_rule(other))
        yield _decided(router, message, _no_rules())


def _figures(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    """RC-02: a sure classifier is believed over the figures of an account, or a rule is wrong."""
    phrase = router.routebook.rules[0].contains[0]
    chosen = [row for row in rows if row.expected == "PLATFORM" and _FIGURE.search(row.message.text)]
    # A registered phrase is RC-01's.
    chosen = [row for row in chosen if phrase not in row.message.text.lower()]
    for row, other in zip(chosen, cycle(("RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL")), strict=False):
        message = Message(row.message.text)
        yield _decided(router, message, _no_rules(), _sure(other))


def _history(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    """RC-03: every message is taken to refer to the last turn; some saboteurs say so in the facts, too."""
    chosen = [row for row in rows if row.expected == "CODE_GENERATION" and not row.deictic]
    turn = Turn("user", "how many calls did I make?", "PLATFORM")

    def anchored(message: Message, *_: object) -> Resolved:
        return Resolved(message.text, message.text.lower(), message.text, turn=turn)

    for row in chosen:
        message = replace(row.message, text=row.message.text, intent_history=(turn,), turns=())
        yield _decided(router, message, _no_rules(), patch.object(cascade, "resolve", anchored))


def forged(router: Router, rows: Sequence[Row]) -> tuple[int, int]:
    """Return how many of the messages with a forged reference were found, and how many there are."""
    turn = Turn("user", "how many calls did I make?", "PLATFORM")

    def lying(message: Message, *_: object) -> Resolved:
        record_fact(fact.CONTEXT_DEPENDENT, how="deixis")
        return Resolved(message.text, message.text.lower(), message.text, turn=turn)

    chosen = [row for row in rows if row.expected == "CODE_GENERATION" and not row.deictic][:100]
    caught = 0
    for row in chosen:
        message = Message(row.message.text, intent_history=(turn,))
        found = _decided(router, message, _no_rules(), patch.object(cascade, "resolve", lying))
        caught += any(breach.rule == "RC-03" for breach in found)
    return caught, len(chosen)


def _answers(
    router: Router, rows: Sequence[Row], routes: tuple[str, ...], ways: Sequence[list[Fact]]
) -> Iterator[list[Breach]]:
    """Yield what is found in answers to messages of these routes, with the facts of a sabotaged answer."""
    chosen = [row for row in rows if row.expected in routes]
    for row, way in zip(chosen, cycle(ways), strict=False):
        decision = router.route(row.message)
        route = decision.route if decision.route in routes else routes[0]
        yield router.auditor.check_answer(route, [*decision.facts, *way])


def _searches(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    once, nothing = Fact(fact.RETRIEVER, {"docs": 4}), Fact(fact.RETRIEVER, {"docs": 0})
    answered = Fact(fact.MODEL, {"slot": "conversational", "purpose": "answer"})
    ways = ([once], [nothing], [answered, once], [once, once], [once, answered])
    return _answers(router, rows, ("PLATFORM", "CONVERSATIONAL"), [list(way) for way in ways])


def _models(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    slots = ("main", "classifier", None, "MAIN", "other")
    ways = [[Fact(fact.MODEL, {"slot": slot, "model": "m", "purpose": "answer"})] for slot in slots]
    return _answers(router, rows, ("PLATFORM", "CONVERSATIONAL"), ways)


def _long_history(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    leans = Fact(fact.CONTEXT_DEPENDENT, {"how": "deixis"})
    for row, entries in zip(rows, cycle((7, 8, 9, 12, 20)), strict=False):
        passed = Fact(fact.HISTORY, {"to": "llm" if entries % 2 else "student", "entries": entries})
        reading = router.auditor.read(row.message.text)
        yield router.auditor.check_decision(reading, row.expected, declared=False, facts=[leans, passed])


def _code(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    """RC-07: the parser is passed over, sees other code, or sees it after it was sent; in every wrapping."""
    other = Fact(fact.PARSER, {"verdict": "valid", "pieces": sorted(all_pieces("addResult(other)"))})
    late = Fact(fact.PARSER, {"verdict": "valid", "pieces": sorted(all_pieces(_PROGRAM))})
    sent = [Fact(fact.SENT, {"pieces": sorted(code_pieces(wrap(_PROGRAM))), "told": False}) for wrap in _WRAPPINGS]
    ways = [way for one in sent for way in ([one], [other, one], [one, late])]
    return _answers(router, rows, ("CODE_GENERATION",), ways)


def _retries(router: Router, rows: Sequence[Row]) -> Iterator[list[Breach]]:
    """RC-08: a second retry, recorded or to be seen only in what was done."""
    parser, context = Fact(fact.RETRY, {"why": "parser"}), Fact(fact.RETRY, {"why": "context"})
    answer, search = Fact(fact.MODEL, {"slot": "main", "purpose": "answer"}), Fact(fact.RETRIEVER, {"docs": 4})
    ways = ([parser, parser], [parser, context], [answer] * 3, [search] * 3, [parser, answer, answer, answer])
    return _answers(router, rows, ("CODE_GENERATION", "RETRIEVAL"), [list(way) for way in ways])


_PLANTS: dict[str, Callable[[Router, Sequence[Row]], Iterator[list[Breach]]]] = {
    "RC-01": _phrases,
    "RC-02": _figures,
    "RC-03": _history,
    "RC-04": _searches,
    "RC-05": _models,
    "RC-06": _long_history,
    "RC-07": _code,
    "RC-08": _retries,
}


def alarms(router: Router, rows: Sequence[Row]) -> tuple[int, int]:
    """Return how many messages the router decides well and the audit reports: as breaches, and as doubts."""
    breaches = doubts = 0
    for row in rows:
        decision = router.route(row.message)
        reading = router.auditor.read(row.message.text)
        found = router.auditor.check_decision(reading, decision.route, declared=False, facts=decision.facts)
        if decision.route == row.expected:
            breaches += any(one.certain for one in found)
            doubts += any(not one.certain for one in found)
    return breaches, doubts


def checks(cache: Path) -> Iterator[Check | Table]:
    """Measure what the audit finds, what it reports without reason, and what it costs."""
    router = Router.from_routebook("avap", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
    rows = rows_of(router.routebook.names)
    found = planted(router, rows)
    table = [(rule, found[rule, True], found[rule, False]) for rule in _PLANTS]
    yield Table("planted breaches", ["rule", "found", "missed"], table)
    yield Check("planted breaches found", sum(row[1] for row in table), len(_PLANTS) * PLANTED, at_least=True)
    caught, all_forged = forged(router, rows)
    yield Table("RC-03 with a forged reference in the facts", ["messages", "found"], [[all_forged, caught]])
    breaches, doubts = alarms(router, rows)
    yield Check("false alarms on the frozen sets", breaches / len(rows), 0.01)
    yield Check("cases for a person on the frozen sets", doubts / len(rows), 0.05)
    texts = [row.message.text for row in rows]
    read = partial(router.auditor.read, with_references=False)
    seconds = interleaved({"audit": read, "route": router.route}, texts)
    yield Check("audit of a message, share of the time of its decision", seconds["audit"] / seconds["route"], 0.1)
