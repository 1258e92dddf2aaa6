"""Hostile texts: Unicode that grows, hides, piles up or turns round."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

BIDI, SPACES = "\u202a\u202b\u202d\u202e\u2066\u2067\u2069\u061c", "\u3000\u2028\u00a0\u1680\t\n\u3164"
MARKS = ("\u0301", "\u0489", "\u20dd", "\u0e47")

TEXTS: dict[str, Callable[[Random], str]] = {
    "bidi": lambda draw: "".join(draw.choices(BIDI + "ab1", k=5000)),
    "zero width": lambda draw: "\u200b\u200d\u2060\ufeff".join("where is order 7?" * draw.randrange(1, 500)),
    "combining": lambda draw: "e" + draw.choice(MARKS) * draw.randrange(1000, 100_000),
    "stacked": lambda draw: "".join(c + draw.choice(MARKS) * 200 for c in "where is my order?"),
    "growing": lambda draw: draw.choice("\ufdfa\ufb2c\u0390\u1f82\u33ff\u3300") * draw.randrange(1000, 100_000),
    "growing case": lambda draw: draw.choice("İßŉǰﬃ") * draw.randrange(1000, 100_000),
    "tags": lambda draw: "order 7" + "".join(chr(0xE0000 + draw.randrange(32, 127)) for _ in range(3000)),
    "joined": lambda draw: "\u200d".join("👩👧👦🏿❤" * draw.randrange(1, 2000)),
    "look-alikes": lambda draw: "".join(draw.choice("оеарсхуіѕ０１𝟘𝐚ａⅷ") for _ in range(draw.randrange(10, 5000))),
    "private": lambda draw: "".join(chr(draw.choice((0xE000, 0xF0000, 0x10FFFF, 0xFFFE, 0xFDD0))) for _ in range(2000)),
    "controls": lambda draw: "".join(chr(draw.randrange(0, 32)) for _ in range(2000)) + "order 7",
    "spaces": lambda draw: "order" + draw.choice(SPACES) * draw.randrange(100, 100_000) + "7",
    "digits": lambda draw: "order " + "".join(draw.choice("٣৪୫௬७๘０½Ⅻ㊿") for _ in range(draw.randrange(1, 3000))),
}  # fmt: skip
