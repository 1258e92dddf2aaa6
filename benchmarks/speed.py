"""Time of a decision relative to the encoder alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time

from benchmarks.data import Labelled, sample
from benchmarks.report import Check
from benchmarks.timing import interleaved
from fingerpost import Message, Route, Router
from fingerpost.language.text import cut
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import EMBEDDED_ENCODERS, Settings

MESSAGES, BATCHES, BATCH, LONG_CALLS, QUICK_CALLS = 400, 40, 32, 31, 2000

PREFIX = (
    "You are a direct and concise assistant. Summarise the following figures of the account in two "
    "sentences: usage percentage 84, plan Pro, 12,400 of 15,000 calls this month."
)
AGAIN = "en menos palabras"
FIGURES = "you have used 91 % of your monthly quota, what happens next?"

PLAIN = "the nightly report lists every order that was placed, paid and shipped since yesterday. "
ACCENTED = "el informe de la noche reúne cada petición que se envió, cobró y entregó desde ayer según región. "


def build(data: Labelled, cache: Path, encoder: str = EMBEDDED_ENCODERS[0]) -> Router:
    """Return a warm router over the labelled examples; the first run fits its student."""
    texts: dict[str, list[str]] = {}
    for row in data.train:
        texts.setdefault(row.route, []).append(row.text)
    routes = [Route(name, examples=examples) for name, examples in texts.items()]
    return Router(routes, settings=Settings(cache=cache, embedded_encoder=encoder), memo=Memo(size=0)).warm()


def checks(router: Router, avap: Router, data: Labelled) -> Iterator[Check]:
    """Measure everything that happens inside a warm process."""
    # A server logs warnings; writing a line to a terminal would cost more than the decision.
    logging.getLogger("fingerpost").setLevel(logging.WARNING)
    yield from without_student(avap)
    yield one_by_one(router, [row.text for row in sample(data.held, MESSAGES)])
    yield in_batches(router, [row.text for row in sample(data.held, BATCHES * BATCH)])
    yield long_message(avap, "plain", PLAIN)
    yield long_message(avap, "accented", ACCENTED)


def without_student(avap: Router) -> Iterator[Check]:
    """Measure decisions that need no encoder."""
    declared = Message("how much have we used?", declared="PLATFORM")
    cases = {
        "declared route": (declared, "declared"),
        "rule, phrase": (Message(PREFIX), "rules"),
        "rule, prior answer again": (Message(AGAIN), "rules"),
        "rule, pattern": (Message(FIGURES), "rules"),
    }
    for name, (message, layer) in cases.items():
        decision = avap.route(message)
        if decision.layer != layer:
            raise SystemExit(f"{name}: decided by {decision.layer}, not by {layer}: choose another message for it")
        seconds = interleaved({"route": avap.route}, [message] * QUICK_CALLS)["route"]
        yield Check(f"{name}, p50", seconds * 1e6, 40, "µs")


def one_by_one(router: Router, texts: Sequence[str]) -> Check:
    """Compare route() with the encoder alone on the same messages."""
    encoder = router.batcher.encoder
    calls: dict[str, Callable[[str], object]] = {"encoder": lambda text: encoder.encode([text]), "route": router.route}
    p50 = interleaved(calls, texts)
    # On a machine so busy that every call is interrupted, this tells whether the code or the neighbours are slow.
    cpu = interleaved(calls, texts, process_time)
    note = (
        f"{p50['route'] * 1e3:.2f} against {p50['encoder'] * 1e3:.2f} ms; in processor time the ratio is "
        f"{cpu['route'] / cpu['encoder']:.3f}"
    )
    return Check("route() over the encoder alone, p50", p50["route"] / p50["encoder"], 1.15, note=note)


def in_batches(router: Router, texts: Sequence[str]) -> Check:
    """Compare the rate of route_many() with the encoder's own."""
    batches = [texts[start : start + BATCH] for start in range(0, len(texts) - BATCH + 1, BATCH)]
    p50 = interleaved({"encoder": router.batcher.encoder.encode, "route": router.route_many}, batches)
    note = f"{BATCH / p50['route']:,.0f} against {BATCH / p50['encoder']:,.0f} messages a second"
    share = p50["encoder"] / p50["route"]
    return Check(f"route_many() of {BATCH} over the encoder's own rate", share, 0.8, at_least=True, note=note)


def long_message(router: Router, name: str, sentence: str) -> Check:
    """Compare a message of 1 MB with the part of it that is read."""
    whole = sentence * (1_000_000 // len(sentence.encode()) + 1)
    part = cut(whole)[0]
    calls = {"whole": lambda _: router.route(whole), "part": lambda _: router.route(part)}
    p50 = interleaved(calls, range(LONG_CALLS))
    note = f"{p50['whole'] * 1e3:.1f} against {p50['part'] * 1e3:.1f} ms"
    return Check(
        f"1 MB of {name} text over the part that is read", (p50["whole"] - p50["part"]) * 1e3, 20, "ms", note=note
    )
