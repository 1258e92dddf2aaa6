"""A routebook is checked whole before the first message: a fault names file, key, value and remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Route, Routebook, RoutebookError, Router
from fingerpost.cli.new import ROUTEBOOK_TEMPLATE
from fingerpost.routebook.check import build
from fingerpost.routebook.load import find_folder, installed_routebooks, load
from fingerpost.routebook.model import Cue, Rule, Thresholds

TOML, EXAMPLES = "routebook.toml", "examples.jsonl"
TWO_ROUTES = '[[routes]]\nname = "ask"\n[[routes]]\nname = "buy"\n'
TWO_EXAMPLES: list[Any] = [{"text": "what is it", "route": "ask"}, {"text": "I take it", "route": "buy"}]


def written(folder: Path, toml: str | bytes = TWO_ROUTES, examples: list[Any] | None = None) -> Path:
    """Write a routebook; examples that are strings are written as they are."""
    folder.mkdir(exist_ok=True)
    (folder / TOML).write_bytes(toml.encode() if isinstance(toml, str) else toml)
    if examples is not None:
        lines = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in examples]
        (folder / EXAMPLES).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def fault(folder: Path, file: str = TOML) -> RoutebookError:
    """Load a broken folder, check that the error tells its four parts, and return it."""
    with pytest.raises(RoutebookError) as caught:
        load(folder)
    error = caught.value
    assert error.file == str(folder / file)
    assert str(error).startswith(f"{error.file}: {error.key}")
    assert bool(error.key) == (f"{repr(error.value)[:70]}" in str(error)), "the value, where there is a key"
    assert str(error).endswith(f": {error.remedy}")
    assert error.remedy
    return error


def rule(**parts: str) -> str:
    return TWO_ROUTES + "[[rules]]\n" + "".join(f"{key} = {value}\n" for key, value in parts.items())


BROKEN_TOML = {
    "toml that does not parse": ("[[routes]\n", "", "None", "line 1, column"),
    "key given twice": (TWO_ROUTES + 'name = "x"\n', "", "None", "overwrite"),
    "not utf-8": ('description = "caf\u00e9"\n'.encode("latin-1"), "line 1", "caf\ufffd", "UTF-8"),
    "no routes": ("", "routes", "[]", "at least one route"),
    "unknown key": ("fallbak = 'ask'\n" + TWO_ROUTES, "fallbak", "'ask'", "known: description, fallback"),
    "routes as one table": ('[routes]\nname = "ask"\n', "routes", "'ask'", "[[routes]]"),
    "routes as strings": ('routes = ["ask"]\n', "routes[0]", "'ask'", "must be a table"),
    "unknown key of a route": (TWO_ROUTES + "retrival = true\n", "routes[1].retrival", "True", "known: name"),
    "route without a name": (TWO_ROUTES + "[[routes]]\n", "routes[2].name", "None", "is required"),
    "route with an empty name": ('[[routes]]\nname = " "\n', "routes[0].name", "' '", "not empty"),
    "route with a number for a name": ("[[routes]]\nname = 5\n", "routes[0].name", "5", "string"),
    "two routes of one name": (TWO_ROUTES + '[[routes]]\nname = "ask"\n', "routes[2].name", "'ask'", "rename one"),
    "unknown slot": (TWO_ROUTES + 'slot = "big"\n', "routes[1].slot", "'big'", "main, conversational, classifier"),
    "slot of another type": (TWO_ROUTES + "slot = 1\n", "routes[1].slot", "1", "must be a string"),
    "unknown validation": (TWO_ROUTES + 'validation = "x"\n', "routes[1].validation", "'x'", "code, context"),
    "retrieval as a word": (TWO_ROUTES + 'retrieval = "yes"\n', "routes[1].retrieval", "'yes'", "true or false"),
    "two routes out of scope": (
        '[[routes]]\nname = "a"\nout_of_scope = true\n[[routes]]\nname = "b"\nout_of_scope = true\n',
        "routes",
        "['a', 'b']",
        "only one",
    ),
    "two routes for small talk": (
        '[[routes]]\nname = "a"\nsmall_talk = true\n[[routes]]\nname = "b"\nsmall_talk = true\n',
        "routes",
        "['a', 'b']",
        "only one",
    ),
    "small talk that is out of scope": (
        TWO_ROUTES + "out_of_scope = true\nsmall_talk = true\n",
        "routes[1].small_talk",
        "True",
        "a route of its own",
    ),
    "small talk as a name": (TWO_ROUTES + 'small_talk = "chat"\n', "routes[1].small_talk", "'chat'", "true or false"),
    "small talk without examples": (TWO_ROUTES + "small_talk = true\n", "routes[1].small_talk", "True", "add some"),
    "fallback that is no route": ('fallback = "sell"\n' + TWO_ROUTES, "fallback", "'sell'", "routes: ask, buy"),
    "fallback of another type": ("fallback = true\n" + TWO_ROUTES, "fallback", "True", "must be a string"),
    "rule without a name": (rule(route='"ask"', contains='["x"]'), "rules[0].name", "None", "is required"),
    "rule without a route": (rule(name='"r"', contains='["x"]'), "rules[0].route", "None", "is required"),
    "rule of an unknown route": (
        rule(name='"r"', route='"sell"', contains='["x"]'),
        "rules[0].route",
        "'sell'",
        "routes: ask, buy",
    ),
    "rule that can never fire": (rule(name='"r"', route='"ask"'), "rules[0]", "'r'", "can never fire"),
    "rule with words to avoid and nothing to find": (
        rule(name='"r"', route='"ask"', unless='["x"]'),
        "rules[0]",
        "'r'",
        "can never fire",
    ),
    "unknown key of a rule": (
        rule(name='"r"', route='"ask"', regex='["x"]'),
        "rules[0].regex",
        "['x']",
        "known: name, route, requires, contains",
    ),
    "pattern that is no expression": (
        rule(name='"r"', route='"ask"', patterns="['(x']"),
        "rules[0].patterns",
        "'(x'",
        "not a regular expression",
    ),
    "pattern with an accent": (
        rule(name='"r"', route='"ask"', patterns="['cu\u00e1ntas']"),
        "rules[0].patterns",
        "'cu\u00e1ntas'",
        "without accents",
    ),
    "pattern with a capital": (
        rule(name='"r"', route='"ask"', patterns="['TRK']"),
        "rules[0].patterns",
        "'TRK'",
        "lower case",
    ),
    "pattern that is not in a list": (
        rule(name='"r"', route='"ask"', patterns="'x'"),
        "rules[0].patterns",
        "'x'",
        "list of strings",
    ),
    "phrase that is empty": (
        rule(name='"r"', route='"ask"', contains='["x", " "]'),
        "rules[0].contains",
        "['x', ' ']",
        "not empty",
    ),
    "again as a word": (rule(name='"r"', route='"ask"', again='"yes"'), "rules[0].again", "'yes'", "boolean"),
    "one phrase for two routes": (
        rule(name='"r"', route='"ask"', contains='["Trk"]')
        + '[[rules]]\nname = "s"\nroute = "buy"\ncontains = ["trk"]\n',
        "rules[1].contains",
        "'trk'",
        "rule r sends the same phrase to ask",
    ),
    "cue of an unknown route": (
        TWO_ROUTES + '[[cues]]\nroute = "sell"\nwords = ["x"]\n',
        "cues[0].route",
        "'sell'",
        "routes: ask, buy",
    ),
    "cue without a route": (TWO_ROUTES + '[[cues]]\nwords = ["x"]\n', "cues[0].route", "None", "is required"),
    "cue without words": (TWO_ROUTES + '[[cues]]\nroute = "ask"\n', "cues[0]", "ask", "words"),
    "cues as one table": ('[cues]\nroute = "ask"\n' + TWO_ROUTES, "cues", "'ask'", "[[cues]]"),
    "thresholds that are no table": ("thresholds = 0.5\n" + TWO_ROUTES, "thresholds", "0.5", "must be a table"),
    "unknown threshold": (
        "[thresholds]\nacept = 0.5\n" + TWO_ROUTES,
        "thresholds.acept",
        "0.5",
        "accept_error, accept",
    ),
    "threshold of one": ("[thresholds]\naccept = 1.0\n" + TWO_ROUTES, "thresholds.accept", "1.0", "between 0 and 1"),
    "threshold of nothing": (
        "[thresholds]\naccept_error = 0.0\n" + TWO_ROUTES,
        "thresholds.accept_error",
        "0.0",
        "between 0 and 1",
    ),
    "threshold below nothing": (
        "[thresholds]\naccept_error = -0.1\n" + TWO_ROUTES,
        "thresholds.accept_error",
        "-0.1",
        "between 0 and 1",
    ),
    "threshold that is no number": (
        "[thresholds]\naccept = nan\n" + TWO_ROUTES,
        "thresholds.accept",
        "nan",
        "between 0 and 1",
    ),
    "threshold as a word": ("[thresholds]\naccept = 'high'\n" + TWO_ROUTES, "thresholds.accept", "'high'", "number"),
    "threshold as a boolean": ("[thresholds]\naccept = true\n" + TWO_ROUTES, "thresholds.accept", "True", "number"),
}


@pytest.mark.parametrize(("toml", "key", "value", "remedy"), BROKEN_TOML.values(), ids=BROKEN_TOML.keys())
def test_a_broken_file_is_told_by_file_key_value_and_remedy(
    tmp_path: Path, toml: str | bytes, key: str, value: str, remedy: str
) -> None:
    error = fault(written(tmp_path / "book", toml))
    assert error.key == key
    assert value in repr(error.value)
    assert remedy in error.remedy


BROKEN_EXAMPLES: dict[str, tuple[list[Any], str, str, str]] = {
    "not json": (["{text: x}"], "line 1", "{text: x}", "not JSON"),
    "nested beyond all measure": (["[" * 100_000], "line 1", "[[[", "not JSON"),
    "not an object": ([*TWO_EXAMPLES, "[1]"], "line 3", "[1]", '{"text": …, "route": …}'),
    "unknown key": ([{"text": "x", "rout": "ask"}], "line 1: rout", "'ask'", "known: text, route"),
    "no text": ([{"route": "ask"}], "line 1: text", "None", "missing"),
    "empty text": ([{"text": " ", "route": "ask"}], "line 1: text", "' '", "empty"),
    "no route": ([{"text": "x"}], "line 1: route", "None", "missing"),
    "route of another type": ([{"text": "x", "route": 5}], "line 1: route", "5", "wrong type"),
    "after of another type": ([{"text": "x", "route": "ask", "after": 5}], "line 1: after", "5", "wrong type"),
    "qualifier as a number": (
        [{"text": "x", "route": "ask", "qualifier": 7}],
        "line 1: qualifier",
        "7",
        "wrong type",
    ),
    "empty lines count": (["", "", {"text": "", "route": "ask"}], "line 3: text", "''", "empty"),
    "unknown route": (
        [*TWO_EXAMPLES, "", {"text": "sell!", "route": "sell"}],
        'line 4: route of "sell!"',
        "'sell'",
        "no such route; routes: ask, buy",
    ),
    "misspelled route": (
        [*TWO_EXAMPLES, {"text": "give me one", "route": "Búyy"}],
        "line 3: route",
        "'Búyy'",
        "no such route (is buy meant?); routes: ask, buy",
    ),
    "unknown turn": (
        [*TWO_EXAMPLES, {"text": "and that?", "route": "ask", "after": "sell"}],
        'line 3: after of "and that?"',
        "'sell'",
        "routes: ask, buy, or editor",
    ),
    "one text under two routes": (
        [*TWO_EXAMPLES, {"text": "WHAT is ít", "route": "buy"}],
        'line 3: route of "WHAT is ít"',
        "'buy'",
        "an example of ask too (line 1)",
    ),
    "only one route is taught": (TWO_EXAMPLES[:1], "examples", "['ask']", "add examples of another"),
}


@pytest.mark.parametrize(("examples", "key", "value", "remedy"), BROKEN_EXAMPLES.values(), ids=BROKEN_EXAMPLES.keys())
def test_a_broken_example_is_told_by_file_line_value_and_remedy(
    tmp_path: Path, examples: list[Any], key: str, value: str, remedy: str
) -> None:
    error = fault(written(tmp_path / "book", examples=examples), EXAMPLES)
    assert key in error.key
    assert value in repr(error.value)
    assert remedy in error.remedy


def test_long_values_are_cut_in_the_message_and_kept_in_the_error(tmp_path: Path) -> None:
    error = fault(written(tmp_path / "book", examples=["x" * 5000]), EXAMPLES)
    assert len(str(error)) < len(error.file) + 300
    assert error.value == "x" * 5000


def test_examples_that_are_not_utf8_are_told(tmp_path: Path) -> None:
    folder = written(tmp_path / "book")
    (folder / EXAMPLES).write_bytes(b'{"text": "ol\xc3\xa1", "route": "ask"}\n{"text": "caf\xe9", "route": "ask"}\n')
    error = fault(folder, EXAMPLES)
    assert error.key == "line 2", "a byte's offset finds nobody's line"
    assert error.value == '{"text": "caf\ufffd", "route": "ask"}'
    assert "UTF-8" in error.remedy


@pytest.mark.parametrize("name", [TOML, EXAMPLES])
def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    folder = written(tmp_path / "book", examples=TWO_EXAMPLES)
    honest = Path.read_text

    def locked(file: Path, encoding: str | None = None) -> str:
        if file.name == name:
            raise PermissionError(13, "Permission denied")
        return honest(file, encoding)

    monkeypatch.setattr(Path, "read_text", locked)
    error = fault(folder, name)
    assert error.remedy == "cannot be read (Permission denied): make the file readable"


@pytest.mark.parametrize(
    ("content", "remedy"), [(b"", "is empty"), (b" \n\t\n", "is empty"), (b"caf\xe9", "save the file as UTF-8")]
)
def test_a_prompt_that_cannot_be_used_is_told(tmp_path: Path, content: bytes, remedy: str) -> None:
    folder = written(tmp_path / "book")
    (folder / "prompts").mkdir()
    (folder / "prompts" / "good.md").write_text("Answer briefly.")
    (folder / "prompts" / "system.md").write_bytes(content)
    assert remedy in fault(folder, "prompts/system.md").remedy


# Good ones.

WHOLE = """
description = "A good one."
fallback = "buy"

[thresholds]
accept_error = 0.05
accept = 0.7

[[routes]]
name = "ask"
description = "Wants to know."
retrieval = true
slot = "main"
validation = "context"

[[routes]]
name = "buy"

[[routes]]
name = "chat"
slot = "conversational"
carries_topic = false

[[routes]]
name = "neither"
out_of_scope = true

[[rules]]
name = "number"
route = "buy"
contains = ["Order No"]
patterns = ['\\bord-\\d{4}\\b', '\\W\\S(?:x)']
unless = ["Código"]
note = "an order"

[[rules]]
name = "again"
route = "chat"
again = true

[[cues]]
route = "ask"
words = ["Qué", "what"]
"""


def test_a_good_folder_loads_with_all_its_parts(tmp_path: Path) -> None:
    examples = [
        *TWO_EXAMPLES,
        "",
        {"text": "and that one?", "route": "ask", "after": "ask", "lang": "en"},
        {"text": "and that one?", "route": "buy", "after": "buy"},
        {"text": "explain this", "route": "ask", "after": "editor", "qualifier": "EDITOR"},
    ]
    folder = written(tmp_path / "shop", WHOLE, examples)
    (folder / "prompts").mkdir()
    (folder / "prompts" / "ask.md").write_text("Answer from the catalogue: {context}\n")
    (folder / "prompts" / "notes.txt").write_text("")
    book = load(folder)
    assert (book.name, book.folder) == ("shop", folder)
    assert book.names == ["ask", "buy", "chat", "neither"]
    assert book.routes[0] == Route("ask", "Wants to know.", retrieval=True, validation="context")
    assert book.fallback == "buy"
    assert book.out_of_scope == "neither"
    assert book.transparent == {"chat"}
    assert book.thresholds == Thresholds(accept_error=0.05, accept=0.7)
    assert book.rules[0].contains == ("order no",)
    assert book.rules[0].unless == {"codigo"}
    assert len(book.rules[0].patterns) == 2
    assert book.rules[1] == Rule("again", "chat", again=True)
    assert book.cues == (Cue("ask", frozenset({"que", "what"})),)
    assert [example.after for example in book.examples] == [None, None, "ask", "buy", "editor"]
    assert [example.qualifier for example in book.examples] == [None] * 4 + ["EDITOR"]
    assert book.prompts == {"ask": "Answer from the catalogue: {context}\n"}


def test_a_routebook_needs_neither_examples_nor_prompts(tmp_path: Path) -> None:
    book = load(str(written(tmp_path / "bare")))
    assert book.names == ["ask", "buy"]
    assert book.examples == ()
    assert book.prompts == {}
    assert book.fallback is None


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85"])
def test_a_separator_inside_an_example_does_not_end_its_line(tmp_path: Path, character: str) -> None:
    text = f"first{character}second"
    book = load(written(tmp_path / "book", examples=[*TWO_EXAMPLES, {"text": text, "route": "ask"}]))
    assert book.examples[2].text == text


def test_the_digest_sees_the_end_of_a_long_pattern_and_is_the_same_in_every_process() -> None:
    import subprocess
    import sys

    def digest(end: str) -> str:
        rule = Rule("r", "a", patterns=(re.compile("x" * 300 + end),), unless=frozenset({"one", "two", "three"}))
        return build("b", [Route("a")], rules=[rule]).digest()

    assert digest("y") != digest("z")
    code = (
        "import re; from fingerpost import Route, Rule; from fingerpost.routebook.check import build;"
        "rule = Rule('r', 'a', patterns=(re.compile('x' * 300 + 'y'),), unless=frozenset({'one', 'two', 'three'}));"
        "print(build('b', [Route('a')], rules=[rule]).digest())"
    )
    seeds = [{"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    shown = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env).stdout.strip()
        for env in seeds
    ]
    assert shown == [digest("y")] * 2


@pytest.mark.parametrize("names", [("refund", "Refund"), ("a b", "a  b"), ("misc", "misc."), ("code", "code EDITOR")])
def test_names_that_a_model_could_not_tell_apart_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(RoutebookError, match=r"capitals and spaces|is ambiguous"):
        build("b", [Route(name) for name in names])


@pytest.mark.parametrize("pattern", [r"\Aord", r"\D\W\S", r"(?P<shelf>shelf) \d"])
def test_capitals_that_belong_to_the_syntax_of_patterns_are_allowed(tmp_path: Path, pattern: str) -> None:
    book = load(written(tmp_path / "book", rule(name='"r"', route='"ask"', patterns=f"['{pattern}']")))
    assert [found.pattern for found in book.rules[0].patterns] == [pattern]


def test_the_same_example_twice_is_no_fault(tmp_path: Path) -> None:
    book = load(written(tmp_path / "book", examples=[*TWO_EXAMPLES, *TWO_EXAMPLES]))
    assert len(book.examples) == 4


OUTSIDE: list[Any] = [*TWO_EXAMPLES, {"text": "how is the weather", "route": "oos"}]


def test_examples_of_none_of_the_routes_get_a_route_of_their_own(tmp_path: Path) -> None:
    book = load(written(tmp_path, examples=OUTSIDE))
    assert (book.names, book.out_of_scope) == (["ask", "buy", "oos"], "oos")
    assert [example.route for example in book.examples] == ["ask", "buy", "oos"]


def test_examples_of_none_of_the_routes_are_those_of_the_declared_one(tmp_path: Path) -> None:
    toml = TWO_ROUTES + '[[routes]]\nname = "other"\nout_of_scope = true\n'
    book = load(written(tmp_path, toml, OUTSIDE))
    assert book.names == ["ask", "buy", "other"]
    assert [example.route for example in book.examples] == ["ask", "buy", "other"]


def test_a_route_that_is_called_oos_stays_what_it_is(tmp_path: Path) -> None:
    book = load(written(tmp_path, TWO_ROUTES + '[[routes]]\nname = "oos"\n', OUTSIDE))
    assert (book.names, book.out_of_scope) == (["ask", "buy", "oos"], None)


def test_an_installed_routebook_loads_by_name() -> None:
    book = load("avap")
    assert book.names == ["RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL", "PLATFORM"]
    assert find_folder("avap") == installed_routebooks()["avap"]
    assert book.examples


def test_a_folder_of_the_same_name_goes_before_an_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "avap")
    monkeypatch.chdir(tmp_path)
    assert load("avap").names == ["ask", "buy"]


def test_what_new_writes_loads() -> None:
    book = load(ROUTEBOOK_TEMPLATE)
    assert book.names == ["refund", "shipping", "product", "chat"]
    assert {example.route for example in book.examples} == set(book.names)


@pytest.mark.parametrize("name", ["nobody-has-this", "x" * 300, "a\0b"])
def test_an_unknown_name_lists_what_is_installed(name: str) -> None:
    with pytest.raises(RoutebookError) as caught:
        load(name)
    assert caught.value.value == name
    assert "installed: agents, avap" in caught.value.remedy


def test_a_folder_without_a_routebook_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(RoutebookError) as caught:
        load(tmp_path)
    assert caught.value.file == str(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}: has no routebook.toml: name a folder that has one")
    assert "fingerpost new" in caught.value.remedy


def test_a_folder_or_name_that_is_misspelled_is_told_with_the_one_that_is_meant(tmp_path: Path) -> None:
    written(tmp_path / "bikes", TWO_ROUTES)
    with pytest.raises(RoutebookError, match=r"no such folder .*\(is bikes meant\?\); installed"):
        load(tmp_path / "bkes")
    with pytest.raises(RoutebookError, match=r"\(is avap meant\?\)"):
        load("avp")
    with pytest.raises(RoutebookError) as caught:
        load(tmp_path / "something-else")
    assert "meant" not in str(caught.value)


MISSPELLED = {
    "key of a route": (TWO_ROUTES + "smal_talk = true\n", "small_talk"),
    "key at the top": ('fallbak = "ask"\n' + TWO_ROUTES, "fallback"),
    "fallback": ('fallback = "aks"\n' + TWO_ROUTES, "ask"),
    "route of a rule": (rule(name='"r"', route='"bui"', contains='["x"]'), "buy"),
    "route of a cue": (TWO_ROUTES + '[[cues]]\nroute = "byu"\nwords = ["x"]\n', "buy"),
    "route of a guard": (TWO_ROUTES + '[[guards]]\nname = "g"\nto = "buyy"\nwhen = ["sql"]\n', "buy"),
}


@pytest.mark.parametrize(("toml", "name"), MISSPELLED.values(), ids=MISSPELLED.keys())
def test_a_misspelled_name_is_told_with_the_one_that_is_meant(tmp_path: Path, toml: str, name: str) -> None:
    assert f"(is {name} meant?)" in fault(written(tmp_path / "book", toml)).remedy


@pytest.mark.parametrize("head", ['[[rules]]\nname = "r"\nroute = "ask"\ncontains = ["x"]', "[thresholds]", ""])
def test_a_key_of_the_whole_routebook_after_a_table_is_told_where_to_stand(tmp_path: Path, head: str) -> None:
    error = fault(written(tmp_path / "book", f'{TWO_ROUTES}{head}\nfallback = "ask"\n'))
    assert error.key.endswith(".fallback")
    assert error.remedy == "is a key of the whole routebook: put it before the first [table] or [[table]]"


# Built in Python.

BAD_ROUTES: dict[str, tuple[list[Route], dict[str, Any], str, str]] = {
    "none": ([], {}, "routes", "at least one"),
    "no name": ([Route(" ")], {}, "routes[0].name", "not empty"),
    "same name": ([Route("a"), Route("a")], {}, "routes[1].name", "rename one"),
    "slot": ([Route("a"), Route("b", slot="x")], {}, "routes[1].slot", "slots: main"),
    "validation": ([Route("a", validation="x")], {}, "routes[0].validation", "leave it out"),
    **{
        name: ([Route("a"), Route("b", **{name: "no"})], {}, f"routes[1].{name}", "boolean (true or false)")  # type: ignore[arg-type]
        for name in ("retrieval", "carries_topic", "out_of_scope", "app", "small_talk")
    },
    "examples as one string": ([Route("a", examples="hello")], {}, "routes[0].examples", "list of strings"),
    "an empty example": ([Route("a", examples=["hi", ""])], {}, "routes[0].examples", "not empty"),
    "one route with examples": ([Route("a", examples=["hi"]), Route("b")], {}, "examples", "of another"),
    "conflict": ([Route("a", examples=["hi"]), Route("b", examples=["HI"])], {}, 'route of "HI"', "keep one"),
    "fallback": ([Route("a")], {"fallback": "b"}, "fallback", "routes: a"),
    "rule": ([Route("a")], {"rules": (Rule("r", "b", contains=("x",)),)}, "rules[0].route", "routes: a"),
    "cue": ([Route("a")], {"cues": (Cue("b", frozenset({"x"})),)}, "cues[0].route", "routes: a"),
}


@pytest.mark.parametrize(("routes", "parts", "key", "remedy"), BAD_ROUTES.values(), ids=BAD_ROUTES.keys())
def test_routes_in_python_are_checked_alike(routes: list[Route], parts: dict[str, Any], key: str, remedy: str) -> None:
    for make in (lambda: Router(routes, **parts), lambda: build("mine", routes, **parts)):
        with pytest.raises(RoutebookError) as caught:
            make()
        assert caught.value.file == "Router(…)"
        assert caught.value.key == key
        assert remedy in caught.value.remedy


def test_examples_of_routes_and_of_the_routebook_are_joined() -> None:
    book = build("mine", [Route("a", examples=["x", "y"]), Route("b", examples=["z"])])
    assert isinstance(book, Routebook)
    assert [(example.text, example.route) for example in book.examples] == [("x", "a"), ("y", "a"), ("z", "b")]
    assert book.folder is None
