"""`learn` and `students`, as people run them: on a store, with rows of their own."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from fingerpost.routebook.load import load
from tests.cli.command import Done, command

DATA = Path(__file__).parent.parent / "data"
ROUTES = ("RETRIEVAL", "CODE_GENERATION", "PLATFORM")
EACH = 15
"""Examples of a route that the routebook begins with; the others are what traffic teaches."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A routebook, rows that teach it, and rows to compare on."""
    folder = tmp_path_factory.mktemp("students")
    book = folder / "shop"
    book.mkdir()
    toml = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in ROUTES)
    (book / "routebook.toml").write_text(toml, encoding="utf-8")
    known = [(e.text, e.route) for e in load("avap").examples if e.after is None and not e.qualifier]
    by_route = [[pair for pair in known if pair[1] == name][::7] for name in ROUTES]
    write(book / "examples.jsonl", [pair for pairs in by_route for pair in pairs[:EACH]], "route")
    taught = [pair for pairs in by_route for pair in pairs[EACH:]]
    write(folder / "rows.jsonl", taught, "route")
    write(folder / "poison.jsonl", [(text, "PLATFORM") for text, _ in taught], "route")
    lines = (json.loads(line) for line in (DATA / "avap-dev.jsonl").read_text(encoding="utf-8").splitlines())
    alone = [row for row in lines if row["expected"] in ROUTES and not row.get("history") and not row.get("context")]
    write(folder / "held.jsonl", [(row["text"], row["expected"]) for row in alone], "expected")
    return folder


def write(file: Path, pairs: list[tuple[str, str]], label: str) -> None:
    file.write_text("".join(json.dumps({"text": text, label: route}) + "\n" for text, route in pairs), encoding="utf-8")


def run(place: Path, *words: str, process: bool = False) -> Done:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{place / 'store.sqlite'}"}
    return command(*words, "--routebook", place / "shop", env=environment, process=process)


@pytest.mark.slow
def test_once_around(place: Path) -> None:
    """One story: nothing yet, a better one, a poisoned one, promoted by hand, rolled back, a shadow."""
    nothing = run(place, "students", "list")
    assert "has only the classifier of its examples: `fingerpost learn` trains another" in nothing.stdout
    held = ("--held-out", str(place / "held.jsonl"))
    better = run(place, "learn", "--rows", str(place / "rows.jsonl"), *held)
    assert better.returncode == 0, better.stdout + better.stderr
    assert "promoted: student 1 serves" in better.stdout
    assert re.search(r"trained on (\d+) labels of traffic: \1 by people", better.stdout)
    worse = run(place, "learn", "--rows", str(place / "poison.jsonl"), *held)
    assert worse.returncode == 1, worse.stdout
    assert "refused: significantly worse: accuracy" in worse.stdout
    listed = [line.split("\t") for line in run(place, "students", "list").stdout.splitlines()]
    assert [(row[0], row[-2], row[-1]) for row in listed[1:]] == [("1", "passed", "serves"), ("2", "refused", "")]
    refused = run(place, "students", "promote", "2")
    assert refused.returncode == 2
    assert "student 2 was refused: significantly worse" in refused.stderr
    assert "Give --anyway" in refused.stderr
    assert run(place, "students", "promote", "2", "--anyway").stdout == "student 2 of shop serves\n"
    asked = "write a loop that adds up the prices in a list"
    assert run(place, "route", asked).stdout.startswith("PLATFORM")
    assert run(place, "students", "rollback").stdout == "shop: student 1 serves again\n"
    assert run(place, "route", asked).stdout.startswith("CODE_GENERATION")
    assert "student 2 runs as shadow" in run(place, "students", "shadow", "2").stdout
    assert "serves again" in run(place, "students", "rollback").stdout
    assert "nothing to roll back" in run(place, "students", "rollback").stderr
    assert "0 messages decided by both" in run(place, "students", "disagreements").stdout


def test_what_is_wrong_is_told(place: Path) -> None:
    assert "has no classifier version 99" in run(place, "students", "promote", "99").stderr
    assert "give the number of a student" in run(place, "students", "shadow", "two").stderr
    write(place / "strange.jsonl", [("a text", "nowhere")], "route")
    strange = run(place, "learn", "--rows", str(place / "strange.jsonl"))
    assert (
        "strange.jsonl, row 1, \"a text\": 'nowhere' is not a route of shop: RETRIEVAL, CODE_GENERATION"
        in strange.stderr
    )
    few = run(place, "learn", process=True)
    assert few.returncode == 2
    assert "labels of stored traffic to train on: 0, and 0 more kept for the comparison; 20 are needed" in few.stderr


def test_a_champion_that_no_longer_fits_is_shown_as_such(place: Path) -> None:
    examples = place / "shop" / "examples.jsonl"
    before = examples.read_bytes()
    made = run(place, "learn", "--rows", str(place / "rows.jsonl"), "--held-out", str(place / "held.jsonl"))
    assert made.returncode == 0, made.stdout + made.stderr
    number = made.stdout.split("promoted: student ")[1].split()[0]
    assert "`fingerpost teach students rollback --routebook" in made.stdout
    assert f"{number}\t" in run(place, "students", "list").stdout
    try:
        write_more = json.dumps({"text": "how much credit is left on my plan", "route": "PLATFORM"}) + "\n"
        examples.write_bytes(before + write_more.encode())
        listed = run(place, "students", "list").stdout
        assert listed.splitlines()[int(number)].endswith("\tserves (does not fit)")
        assert f"student {number} of shop: was trained on other examples" in listed
        assert listed.endswith("The classifier of the routebook's examples serves.\n")
        told = json.loads(run(place, "students", "list", "--json").stdout)
        assert number in told["unfit"]
        refused = run(place, "students", "shadow", number)
        assert refused.returncode == 2
        assert "was trained on other examples" in refused.stderr
    finally:
        examples.write_bytes(before)
    assert "does not fit" not in run(place, "students", "list").stdout
