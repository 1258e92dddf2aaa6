"""Messages against the routing contract, RC-01 to RC-08, judged by the audit; and saboteurs that it must find."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks import contract
from benchmarks.faults.campaign import Line, Measured
from benchmarks.faults.mutations import Mutated, mutated
from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.audit.auditor import Breach
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

MESSAGES = 10_000
REPORTERS = ("routing.router", "answering.assistant", "answering.sessions")
"""Where breaches are reported."""
REPLIES = (
    "It adds a variable.",
    '```avap\naddParam("a", a)\naddResult(a)\n```',
    "```avap\nwhile True:\n```",
    "Use `addVar(x, 1)` and then `addResult(x)`.",
    "You have used 412 of 500 calls.",
    "I cannot tell.",
)
"""What the model says in turns, whatever it is asked: prose, sound and broken code, figures."""


@contextmanager
def reported() -> Iterator[list[Breach]]:
    """Yield a list that grows with every breach that the live audit is certain of."""
    found: list[Breach] = []

    def report(breaches: Iterable[Breach]) -> None:
        found.extend(breach for breach in breaches if breach.certain)

    with ExitStack() as stack:
        for module in REPORTERS:
            stack.enter_context(patch(f"fingerpost.{module}.report", report))
        yield found


async def ask_all(assistant: Assistant, messages: Iterable[Mutated]) -> list[str]:
    """Return the breaches of the contract in the answers: the rule, the row and its changes, without its words."""
    faults = []
    with reported() as breaches:
        for message, row, changes in messages:
            await assistant.ask(message)
            faults += [f"{breach.rule}: row {row} with {changes}: {breach.what}" for breach in breaches]
            breaches.clear()
    return faults


def open_router(folder: Path) -> Router:
    """Return the shipped router, which remembers no decision."""
    return Router.from_routebook("avap", settings=Settings(cache=folder / "cache"), memo=Memo(size=0)).warm()


async def ask_with_model(router: Router, folder: Path, messages: Sequence[Mutated]) -> list[str]:
    """Ask an assistant whose model says a bit of everything."""
    script = cycle(REPLIES)
    with (
        ScriptedServer([ScriptedReply()]) as model,
        patch.object(model, "next_reply", lambda: ScriptedReply(next(script))),
    ):
        settings = Settings(
            cache=folder / "cache",
            slots={"main": Slot(model.url, "big"), "conversational": Slot(model.url, "small")},
            database=f"sqlite:///{folder}/store.sqlite",
            search=SearchSettings(folder=folder / "index"),
            traces="off",
        )
        assistant = Assistant.open(router, settings)
        try:
            return await ask_all(assistant, messages)
        finally:
            await assistant.close()


def measure_messages(share: float) -> Measured:
    """Ask all messages."""
    with TemporaryDirectory() as name:
        router = open_router(Path(name))
        rows = contract.rows_of(router.routebook.names)
        messages = list(mutated(rows, max(1, int(MESSAGES * share))))
        faults = asyncio.run(ask_with_model(router, Path(name), messages))
    return Measured(f"{len(messages)} messages of {len(rows)} rows: {len(faults)} breaches", faults)


def measure_saboteurs(_share: float) -> Measured:
    """Break the behaviour of every rule, and count what the audit finds."""
    with TemporaryDirectory() as name:
        router = open_router(Path(name))
        found = contract.planted(router, contract.rows_of(router.routebook.names))
    return judge_saboteurs({rule: (found[rule, True], found[rule, False]) for rule, _ in found})


def judge_saboteurs(found: dict[str, tuple[int, int]]) -> Measured:
    """Return the figures of saboteurs by rule (found, missed), and the faults: a rule without one is a fault too."""
    faults = [f"{rule}: {missed} not found" for rule, (_, missed) in sorted(found.items()) if missed]
    faults += [f"{rule}: no saboteur" for rule in RULES if not sum(found.get(rule, (0, 0)))]
    return Measured(f"{sum(caught for caught, _ in found.values())} saboteurs of {len(found)} rules found", faults)


RULES = tuple(f"RC-0{number}" for number in range(1, 9))
LINES = [
    Line("contract", "0 breaches of RC-01 to RC-08, by the audit", measure_messages),
    Line("saboteurs", "every saboteur of every rule found", measure_saboteurs),
]
