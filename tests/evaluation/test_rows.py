"""Rows are read with all that belongs to a message, and a fault is told by file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost import RowsError, Turn
from fingerpost.evaluation.rows import Row, read_labelled, read_rows

ROUTES = ["ask", "buy"]


def written(folder: Path, *lines: Any) -> Path:
    """Write strings as they are and everything else as JSON, one a line."""
    file = folder / "rows.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return file


def only(folder: Path, **entry: Any) -> Row:
    [row] = read_rows(written(folder, {"text": "hi", "expected": "ask", **entry}), ROUTES)
    return row


def test_a_bare_row_is_numbered_and_knows_nothing_else(tmp_path: Path) -> None:
    row = only(tmp_path)
    assert (row.id, row.message.text, row.expected) == ("1", "hi", "ask")
    assert (row.qualifier, row.deictic, row.lang, row.tags) == (None, None, None, ())
    assert row.message.turns == ()
    assert row.message.intent_history == ()


def test_everything_a_row_says_is_kept(tmp_path: Path) -> None:
    row = only(tmp_path, id=7, uses_editor=True, deictic=True, lang="pt", tags=["typo", "short"])
    assert row == Row("7", row.message, "ask", "EDITOR", True, "pt", ("typo", "short"))


def test_label_is_another_word_for_expected(tmp_path: Path) -> None:
    [row] = read_rows(written(tmp_path, {"text": "hi", "label": "buy"}), ROUTES)
    assert row.expected == "buy"


def test_exported_rows_can_be_evaluated(tmp_path: Path) -> None:
    exported = {"text": "and in blue?", "route": "buy", "after": "ask", "source": "person", "cut": False, "at": 1.0}
    [row] = read_rows(written(tmp_path, exported), ROUTES)
    assert row.expected == "buy"
    assert row.message.turns == (Turn("user", "", "ask"),)
    with pytest.raises(RowsError, match=r"line 1: after = 'nowhere' is not a route: "):
        read_rows(written(tmp_path, {**exported, "after": "nowhere"}), ROUTES)


def test_history_of_types_and_topics_is_an_intent_history(tmp_path: Path) -> None:
    message = only(tmp_path, history=[{"type": "buy", "topic": "a lamp"}]).message
    assert message.intent_history == (Turn("user", "a lamp", "buy"),)
    assert message.turns == ()


def test_history_of_roles_is_turns(tmp_path: Path) -> None:
    spoken = [{"role": "user", "content": "a lamp"}, {"role": "assistant", "content": "which one?"}]
    message = only(tmp_path, history=spoken).message
    assert message.turns == (Turn("user", "a lamp"), Turn("assistant", "which one?"))
    assert message.intent_history == ()


def test_context_reaches_the_message(tmp_path: Path) -> None:
    context = {
        "editor_content": "addVar(x, 1)",
        "selected_text": "x",
        "extra_context": "usage_pct=81",
        "user_info": {"plan": "free"},
    }
    message = only(tmp_path, context=context).message
    assert (message.editor, message.selection, message.extra_context) == ("addVar(x, 1)", "x", "usage_pct=81")
    assert message.user_info == {"plan": "free"}


def test_empty_context_and_history_are_as_good_as_none(tmp_path: Path) -> None:
    context = {"editor_content": None, "selected_text": "", "user_info": None}
    message = only(tmp_path, context=context, history=None).message
    assert (message.editor, message.selection, message.extra_context) == ("", "", "")
    assert message.user_info == {}
    assert message.turns == ()


@pytest.mark.parametrize("label", ["oos", None, "neither"])
def test_out_of_scope_has_three_spellings(tmp_path: Path, label: str | None) -> None:
    file = written(tmp_path, {"text": "hi", "expected": label})
    [row] = read_rows(file, [*ROUTES, "neither"], out_of_scope="neither")
    assert row.expected is None


def test_empty_lines_are_skipped_and_lines_still_counted(tmp_path: Path) -> None:
    file = written(tmp_path, "", {"text": "one", "expected": "ask"}, "   ", {"text": "two", "expected": "sell"})
    with pytest.raises(RowsError, match="line 4"):
        read_rows(file, ROUTES)


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_both_line_endings_are_read(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "rows.jsonl"
    lines = [json.dumps({"text": text, "expected": "ask"}) for text in ("one", "two")]
    file.write_bytes(ending.join(lines).encode())
    assert [row.message.text for row in read_rows(file, ROUTES)] == ["one", "two"]


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85"])
def test_a_separator_inside_a_text_does_not_end_the_row(tmp_path: Path, character: str) -> None:
    text = f"first{character}second"
    file = written(tmp_path, {"text": text, "expected": "ask", "label": "ask"})
    assert [row.message.text for row in read_rows(file, ROUTES)] == [text]
    assert [example.text for example in read_labelled(file)] == [text]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{broken", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1, 2]", '"text"'),
        ('"text"', '"text"'),
        ({"expected": "ask"}, '"text"'),
        ({"text": 5, "expected": "ask"}, '"text"'),
        ({"text": "hi"}, 'has no "expected"'),
        ({"text": "hi", "expected": "sell"}, "'sell' is not a route: ask, buy, or 'oos' for none"),
        ({"text": "hi", "expected": 3}, "3 is not a route"),
        ({"text": "hi", "expected": ["ask"]}, "['ask'] is not a route"),
        ({"text": "hi", "expected": "ask", "context": "code"}, "context must be an object"),
        ({"text": "hi", "expected": "ask", "history": "before"}, "history a list"),
        ({"text": "hi", "expected": "ask", "history": ["before"]}, "intent history must be"),
        ({"text": "hi", "expected": "ask", "history": [{"role": "user"}]}, "a turn must be"),
        ({"text": "hi", "expected": "ask", "history": [{"type": "ask"}]}, "intent history must be"),
        ({"text": "hi", "expected": "ask", "tags": "short"}, "'short' must be a list"),
        ({"text": "hi", "expected": "ask", "tags": [5]}, "[5] must be a list of strings"),
        ({"text": "hi", "expected": "ask", "lang": 5}, "lang = 5"),
        ({"text": "hi", "expected": "ask", "follow_up": "yes"}, "follow_up = 'yes' must be true or false"),
        ({"text": "hi", "expected": "ask", "topic_shift": 1}, "topic_shift = 1 must be true or false"),
        ({"text": "hi", "expected": "ask", "uses_editor": "no"}, "uses_editor = 'no' must be true or false"),
        ({"text": "hi", "expected": "ask", "deictic": []}, "deictic = [] must be true or false"),
        ({"text": "hi", "expected": "ask", "context": {"editor_content": 5}}, "editor_content = 5 must be a string"),
        ({"text": "hi", "expected": "ask", "context": {"user_info": "me"}}, "user_info = 'me' must be an object"),
        ({"text": "hi", "expected": "ask", "attachments": [{"name": 5}]}, "name = 5 must be a string"),
        ({"text": "hi", "expected": "ask", "attachments": [{"mime": True}]}, "mime = True must be a string"),
        ({"text": "hi", "expected": "ask", "rag_hits": [{"score": "x"}]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": [{"score": "0.9"}]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": [{"score": True}]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": [{"score": 10**400}]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": [{"score": float("nan")}]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": [0.9]}, "each a number"),
        ({"text": "hi", "expected": "ask", "rag_hits": {"score": 1}}, "each a number"),
        ({"text": "hi", "expected": "ask", "histroy": []}, "histroy: no such key: is history meant?"),
        ({"text": "hi", "expcted": "ask"}, "expcted: no such key: is expected meant?"),
        ({"text": "hi", "expected": "ask", "tag": ["x"]}, "tag: no such key: is tags meant?"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_fault_names_file_line_and_what_is_wrong(tmp_path: Path, line: Any, said: str) -> None:
    file = written(tmp_path, {"text": "good", "expected": "ask"}, line)
    with pytest.raises(RowsError) as caught:
        read_rows(file, ROUTES)
    assert f"{file}, line 2: " in str(caught.value)
    assert said in str(caught.value)


def test_keys_that_are_no_slips_are_ignored(tmp_path: Path) -> None:
    [row] = read_rows(written(tmp_path, {"text": "hi", "texts": [], "expected": "ask", "note": "", "x": 1}), ROUTES)
    assert row.expected == "ask"


def test_long_lists_of_routes_are_cut_in_the_message(tmp_path: Path) -> None:
    file = written(tmp_path, {"text": "hi", "expected": "sell"})
    with pytest.raises(RowsError, match=r"r000, .*r019…, or 'oos'"):
        read_rows(file, [f"r{n:03}" for n in range(150)])


def test_files_that_hold_nothing_to_read_are_named(tmp_path: Path) -> None:
    empty, latin, missing = tmp_path / "empty.jsonl", tmp_path / "latin.jsonl", tmp_path / "missing.jsonl"
    empty.write_text("\n\n")
    latin.write_bytes('{"text": "cuántas", "expected": "ask"}'.encode("latin-1"))
    for file, said in ((empty, "holds no rows"), (latin, "UTF-8"), (missing, "no such file"), (tmp_path, "be read")):
        for read in (lambda place: read_rows(place, ROUTES), read_labelled):
            with pytest.raises(RowsError) as caught:
                read(file)
            assert str(caught.value).startswith(f"{file}: ")
            assert said in str(caught.value)


@pytest.mark.parametrize("key", ["label", "route", "expected"])
def test_training_rows_take_three_names_of_a_label(tmp_path: Path, key: str) -> None:
    [example] = read_labelled(written(tmp_path, {"text": "hi", key: "ask"}))
    assert (example.text, example.route, example.after) == ("hi", "ask", None)


@pytest.mark.parametrize("label", [None, "", 5, ["ask"]])
def test_a_training_row_without_a_usable_label_is_refused(tmp_path: Path, label: Any) -> None:
    file = written(tmp_path, {"text": "hi", "label": "ask"}, {"text": "ho", "label": label})
    with pytest.raises(RowsError) as caught:
        read_labelled(file)
    assert f"{file}, line 2: label = {label!r}" in str(caught.value)


def test_what_a_classifier_labelled_itself_judges_nothing(tmp_path: Path) -> None:
    """`eval`, `tune` and `--held-out` read their rows here: by its own labels a classifier is always right."""
    own = {"text": "hi", "route": "ask", "source": "uncorrected"}
    with pytest.raises(RowsError, match=r"rows.jsonl, line 2: source = 'uncorrected': .*`--source person`"):
        read_rows(written(tmp_path, {"text": "hello", "route": "ask", "source": "person"}, own), ROUTES)
    assert read_labelled(written(tmp_path, own))[0].route == "ask", "to train on it is another matter"
    assert only(tmp_path, source="teacher").expected == "ask"
