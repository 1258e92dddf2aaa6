"""Apps that nobody has written code for: read by their declaration and eight examples an action.

`python -m benchmarks third-apps` reads the sentences of `tests/data/third-apps`, which are blind: only totals are
shown. The declarations, in `benchmarks/declarations`, were written without sight of the sentences.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.report import Table
from fingerpost.language.function_words import ARTICLES
from fingerpost.language.money import Money
from fingerpost.language.tokens import folded_words
from fingerpost.reading import Command, Held, load, read

SENTENCES = Path(__file__).parent.parent / "tests" / "data" / "third-apps"
DECLARATIONS = Path(__file__).parent / "declarations"
APPS = ("plants", "books", "pantry")
RIGHT, WRONG, NOTHING = "right", "wrong", "nothing read"


def measure() -> Iterator[Table]:
    """Yield how many sentences are read rightly, by app and by language."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for app in APPS:
        content = json.loads((SENTENCES / f"{app}.json").read_text(encoding="utf-8"))
        declaration, today = load(DECLARATIONS / f"{app}.toml"), date.fromisoformat(content["today"])
        held = Held(content["state"]["items"], content.get("people", content["state"].get("people", ())))
        for row in content["sentences"]:
            reading = read(declaration, held, row["say"], today)
            outcome = judged(reading.commands, row["command"])
            for key in ((app, ""), ("", row["language"]), ("", "")):
                counted.setdefault(key, Counter())[outcome] += 1
    rows = [
        (app or language or "all", of.total(), of[RIGHT], of[WRONG], of[NOTHING])
        for (app, language), of in sorted(counted.items(), reverse=True)
    ]
    yield Table("Apps read by declaration, eight examples an action", ("part", "n", RIGHT, WRONG, NOTHING), rows)


def judged(commands: tuple[Command, ...], wanted: Mapping[str, Any] | None) -> str:
    """Return how a sentence came out; where nothing must change, nothing is right."""
    if not commands:
        return RIGHT if wanted is None else NOTHING
    if wanted is None or len(commands) != 1 or commands[0].action != wanted["do"]:
        return WRONG
    found: dict[str, Any] = dict(commands[0].values)
    if isinstance(found.get("amount"), Money):
        money = found["amount"]
        found |= {"amount": money.cents / 100, **({"currency": money.currency} if money.currency else {})}
    told = {name: value for name, value in wanted.items() if name != "do"}
    if "currency" in told:
        # As typed there, as a code here: that one was read is compared.
        told["currency"], found["currency"] = True, bool(found.get("currency"))
    return RIGHT if _plain(found) == _plain(told) else WRONG


def _plain(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: _folded(value) for name, value in values.items()}


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        words = list(folded_words(value))
        while len(words) > 1 and words[0] in ARTICLES:
            words = words[1:]
        return " ".join(words)
    if isinstance(value, (list, tuple)):
        return sorted(_folded(one) for one in value)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
