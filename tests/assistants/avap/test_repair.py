"""Repairs of faulty programs: each kind of edit, what is left alone, and how long it takes."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from fingerpost.assistants.avap import repair as repairs
from fingerpost.assistants.avap.parser import check
from fingerpost.assistants.avap.repair import repair

DATA = Path(__file__).parents[2] / "data" / "answers"


@pytest.mark.parametrize(
    ("code", "repaired"),
    [
        ("addresult(x)", "addResult(x)"),
        ("getSHA256(a, h)", "encodeSHA256(a, h)"),
        ('addVar(x, "a)\naddResult(x)', 'addVar(x, "a")\naddResult(x)'),
        ("addVar(x, 1\naddResult(x)", "addVar(x, 1)\naddResult(x)"),
        ("addVar(x, [1, 2)\naddResult(x)", "addVar(x, [1, 2])\naddResult(x)"),
        ("addResult(x))", "addResult(x)"),
        ("encodeMD5(a, b, 3)", "encodeMD5(a, b)"),
        ('ormDirect("SELECT 1", [], rows)', 'ormDirect("SELECT 1", rows)'),
        ("replace(a, b)", "replace(a, pattern, new, b)"),
        ('if(a, 1)\n    addResult(a)\nend()', 'if(a, 1, "==")\n    addResult(a)\nend()'),
        ("addVar(x, 1)\nend()", "addVar(x, 1)"),
        ("if(a, 1, ==)\n    addResult(a)\nendLoop()", "if(a, 1, ==)\n    addResult(a)\nend()"),
        ("if(a, 1, ==)\n    addVar(b, 2)\naddResult(b)", "if(a, 1, ==)\n    addVar(b, 2)\nend()\naddResult(b)"),
        ("startLoop(i, 0, 3)\nx = x + i\naddResult(x)", "startLoop(i, 0, 3)\nx = x + i\nendLoop()\naddResult(x)"),
        ("try()\n    addVar(x, 1)\naddResult(x)", "try()\n    addVar(x, 1)\nexception(error)\nend()\naddResult(x)"),
        ("function f(a){\n    return(a)\n\nx = f(1)", "function f(a){\n    return(a)\n}\n\nx = f(1)"),
        ("for i in range(3):\n    addResult(i)", "startLoop(i, 0, 2)\n    addResult(i)\nendLoop()"),
        ("return x", "addResult(x)"),
        ("addVar(x, 1);\naddResult(x)", "addVar(x, 1)\naddResult(x)"),
        ("# note\naddResult(x)", "// note\naddResult(x)"),
        ("addVar(x, 1) addResult(x)", "addVar(x, 1)\naddResult(x)"),
        ("This adds one\naddResult(x)", "// This adds one\naddResult(x)"),
        ("getSHA256(a, h)\naddresult(h)", "encodeSHA256(a, h)\naddResult(h)"),
    ],
)  # fmt: skip
def test_an_edit_makes_a_faulty_program_sound(code: str, repaired: str) -> None:
    assert not check(code).valid
    assert repair(code) == repaired


@pytest.mark.parametrize("code", ["import os\nos.exit()", "qwertyuiop(1, 2)", "{{{{{{{{", ")))))((((("])
def test_what_no_small_edit_makes_sound_is_not_repaired(code: str) -> None:
    assert repair(code) == ""


def test_a_sound_program_stays_as_it_is() -> None:
    assert repair("addVar(x, 1)\naddResult(x)") == "addVar(x, 1)\naddResult(x)"


@pytest.mark.parametrize("name", ["programs-dev", "programs-check"])
def test_programs_of_others_are_repaired_to_sound_ones(name: str) -> None:
    rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    faulty = [row["code"] for row in rows if not check(row["code"]).valid]
    repaired = [code for code in map(repair, faulty) if code]
    assert len(repaired) >= 0.7 * len(faulty)
    assert all(check(code).valid for code in repaired)


def test_a_repair_that_the_parser_did_not_accept_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repairs, "_edits", lambda lines, faults: iter([["addVar(x,"]]))
    assert repair("addresult(x)") == ""


def test_a_long_program_takes_no_long_time() -> None:
    code = "\n".join(["if(a, 1, ==)", *('addVar(name, "value")' for _ in range(800)), "getSHA256(a"])
    began = process_time()
    repair(code)
    assert process_time() - began < 10
