"""Overhead in production: memo, store and traces of a decision, and reloading without a restart."""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
import threading
import time
import tracemalloc
import weakref
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Check
from benchmarks.timing import interleaved
from fingerpost import Example, Message, Router
from fingerpost.answering.sessions import Sessions
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import open_trace_writer

ROUNDS, MEMO_CALLS, EXAMPLES, RELOADS = 300, 2000, 1000, 1000


def checks(cache: Path, texts: Sequence[str], *, quick: bool) -> Iterator[Check]:
    """Measure everything on the shipped routebook; `quick` reloads a tenth as often."""
    bare = Router.from_routebook("avap", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
    unsettled = [text for text in texts if bare.route(text).layer in ("student", "fallback")]
    yield memo(cache, unsettled)
    yield from around(bare, unsettled)
    yield from edits(cache, RELOADS // 10 if quick else RELOADS)


def memo(cache: Path, texts: Sequence[str]) -> Check:
    """Time messages that were decided before."""
    router = Router.from_routebook("avap", settings=Settings(cache=cache)).warm()
    known = [text for text in texts if router.route(text).accepted][:200]
    if any(router.route(text).layer != "memo" for text in known):
        raise SystemExit("a message that was accepted is not in the memo")
    messages = [Message(text) for text, _ in zip(cycle(known), range(MEMO_CALLS), strict=False)]
    seconds = interleaved({"memo": router.route}, messages)["memo"]
    return Check("exact memo, p50", seconds * 1e6, 60, "µs", note=f"{len(known)} messages, {MEMO_CALLS} calls")


def around(router: Router, texts: Sequence[str]) -> Iterator[Check]:
    """Compare all that a served message takes with the decision alone, on the same messages in turn."""
    with tempfile.TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/bench.sqlite") as store:
        sessions = Sessions(router, store, open_trace_writer("store", store))
        took = asyncio.run(_take_turns(router, sessions, list(texts)))
        if sessions.traces is not None:
            sessions.traces.close()
            note = f"{sessions.traces.dropped} traces dropped; "
    whole, alone, plain = (median(took[name]) * 1e3 for name in ("whole", "aroute", "route"))
    note += f"{whole:.2f} against {alone:.2f} ms; over a plain route() of {plain:.2f} ms it is {whole / plain:.2f}"
    yield Check("aroute() with store and trace over aroute() alone, p50", whole / alone, 1.25, note=note)


async def _take_turns(router: Router, sessions: Sessions, texts: list[str]) -> dict[str, list[float]]:
    took: dict[str, list[float]] = {"whole": [], "aroute": [], "route": []}
    for i in range(ROUNDS + 10):
        text = texts[i % len(texts)]
        for name in ("whole", "aroute", "route"):
            began = perf_counter()
            if name == "whole":
                async with sessions.exchange(f"s{i % 40}", text, user="u") as exchange:
                    await exchange.aroute()
                    exchange.answer("An answer of a sentence or two, as they are.")
            elif name == "aroute":
                await router.aroute(text)
            else:
                router.route(text)
            if i >= 10:
                took[name].append(perf_counter() - began)
    return took


def edits(cache: Path, count: int) -> Iterator[Check]:
    """Time one changed example of a thousand, and reload again and again under load."""
    with tempfile.TemporaryDirectory() as folder:
        book = _thousand(Path(folder) / "book")
        live = LiveRouter(book, settings=Settings(cache=cache))
        times = []
        for i in range(4):
            began = perf_counter()
            live.add_examples([Example(f"one more message about invoice {i} and time {time.time()}", "PLATFORM")])
            times.append(perf_counter() - began)
        note = f"the first one, which imports the trainer, {times[0]:.2f} s"
        yield Check(f"one changed example of {EXAMPLES:,}, live", median(times[1:]), 2, "s", note=note)
        yield from reloads(live, book, count)
        live.close()


def reloads(live: LiveRouter, book: Path, count: int) -> Iterator[Check]:
    """Edit a rule and reload, again and again, while four threads route."""
    faults: list[str] = []
    routed = [0] * 4
    done = threading.Event()

    def load(place: int) -> None:
        while not done.is_set():
            routed[place] += 1
            try:
                live.route(f"how many calls did I make on day {routed[place] % 97} of the month {place}")
            except Exception as fault:  # noqa: BLE001 - whatever it is, it is counted
                faults.append(repr(fault))

    threads = [threading.Thread(target=load, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    base = (book / "routebook.toml").read_text(encoding="utf-8")
    old, sizes = [], []
    tracemalloc.start()
    for i in range(count):
        old.append(weakref.ref(live.router))
        rule = f'\n[[rules]]\nname = "r"\nroute = "PLATFORM"\ncontains = ["abracadabra {i}"]\n'
        (book / "routebook.toml").write_text(base + rule, encoding="utf-8")
        live.reload()
        if i in (count // 2, count - 1):
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] / 1e6)
    tracemalloc.stop()
    done.set()
    for thread in threads:
        thread.join()
    gc.collect()
    left = sum(ref() is not None for ref in old)
    note = f"{sum(routed):,} messages meanwhile; {live.route(f'abracadabra {count - 1}').layer} decides the last edit"
    yield Check(f"errors in {count:,} reloads under load", len(faults), 0, note=note)
    yield Check("routers left behind", left, 1)
    yield Check("megabytes more at the end than halfway", sizes[1] - sizes[0], 2, "MB")


def _thousand(folder: Path) -> Path:
    """Write a routebook of a thousand of the shipped examples."""
    from fingerpost.routebook.load import load

    book = load("avap")
    folder.mkdir()
    toml = "".join(f'[[routes]]\nname = "{route.name}"\n' for route in book.routes)
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    step = len(book.examples) // EXAMPLES
    rows = [e for e in book.examples[::step] if e.after is None and not e.qualifier][:EXAMPLES]
    text = "".join(json.dumps({"text": e.text, "route": e.route}) + "\n" for e in rows)
    (folder / "examples.jsonl").write_text(text, encoding="utf-8")
    return folder
