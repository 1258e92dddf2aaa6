"""Statements about accounts beside the data they are of: right ones that are kept, wrong ones that do not come through.

`python -m benchmarks account-figures [FILE]` reads lines of JSON with `id`, `lang`, `data`, `question`, `statement`,
`right` and `correct`, by default `tests/data/answers/account-figures.jsonl`, or a folder such
as `training/accounts`. Of a miss only the id is shown, and of a file that is kept apart not even that.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.report import Check
from fingerpost.answering.account.sentence_check import AccountCheck
from fingerpost.answering.sentence_limits import split_sentences

FILE = Path(__file__).parent.parent / "tests" / "data" / "answers" / "account-figures.jsonl"
MIN_KEPT, MIN_HANDLED, MAX_MILLISECONDS = 0.85, 0.92, 1.0
MIN_WORDS = 4
"""Words of a correction that is a sentence."""


def checks(file: Path) -> Iterator[Check]:
    """Yield which share of right statements is kept whole, of wrong ones handled, and the processor time of one.

    Then the share of the wrong ones that is kept whole once it is put right: these are as long as the wrong ones, and
    right ones at large are longer.
    """
    rows = list(_rows(file))
    missed: dict[bool, list[str]] = {True: [], False: []}
    times = []
    for row in rows:
        said, seconds = _checked(row)
        times.append(seconds)
        if not (is_kept(row, said) if row["right"] else is_handled(row, said)):
            missed[row["right"]].append(str(row["id"]))
    for right, what, target in (
        (True, "right statements kept whole", MIN_KEPT),
        (False, "wrong statements withheld, left out or corrected", MIN_HANDLED),
    ):
        count = sum(row["right"] is right for row in rows)
        if count:
            yield _share(what, count, missed[right], target, file)
    if times:
        middle = sorted(times)[len(times) // 2] * 1000
        yield Check("account figures: processor time of a statement, median", middle, MAX_MILLISECONDS, "ms")
    mended = [{**row, "statement": row["correct"]} for row in rows if not row["right"] and _is_mended(row)]
    if mended:
        lost = [str(row["id"]) for row in mended if not is_kept(row, _checked(row)[0])]
        yield _share("wrong statements put right by their writers, kept whole", len(mended), lost, MIN_KEPT, file)


def _checked(row: dict[str, Any]) -> tuple[str, float]:
    """Return what the check lets through of a statement, and the processor time it takes once the data is read."""
    check = AccountCheck([row["data"]], row.get("question") or "")
    begun = time.process_time()
    said = "".join(map(check.check, split_sentences(row["statement"])))
    return said, time.process_time() - begun


def _share(what: str, count: int, missed: list[str], target: float, file: Path) -> Check:
    """Return the check of a share; of a file that is kept apart without the ids that it missed."""
    note = f"{count - len(missed)} of {count}"
    if "kept-apart" not in file.parts:
        note += f"; missed: {', '.join(missed) or 'none'}"
    return Check(f"account figures: {what}", 1 - len(missed) / count, target, at_least=True, note=note)


def _is_mended(row: dict[str, Any]) -> bool:
    """Whether a wrong statement comes with the whole sentence put right, and not just with the figure."""
    return len(str(row.get("correct") or "").split()) >= MIN_WORDS


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the statements of a file, or of the accounts of a folder, each with its data."""
    if not file.is_dir():
        yield from (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
        return
    for account in sorted(file.rglob("*.json")):
        found = json.loads(account.read_text(encoding="utf-8"))
        for number, one in enumerate(found["statements"], 1):
            yield {**one, "id": f"{account.stem}-{number}", "data": found["data"], "statement": one["text"]}


def is_kept(row: dict[str, Any], said: str) -> bool:
    """Whether a statement comes through unchanged."""
    return bool(said.strip() == row["statement"].strip())


def is_handled(row: dict[str, Any], said: str) -> bool:
    """Whether a statement does not come through with its wrong claim: its words that the correct one lacks are gone."""
    if row["statement"].strip() in said:
        return False
    correct = str(row.get("correct") or "")
    if not _is_mended(row):
        # A bare figure does not tell which of the others are wrong.
        return True
    wrong = set(_words(row["statement"])) - set(_words(correct))
    return not wrong or not wrong <= set(_words(said))


def _words(text: str) -> list[str]:
    return [word.strip(".,;:!?()") for word in text.lower().split()]
