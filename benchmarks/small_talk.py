"""Small talk in small routers: told with a route for it, a stranger without, and no message of a route lost to it.

`tests/data/small-talk.jsonl` has small talk as people write it, and small talk around another message; the routers are
those of `benchmarks/small_routers.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from training.datasets import ROOT, read_domains

from benchmarks.report import Check, Table
from benchmarks.small_routers import LANGUAGES, SETS, Given, given_of
from fingerpost import Decision, Example, Route, Router
from fingerpost.models.encoder import EmbeddedEncoder, Encoder
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import EMBEDDED_ENCODERS, Settings

FILE = ROOT / "tests" / "data" / "small-talk.jsonl"
CHAT = "chat"
PLACE = "{message}"
"""Where a text of the kind "mixed" has the other message."""


class Talk(NamedTuple):
    """The small talk of one language: alone, and as frames for another message."""

    alone: list[str]
    frames: list[str]


def measure(cache: Path) -> Iterator[Table | Check]:
    """Yield a table of both encoders, without and with a route for small talk, and the targets of the default."""
    talk, domains = read_talk(), [given_of(domain) for domain in read_domains(SETS["first set"]).values()]
    columns = (
        "encoder", "route for it", "told", "to none", "accepted by another", "messages right", "lost to small talk",
        "mixed right", "mixed lost", "strangers told",
    )  # fmt: skip
    rows, default = [], EMBEDDED_ENCODERS[0]
    for name in EMBEDDED_ENCODERS:
        encoder = EmbeddedEncoder(name)
        for has_route in (False, True):
            found = [_figures(one, talk[one.language[:2]], encoder, cache, has_route) for one in domains]
            rows.append((name, "yes" if has_route else "no", *np.mean(found, axis=0).tolist()))
            if has_route:
                by_language = []
                for code, language in LANGUAGES.items():
                    part = [f for f, one in zip(found, domains, strict=True) if one.language.startswith(code)]
                    by_language.append((language, *np.mean(part, axis=0).tolist()))
                yield Table(f"Small talk, {name} encoder, with a route for it", ("language", *columns[2:]), by_language)
    yield Table(
        f"Small talk: {len(domains)} domains, six routes, ten examples each",
        columns,
        rows,
        ["Right: the best guess. Mixed: each message of a domain with small talk around it."],
    )
    figures = {(row[0], row[1]): row[2:] for row in rows}
    without, told = figures[default, "no"], figures[default, "yes"]
    yield Check("small talk told", told[0], 0.85, at_least=True)
    yield Check("messages lost to small talk", told[4], 0.01)
    yield Check("mixed messages lost to small talk", told[6], 0.03)
    yield Check("without a route, small talk accepted", without[2], 0.04)


def read_talk() -> dict[str, Talk]:
    """Return the small talk by language."""
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]

    def texts(language: str, kind: str) -> list[str]:
        return [row["text"] for row in rows if (row["lang"], row["kind"]) == (language, kind)]

    return {language: Talk(texts(language, "alone"), texts(language, "mixed")) for language in LANGUAGES}


def _figures(given: Given, talk: Talk, encoder: Encoder, cache: Path, has_route: bool) -> tuple[float, ...]:
    routes = [Route(name) for name in dict.fromkeys(route for _, route in given.examples)]
    router = Router(
        [*routes, Route(CHAT, small_talk=True)] if has_route else routes,
        examples=[Example(text, route) for text, route in given.examples],
        encoder=encoder,
        settings=Settings(cache=cache),
        memo=Memo(size=0),
    )
    inside = [(text, route) for text, route in given.messages if route is not None]
    truth = [route for _, route in inside]
    mixed = [talk.frames[i % len(talk.frames)].replace(PLACE, text) for i, (text, _) in enumerate(inside)]
    alone = router.route_many(talk.alone)
    messages, framed = router.route_many([text for text, _ in inside]), router.route_many(mixed)
    strangers = router.route_many([text for text, route in given.messages if route is None])
    return (
        _share(one.route == CHAT for one in alone),
        _share(one.route is None for one in alone),
        _share(one.accepted and one.route != CHAT for one in alone),
        _right(messages, truth),
        _share(one.route == CHAT for one in messages),
        _right(framed, truth),
        _share(one.route == CHAT for one in framed),
        _share(one.route == CHAT for one in strangers),
    )


def _right(decisions: Sequence[Decision], truth: Sequence[str]) -> float:
    """Return the share of messages whose best guess is right; of one sent to none it is the runner-up."""
    pairs = zip(decisions, truth, strict=True)
    return _share((one.route or one.runner_up) == route for one, route in pairs)


def _share(values: Iterable[bool]) -> float:
    return float(np.mean(list(values)))
