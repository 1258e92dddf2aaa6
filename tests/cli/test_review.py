"""`suggest` and `review`, as people run them: on files, and on a database that the environment names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_history import Run, book, database, lines, read, run, words

__all__ = ["book", "database", "run"]

MESSAGES = """the loop over my invoice
The loop over my invoice!
show my invoice
good morning, what do I owe you
write me the bill in code
"""


@pytest.fixture
def messages(tmp_path: Path) -> Path:
    file = tmp_path / "messages.txt"
    file.write_text(MESSAGES, encoding="utf-8")
    return file


# suggest


def test_suggest_shows_what_to_label_and_why(run: Run, book: Path, messages: Path) -> None:
    done = run("suggest", messages, "--routebook", book, "--n", "2")
    assert done.returncode == 0, done.stderr
    header, *rows, last = [line.split("\t") for line in done.stdout.splitlines()]
    assert header == ["message", "best guess", "runner-up", "why"]
    assert len(rows) == 2
    assert all(row[3].startswith(("between ", "unlike anything you taught")) for row in rows)
    assert last == ["2 of 3 messages without a label"]


def test_suggest_writes_a_file_that_review_takes_up(run: Run, book: Path, messages: Path, tmp_path: Path) -> None:
    out = tmp_path / "picked.jsonl"
    done = run("suggest", messages, "--routebook", book, "--output", out)
    assert (
        f"3 of 3 messages without a label: label them with `fingerpost review {out} --routebook {book}`" in done.stdout
    )
    picked = read(out)
    assert [sorted(row) for row in picked] == [["confidence", "guess", "runner_up", "text", "why"]] * 3
    first = run("review", out, "--routebook", book, given="y\nTALK\nq\n")
    assert first.returncode == 0, first.stderr
    assert "1 of 3" in first.stdout
    assert picked[0]["why"] in first.stdout
    labelled = tmp_path / "picked-labelled.jsonl"
    assert read(labelled) == [
        {"text": picked[0]["text"], "route": picked[0]["guess"], "source": "person"},
        {"text": picked[1]["text"], "route": "TALK", "source": "person"},
    ]
    again = run("review", out, "--routebook", book, given="1\n")
    assert "1 of 1" in again.stdout
    assert len(read(labelled)) == 3
    assert run("review", out, "--routebook", book).stdout == "Nothing to review: all 3 messages are labelled.\n"
    rest = run("suggest", messages, "--routebook", book, "--labelled", labelled)
    assert rest.stdout.startswith("Nothing to suggest: ")


def test_suggest_as_json(run: Run, book: Path, messages: Path) -> None:
    import json

    found = json.loads(run("suggest", messages, "--routebook", book, "--json").stdout)
    assert (found["considered"], len(found["messages"]), found["new_routes"]) == (3, 3, [])


def test_suggest_of_the_store_is_labelled_in_the_store(
    run: Run,
    book: Path,
    database: str,
    tmp_path: Path,
) -> None:
    out = tmp_path / "picked.jsonl"
    done = run("suggest", "--routebook", book, "--output", out)
    assert done.returncode == 0, done.stderr
    picked = read(out)
    assert {(row["session"], row["request"]) for row in picked} <= {("s", f"r{i}") for i in range(1, 6)}
    assert "ana@example.org" not in out.read_text(encoding="utf-8")
    answers = "CODE\n" * len(picked)
    assert run("review", out, "--routebook", book, given=answers).returncode == 0
    given = words(database)
    assert {given[row["request"]] for row in picked} == {"CODE"}
    assert not (tmp_path / "picked-labelled.jsonl").exists()
    assert run("suggest", "--routebook", book).stdout.startswith("Nothing to suggest: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("none.txt",), "none.txt: no such file"),
        (("messages.txt", "--output", "messages.txt"), "messages.txt: is an input file and would be overwritten"),
        (("messages.txt", "--output", "desk/examples.jsonl"), "exists already: name another file, or remove it first"),
        (("messages.txt", "--labelled", "none.jsonl"), "none.jsonl: no such file"),
    ],
)
def test_suggest_of_what_cannot_be_used_is_one_line(
    run: Run,
    book: Path,
    messages: Path,
    options: tuple[str, ...],
    said: str,
) -> None:
    done = run("suggest", *options, "--routebook", book)
    assert done.returncode == 2
    assert said in done.stderr
    assert messages.read_text(encoding="utf-8") == MESSAGES


def test_a_file_needs_no_store(run: Run, book: Path, messages: Path, tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": f"sqlite:///{messages}/store.sqlite"}
    done = run("suggest", messages, "--output", tmp_path / "p.jsonl", "--routebook", book, **nowhere)
    assert done.returncode == 0, done.stderr
    reviewed = run("review", tmp_path / "p.jsonl", "--routebook", book, given="1\nq\n", **nowhere)
    assert reviewed.returncode == 0, reviewed.stderr
    of_store = run("suggest", "--routebook", book, **nowhere)
    assert of_store.returncode == 2
    assert "DATABASE_URL=sqlite:///FILE" in of_store.stderr


def test_suggest_needs_examples(run: Run, book: Path, messages: Path) -> None:
    (book / "examples.jsonl").unlink()
    done = run("suggest", messages, "--routebook", book)
    assert done.returncode == 2
    assert "desk: has no examples, so nothing tells which messages are worth a label" in done.stderr


# review


def test_review_steps_through_and_writes_each_word(run: Run, book: Path, database: str) -> None:
    done = run("review", "--routebook", book, given="y\n9\nnowhere\n1\ncode\ns\nq\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 BILLING  2 CODE  3 TALK\n")
    assert "1 of 5" in done.stdout
    assert "route '9' does not exist in desk; routes: BILLING, CODE, TALK" in done.stdout
    assert "; the classifier now: " in done.stdout
    assert done.stdout.splitlines()[-1].endswith("1 skipped; 1 left")
    given = [word for word in words(database).values() if word is not None]
    assert len(given) == 3
    again = run("review", "--routebook", book, given="", process=True)
    assert "1 of 2" in again.stdout
    assert again.stdout.splitlines()[-1] == "0 accepted, 0 corrected, 0 skipped; 2 left"


def test_review_of_nothing_says_so(run: Run, book: Path, tmp_path: Path) -> None:
    done = run("review", "--routebook", book, DATABASE_URL=f"sqlite:///{tmp_path / 'empty.sqlite'}")
    assert (done.returncode, done.stdout) == (0, "Nothing to review: no message without feedback is stored.\n")


def test_review_of_a_file_takes_texts_alone_and_unknown_requests(run: Run, book: Path, tmp_path: Path) -> None:
    given = lines(
        tmp_path / "m.jsonl", {"text": "one more"}, {"text": "two", "guess": "GONE", "request": "r9", "session": "s"}
    )
    done = run("review", given, "--routebook", book, "--out", tmp_path / "l.jsonl", given="y\nCODE\nTALK\n")
    assert done.returncode == 0, done.stderr
    assert "route 'y' does not exist in desk" in done.stdout
    assert [row["route"] for row in read(tmp_path / "l.jsonl")] == ["CODE", "TALK"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {"text": "one", "guess": 3},
            "m.jsonl, line 1: guess = 3 must be a string, as `fingerpost teach suggest` writes it",
        ),
        ({"text": "one", "request": ["r1"]}, "m.jsonl, line 1: request = ['r1'] must be a string"),
        ({"message": "one"}, 'm.jsonl, line 1: must be an object with a "text"'),
    ],
)
def test_review_of_a_bad_file_is_one_line(
    run: Run, book: Path, tmp_path: Path, row: dict[str, object], said: str
) -> None:
    done = run("review", lines(tmp_path / "m.jsonl", row), "--routebook", book)
    assert done.returncode == 2
    assert said in done.stderr


def test_review_never_writes_to_its_input_and_says_where_labels_of_the_store_go(
    run: Run, book: Path, tmp_path: Path
) -> None:
    given = lines(tmp_path / "m.jsonl", {"text": "one"})
    done = run("review", given, "--routebook", book, "--out", given)
    assert "m.jsonl: is the file of messages and would be overwritten" in done.stderr
    done = run("review", "--routebook", book, "--out", given)
    assert "labels of stored messages go to the store" in done.stderr


def test_none_of_these_is_no_label_and_is_not_asked_again(run: Run, book: Path, database: str, tmp_path: Path) -> None:
    done = run("review", "--routebook", book, given="n\ny\nq\n")
    assert done.returncode == 0, done.stderr
    assert "n none of these, s skip" in done.stdout
    given = [word for word in words(database).values() if word is not None]
    assert len(given) == 2
    assert "oos" in given
    assert "1 of 3" in run("review", "--routebook", book, given="q\n").stdout
    rows = tmp_path / "rows.jsonl"
    assert run("history", "export", rows, "--routebook", book).returncode == 0
    assert "oos" not in {row["route"] for row in read(rows)}, "no training uses it"


def test_none_of_these_in_a_file_is_not_asked_again(run: Run, book: Path, tmp_path: Path) -> None:
    given = lines(tmp_path / "m.jsonl", {"text": "the weather"}, {"text": "a loop"})
    run("review", given, "--routebook", book, given="n\nCODE\n")
    assert [row["route"] for row in read(tmp_path / "m-labelled.jsonl")] == ["oos", "CODE"]
    assert run("review", given, "--routebook", book).stdout.startswith("Nothing to review: all 2 messages are labelled")


@pytest.mark.parametrize("declared", ["", "out_of_scope = true\n"])
def test_labels_of_none_of_these_load_as_examples(run: Run, book: Path, tmp_path: Path, declared: str) -> None:
    """Also where the out-of-scope route was declared after the review."""
    given = lines(tmp_path / "m.jsonl", {"text": "how is the weather in Rome"})
    assert run("review", given, "--routebook", book, given="n\n").returncode == 0
    with (book / "routebook.toml").open("a", encoding="utf-8") as toml:
        toml.write(declared)
    with (book / "examples.jsonl").open("a", encoding="utf-8") as examples:
        examples.write((tmp_path / "m-labelled.jsonl").read_text(encoding="utf-8"))
    done = run("route", "--routebook", book, "how is the weather in Rome", "--json")
    assert done.returncode == 0, done.stderr


def test_an_empty_line_is_no_answer(run: Run, book: Path, tmp_path: Path) -> None:
    given = lines(tmp_path / "m.jsonl", {"text": "a loop"})
    done = run("review", given, "--routebook", book, given="\n  \nCODE\n")
    assert "does not exist" not in done.stdout + done.stderr
    assert [row["route"] for row in read(tmp_path / "m-labelled.jsonl")] == ["CODE"]


def test_none_of_these_is_the_out_of_scope_route_where_there_is_one(run: Run, book: Path, tmp_path: Path) -> None:
    toml = book / "routebook.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + "out_of_scope = true\n", encoding="utf-8")
    given = lines(tmp_path / "m.jsonl", {"text": "the weather"})
    run("review", given, "--routebook", book, given="n\n")
    assert [row["route"] for row in read(tmp_path / "m-labelled.jsonl")] == ["TALK"]
