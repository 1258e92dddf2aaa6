"""Every part of an answer that can fail, with every fault: is there an answer in time, and is the caller told?

Six parts, each on a server of its own on loopback that hangs, is dead, drips or talks garbage. The first request is
streamed, to see the progress; the others open the breaker; the last one must take no longer than without the part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.faulty_server import ATTACKS, FAULTS, FaultyServer
from benchmarks.report import Check, Table
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.runtime.call_limits import CallLimit
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import WordEncoder
from fingerpost.types import Answer, Message

PARTS = ("classifier", "encoder", "search", "relevance", "answer", "parser")
BUDGET, CALL, FAILURES = 6.0, 2.0, 3
"""Seconds of a whole answer and of one call to a model, and failures in a row that open a breaker."""

SILENCE = 1.0
"""The longest time without an event of a stream, but for the time after a progress event."""

ROUTEBOOK = """
fallback = "docs"
code_language = "avap"

[[routes]]
name = "docs"
retrieval = true
validation = "context"

[[routes]]
name = "code"
retrieval = true
validation = "code"

[[routes]]
name = "talk"
slot = "conversational"
"""
EXAMPLES = {
    "docs": ("how long does the lamp last", "which colours does the lamp have", "is the lamp waterproof",
             "what does the lamp cost", "how heavy is the lamp", "where is the switch of the lamp"),
    "code": ("write a program that adds two numbers", "write code that returns a value", "write a program for lamps",
             "give me code that reads a number", "write a script that sums", "write a program that returns a name"),
    "talk": ("hello there", "good morning to you", "thanks a lot friend", "bye for now", "hi again", "nice to see you"),
}  # fmt: skip
PAGES = {
    "lamp.md": "# The lamp\n\nThe lamp lasts ten years. It is blue and waterproof, and its switch is at the foot.\n",
    "code.md": "# A program\n\nWrite a program that returns a value:\n\n```avap\naddVar(x, 1)\naddResult(x)\n```\n",
}
QUESTIONS = {"parser": ("write a program that returns a value", "code")}
QUESTION = ("how long does the lamp last", "docs")


@dataclass
class Run:
    """What was seen of one part with one fault."""

    part: str
    fault: str
    seconds: list[float] = field(default_factory=list)
    rungs: list[str] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)
    silences: list[float] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    baseline: float = 0.0
    error: str = ""

    def faults(self, budget: float) -> list[str]:
        """Return what is wrong with it."""
        found = [self.error] if self.error else []
        if any(seconds > budget for seconds in self.seconds):
            found.append(f"an answer took {max(self.seconds):.1f} s of {budget:g} s")
        if len(self.rungs) != len(self.seconds):
            found.append(f"of {len(self.seconds)} answers {len(self.rungs)} tell that the part failed")
        if self.seconds and self.seconds[-1] > self.baseline + 1:
            found.append(f"after its failures an answer still takes {self.seconds[-1]:.1f} s")
        if self.silences and max(self.silences) > SILENCE:
            found.append(f"nothing was heard for {max(self.silences):.1f} s")
        return found


def checks(quick: bool = False) -> Iterator[Check | Table]:
    """Return how many of the parts and faults end well, and the times of all."""
    runs = list(measure(PARTS, FAULTS if not quick else ("hung", "garbage"), BUDGET, CALL))
    before = getrusage(RUSAGE_SELF).ru_maxrss
    attacks = list(measure(("answer",), ATTACKS, BUDGET, CALL))
    yield Check("memory that a flood of 600 MB takes", (getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024, 100, "MB")
    for name, found in (("parts and faults", runs), ("attacks of a model", attacks)):
        well = sum(not run.faults(BUDGET) for run in found)
        yield Check(f"{name} with an answer in time that tells of it", well, len(found), f"of {len(found)}", True)
    columns = ("part", "fault", "rung", "first s", "last s", "without s", "progress", "wrong")
    rows = [
        (run.part, run.fault, "/".join(dict.fromkeys(run.rungs)), f"{run.seconds[0]:.2f}", f"{run.seconds[-1]:.2f}",
         f"{run.baseline:.2f}", ", ".join(run.steps), "; ".join(run.faults(BUDGET)))
        for run in (*runs, *attacks)
    ]  # fmt: skip
    yield Table(f"The ladder: {BUDGET:g} s for an answer", columns, rows)


def measure(parts: tuple[str, ...], faults: tuple[str, ...], budget: float, call: float) -> Iterator[Run]:
    """Yield what is seen of each part with each fault."""
    with TemporaryDirectory() as folder:
        book = make_routebook(Path(folder) / "lamps")
        for part in parts:
            for fault in faults:
                yield asyncio.run(measure_one(part, fault, book, budget, call))


def make_routebook(folder: Path) -> Path:
    """Write a small routebook with documents, and return its folder."""
    (folder / "knowledge").mkdir(parents=True)
    (folder / "routebook.toml").write_text(ROUTEBOOK, encoding="utf-8")
    rows = [f'{{"text": "{text}", "route": "{route}"}}\n' for route, texts in EXAMPLES.items() for text in texts]
    (folder / "examples.jsonl").write_text("".join(rows), encoding="utf-8")
    for name, text in PAGES.items():
        (folder / "knowledge" / name).write_text(text, encoding="utf-8")
    return folder


async def measure_one(
    part: str,
    fault: str,
    book: Path,
    budget: float,
    call: float,
    sabotage: Callable[[Assistant], None] = lambda _: None,
    limits: Sequence[tuple[str, CallLimit]] = (),
) -> Run:
    """Ask until the breaker is open and once more, with one part failing; `limits`: of single parts."""
    run, text = Run(part, fault), QUESTIONS.get(part, QUESTION)
    with FaultyServer(ANSWERS.get(part), _is_relevance if part == "relevance" else None) as server:
        alone = Settings(
            cache=book.parent / "cache",
            database=f"sqlite:///{book.parent}/store.sqlite",
            traces="off",
            search=SearchSettings(folder=book.parent / "index-of-all"),
            answer_timeout=budget,
            llm_timeout=call,
            call_limits=tuple(limits),
        )
        assistant = Assistant.open(book, replace(alone, **part_settings(part, server, book.parent)))
        without = Assistant.open(book, alone)
        try:
            for opened in (without, assistant) if part in ANSWERS else (without,):
                await asyncio.to_thread(opened.routes.router.warm)
                await opened.ask(_message(part, text, "first"))
            began = perf_counter()
            await without.ask(_message(part, text, "second"))
            run.baseline = perf_counter() - began
            sabotage(assistant)
            server.fail(fault)
            for number in range(FAILURES + 1):
                await _ask(run, assistant, _message(part, text, str(number)), streamed=number == 0)
        finally:
            await assistant.close()
            await without.close()
    return run


async def _ask(run: Run, assistant: Assistant, message: Message, *, streamed: bool) -> None:
    began = perf_counter()
    try:
        answer = await (_listen(run, assistant, message) if streamed else assistant.ask(message))
    except Exception as error:  # noqa: BLE001 - whatever is raised is no answer
        run.error = f"{type(error).__name__}: {error}"
        return
    finally:
        run.seconds.append(perf_counter() - began)
    told = [each for each in answer.degraded if each.part == run.part]
    run.rungs += [each.rung for each in told[:1]]
    run.whys += [each.why for each in told[:1]]


async def _listen(run: Run, assistant: Assistant, message: Message) -> Answer:
    """Return a streamed answer, and note the silences and the progress."""
    last, warned, answer = perf_counter(), False, None
    async with aclosing(assistant.stream(message)) as events:
        async for event in events:
            now = perf_counter()
            if not warned:
                run.silences.append(now - last)
            last, warned = now, isinstance(event, Progress)
            if isinstance(event, Progress):
                run.steps.append(event.step)
            if isinstance(event, Answer):
                answer = event
    if answer is None:
        raise RuntimeError("the stream ended without an answer")
    return answer


def _message(part: str, question: tuple[str, str], number: str) -> Message:
    """Return a message that no memo knows; its route is declared unless routing is what fails."""
    text, route = question
    return Message(f"{text} {number}", declared=None if part in ("classifier", "encoder") else route)


def part_settings(part: str, server: FaultyServer, folder: Path) -> dict[str, Any]:
    """Return the settings with which one part is on a server."""
    slot = Slot(f"{server.url}/v1", "tiny")
    settings: dict[str, dict[str, Any]] = {
        "classifier": {"slots": {"classifier": slot}, "llm_first": True},
        "encoder": {"encoder": slot, "search": SearchSettings(folder=folder / "index-of-words")},
        "search": {"search": SearchSettings(elasticsearch=server.url, folder=folder / "index-of-all")},
        "relevance": {"slots": {"main": slot}, "relevance": "model"},
        "answer": {"slots": {"main": slot}},
        "parser": {"sections": (ParserSettings(address=f"127.0.0.1:{server.port}", timeout=1.0),)},
    }
    return settings[part]


def _is_relevance(body: dict[str, Any]) -> bool:
    return body.get("max_tokens") == 8


def _completion(text: str, body: dict[str, Any]) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "tiny", "choices": [choice]}


def _vectors(body: dict[str, Any]) -> dict[str, Any]:
    rows = WordEncoder().encode(body["input"]).tolist()
    data = [{"object": "embedding", "index": number, "embedding": row} for number, row in enumerate(rows)]
    return {"object": "list", "model": "tiny", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "encoder": _vectors,
    "classifier": lambda body: _completion('{"route": "docs"}', body),
    "relevance": lambda body: _completion("YES", body),
}
"""What a server answers while it works; the others need not work to be tried."""
