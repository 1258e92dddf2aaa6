"""The code of an answer: the forms that models give it, explanations that are none, and what may be quoted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.avap.parser import check
from fingerpost.assistants.avap.validator import AvapValidator
from fingerpost.routebook.load import load
from fingerpost.validation.answer_code import find_code, unknown_commands
from fingerpost.validation.code_blocks import CodeBlock, fenced_blocks
from tests.validation.code_forms import BLOCK, FORMS, NOTED, PASSES, REFUSED, SOUND, UNSOUND

DATA = Path(__file__).parents[1] / "data" / "answers"
CODE_LINES = AvapValidator().code_lines


def outcome(answer: str, *quotable: str) -> str:
    """Return what becomes of an answer."""
    programs, others, names = find_code(answer, "avap", CODE_LINES, quotable)
    if not programs:
        return NOTED
    if not all(check(program.code).valid for program in programs):
        return REFUSED
    return NOTED if others or unknown_commands(names, AvapValidator()) else PASSES


@pytest.mark.parametrize("name", FORMS)
def test_no_form_passes_unchecked(name: str) -> None:
    form = FORMS[name]
    assert outcome(form.write(SOUND)) == form.sound
    assert outcome(form.write(UNSOUND)) == form.unsound
    assert outcome(f"{BLOCK}\n\n{form.write(UNSOUND)}") == form.beside


def test_every_form_that_is_checked_hands_over_the_program_as_it_is() -> None:
    for name, form in FORMS.items():
        if form.sound == PASSES and name != "block of comments":
            (program,) = find_code(form.write(SOUND), "avap", CODE_LINES).programs
            lines = [line.strip() for line in program.code.splitlines() if line.strip()]
            assert lines == SOUND.splitlines(), name


@pytest.mark.parametrize(
    "explanation",
    [
        "It uses `addParam` and `addResult()`, and no loop.",
        'First `addParam("a", a)` reads the parameter, then `addResult(a)` returns it.',
        '- `addParam( "a",a )`: reads a parameter\n- `addResult(a)`: returns it',
        '**`addParam("a", a)`**\nReads the parameter.\n\n### addResult(a)\nReturns it.',
        'The first line is\n\n    addParam("a", a)\n\nand reads the parameter.',
        "| command | meaning |\n|---|---|\n| addParam | reads |\n| `addResult(a)` | returns |",
        'It answers with\n```json\n{"a": "1"}\n```',
        'It answers with\n```\n{"a": "1"}\n```',
        'It answers with {"a": "1"} and the status 200.',
        "Call it with GET /hello?a=1 (see the manual). If a is missing, it is None.",
        "Usage (optional)\n\nParameter(s): a. See https://example.com/a?b=c for more; for example:\n\nthis one.",
        "Devuelve el parámetro a. Si falta, el resultado es None (nada más).\n\nO parâmetro é opcional.",
        "There is no `print(...)` and no `...` here, and `}` closes nothing.",
        "a = the parameter that is sent by the caller",
        "}",
        "if the value is 0:",
        "while it is not empty:",
        "Tasa = 5 %",
        "'''\nThe manual says that a is a name\n'''",
        '"""\nThis returns a list\n"""\n\nThat is all.',
    ],
)
def test_an_explanation_beside_a_sound_program_passes(explanation: str) -> None:
    for answer in (f"{BLOCK}\n\n{explanation}", f"{explanation}\n\n{BLOCK}"):
        assert find_code(answer, "avap", CODE_LINES)[:2] == ([CodeBlock(SOUND, "avap")], False)


@pytest.mark.parametrize(
    "explanation",
    [
        "a = 1 -> a = 2",
        "function suma(a, b)",
        "import lists",
        "- `addParam(name, target)`: reads a parameter",
        "In production write `addResult(a, getEnv(,` instead.",
        "`addResult(a` is half of a line.",
        'addResult(a)\naddParam("a", a)',
    ],
)
def test_other_code_beside_a_sound_program_is_noted_and_not_refused(explanation: str) -> None:
    assert outcome(f"{BLOCK}\n\n{explanation}") == NOTED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Then `readFile` loads it.", ["readFile"]),
        ("Después getSHA256 lo cifra.", ["getSHA256 (encodeSHA256?)"]),
        ("Call `fetch(url)` first.", ["fetch (RequestGet?)"]),
        ("Use `addresult` at the end.", ["addresult (addResult?)"]),
        ("It returns a `list` with the `count`, see https://example.com/readFile and gRPC.", []),
        ("`addParam` reads `a`, `True` or `None`, and `addResult()` returns it.", []),
    ],
)
def test_commands_that_the_text_names_are_looked_up(text: str, told: list[str]) -> None:
    found = find_code(f"{BLOCK}\n\n{text}", "avap", CODE_LINES)
    assert unknown_commands(found.names, AvapValidator()) == told
    assert found.programs == [CodeBlock(SOUND, "avap")]
    sent = find_code(f"{BLOCK}\n\n{text}", "avap", CODE_LINES, [text])
    assert unknown_commands(sent.names, AvapValidator()) == [], "the caller named it"


def test_lines_of_a_list_that_the_caller_sent_are_no_program() -> None:
    listed = "1. `startLoop(i, 0, 3)`\n2. `addResult(i)`"
    assert outcome(listed) == REFUSED
    assert find_code(listed, "avap", CODE_LINES, ["startLoop(i, 0, 3)\naddResult(i)\nendLoop()"]).programs == []


@pytest.mark.parametrize(
    "listing", ["----\n{}\n----", "#+BEGIN_SRC avap\n{}\n#+END_SRC", "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}",
                ":::avap\n{}\n:::", "[code]\n{}\n[/code]", "<textarea>\n{}\n</textarea>", "{{{{{{\n{}\n}}}}}}"],
)  # fmt: skip
def test_the_marks_of_other_notations_are_no_part_of_a_program(listing: str) -> None:
    assert outcome(f"Here:\n\n{listing.format(SOUND)}") == PASSES
    assert outcome(f"Here:\n\n{listing.format(UNSOUND)}") == REFUSED


def test_a_bracket_after_an_empty_line_closes_the_program_before() -> None:
    assert outcome("Here:\n\nfunction f(a) {\n    return(a)\n\n}\n\nThat is all.") == PASSES


def test_what_the_caller_sent_may_be_quoted() -> None:
    sent = "addParam(\nstartLoop(i, 0, 3)\ngetSHA256(i, h)"
    quoted = "> startLoop(i, 0, 3)\n> getSHA256(i, h)\n\nThe loop is never closed, and `getSHA256(i, h)` is unknown."
    assert outcome(f"{BLOCK}\n\n{quoted}") == REFUSED
    assert outcome(f"{BLOCK}\n\n{quoted}", "help", sent) == NOTED, "it may call right what nobody checked"
    assert outcome(f"{BLOCK}\n\nThe command `getSHA256(i, h)` is unknown.", sent) == PASSES
    changed = f"{quoted}\n\n> startLoop(i, 0, 4)\n> getSHA256(i, h)"
    assert outcome(f"{BLOCK}\n\n{changed}", sent) == REFUSED, "a changed line makes it another program"


def test_samples_in_another_language_are_no_part_of_the_program() -> None:
    answer = "```avap\naddVar(x, 1)\n```\nIt answers\n```json\n{}\n```\ntry\n```bash\ncurl x\n```"
    assert find_code(answer, "avap", CODE_LINES)[:2] == ([CodeBlock("addVar(x, 1)", "avap")], True)
    alone = find_code("```python\nprint(1)\n```", "avap", CODE_LINES)
    assert alone[:2] == ([CodeBlock("print(1)", "python")], False), "foreign code is checked"
    assert find_code("```json\n{}\n```", "avap", CODE_LINES).programs == [CodeBlock("{}", "json")]
    own = find_code("```python\n[1]\n```\n```json\n[2]\n```", "python", lambda text: [False] * len(text.split("\n")))
    assert own[:2] == ([CodeBlock("[1]", "python")], False)


def test_lists_and_objects_in_code_are_no_data_of_their_own() -> None:
    code = 'names = ["a", "b"]\naddVar(x,\n  ["c"])\naddVar(y, {"d": 1})\naddResult(x)'
    assert find_code(f"Here:\n\n{code}", "avap", CODE_LINES).programs == [CodeBlock(code)]


FORMS_OF_PROGRAMS: list[Callable[[str], str]] = [
    lambda code: code,
    lambda code: f"Here is the program:\n{code}\nIt reads a parameter and returns it.",
    lambda code: "Here:\n\n" + "\n".join(f"    {line}" for line in code.split("\n")),
    lambda code: json.dumps({"code": code}),
    lambda code: f"```avap\naddResult(z)\n```\n\nIt continues with:\n\n{code}",
]


@pytest.mark.parametrize("name", ["programs-dev", "programs-check"])
def test_programs_of_others_get_the_same_verdict_outside_of_blocks(name: str) -> None:
    rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    sound = [row["code"] for row in rows if check(row["code"]).valid]
    broken = [row["code"] for row in rows if not check(row["code"]).valid]
    for write in FORMS_OF_PROGRAMS:
        outcomes = [outcome(write(code)) for code in sound]
        assert outcomes.count(REFUSED) == 0
        # A comment alone is no program outside of a block.
        assert outcomes.count(PASSES) >= 0.96 * len(sound)
        # Text or a fence around a sound program is a fault of the file, but no fault of an answer.
        assert [outcome(write(code)) for code in broken].count(PASSES) <= 0.03 * len(broken)


def test_no_page_of_the_documents_has_a_program_outside_of_its_blocks() -> None:
    folder = load("avap").folder
    assert folder is not None
    pages = [page.read_text(encoding="utf-8") for page in sorted((folder / "knowledge").rglob("*.md"))]
    assert len(pages) > 50
    for page in pages:
        own = [block for block in fenced_blocks(page) if block.language in ("", "avap")]
        assert find_code(page, "avap", CODE_LINES).programs == own


@given(st.text(alphabet="`~ab(),=\"'{}[]:|>-*<pre/code>&;.\n \t1", max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert len(CODE_LINES(text)) == text.count("\n") + 1
    find_code(text, "avap", CODE_LINES)


@pytest.mark.parametrize(
    "piece", ["<code", "<pre>", "</p", "`", "`a", "_", "**", "- ", "1. ", '{"', '{"a":', '[["', "> ", "a: ", "(", "a(", "/*",
              "&#1", "'''\n", "~~~ ", "a(,", "x = ", "x = ab cd ", "word "],
)  # fmt: skip
def test_long_texts_take_no_long_time(piece: str) -> None:
    began = process_time()
    find_code(piece * (10_000 // len(piece)), "avap", CODE_LINES)
    find_code(f"{piece}\n" * (10_000 // len(piece)), "avap", CODE_LINES)
    assert process_time() - began < 3


RUNS = ["a", "é", "a ", "ab ", " ", "\t", ".", ":", "1", "_", "`", "'", '"', "(", ")", "[", "{", "}", ">", "#", "*", "|", "/*",
        "a.", "a(", "f(a, b) ", "f(a);", "`a` ", "&a", "in ", "- "]  # fmt: skip
BEFORE = ["", "addVar(a, 1)\n", "x = ", "`a", "'''", "if ", "function f(", "{", "a[", "from a", "1", "Note: "]


def _seconds(text: str) -> float:
    began = process_time()
    find_code(text, "avap", CODE_LINES)
    return process_time() - began


@pytest.mark.parametrize(
    "before", [pytest.param(each, marks=pytest.mark.slow if each == "x = " else ()) for each in BEFORE]
)
def test_time_grows_with_the_length_of_a_run_and_not_with_its_square(before: str) -> None:
    for run in RUNS:
        for after in ("", "!", "b` a:"):
            short, long = (f"{before}{run * (size // len(run))}{after}" for size in (2_000, 16_000))
            # Eight times the text: 64 times the time if it grew by the square. The least of three is the code's own.
            taken = _seconds(long)
            if taken > 0.05:
                allowed = 24 * min(_seconds(short) for _ in range(3))
                assert min(taken, _seconds(long), _seconds(long)) < allowed, (before, run, after)


def test_a_pattern_that_takes_the_square_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur of the test above."""
    honest = find_code

    def slow(text: str, *others: Any) -> Any:
        re.search(r"[^\x00]*\x01", text)
        return honest(text, *others)

    monkeypatch.setitem(globals(), "find_code", slow)
    with pytest.raises(AssertionError):
        test_time_grows_with_the_length_of_a_run_and_not_with_its_square("")
