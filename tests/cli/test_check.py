"""`fingerpost check`: one line for people, then what, where and what to do; the exit code tells faults from advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import command


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    assert command("new", "shop", cwd=tmp_path).returncode == 0
    return tmp_path / "shop"


def write_catalogue(shop: Path) -> None:
    (shop / "knowledge").mkdir(exist_ok=True)
    (shop / "knowledge" / "shoes.md").write_text("# Shoes\n\nThe shoes are blue.\n", encoding="utf-8")


def add(shop: Path, file: str, text: str) -> None:
    with (shop / file).open("a", encoding="utf-8") as out:
        out.write(text)


def test_the_template_lacks_its_catalogue_and_has_nothing_else_to_mend(shop: Path) -> None:
    done = command("check", shop)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("shop, 4 routes and 66 examples: 1 to look at.\n\nadvice: product should answer from")
    write_catalogue(shop)
    done = command("check", shop)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "shop, 4 routes and 66 examples: nothing to mend.\n"
    assert command("check", ".", cwd=shop).stdout == done.stdout


def test_pages_that_nothing_can_be_found_in_are_told(shop: Path) -> None:
    (shop / "knowledge").mkdir()
    assert "(knowledge/)" in command("check", shop).stdout, "an empty folder"
    (shop / "knowledge" / "blank.md").write_text(" \n", encoding="utf-8")
    found = json.loads(command("check", shop, "--json").stdout)["findings"]
    assert [(one["kind"], one["wrong"], one["where"]) for one in found] == [
        ("document", False, "knowledge/blank.md"),
        ("document", False, "knowledge/"),
    ]
    write_catalogue(shop)
    [left] = json.loads(command("check", shop, "--json").stdout)["findings"]
    assert left["what"] == "a document is not used: it contains no text"


def test_advice_names_the_examples_by_line_and_what_to_do(shop: Path) -> None:
    write_catalogue(shop)
    add(shop, "examples.jsonl", '\n{"text": "PLEASE, where is my order?!", "route": "refund"}\n')
    first = next(iter((shop / "examples.jsonl").read_text().splitlines()))
    add(shop, "examples.jsonl", first.replace('{"text": "', '{"text": "please, '))
    done = command("check", shop)
    assert done.returncode == 0
    head, *lines = done.stdout.splitlines()
    assert head == "shop, 4 routes and 68 examples: 2 to look at."
    assert any(line.startswith("    examples.jsonl:68  refund: PLEASE, where is my order") for line in lines)
    assert any(line.startswith("    examples.jsonl:69  ") for line in lines)
    assert sum(line.startswith("advice: ") for line in lines) == sum(line.startswith("  → ") for line in lines) == 2


def test_a_number_makes_no_fault_and_the_same_words_in_two_routes_do(shop: Path) -> None:
    for number, route in ((2, "refund"), (4, "shipping")):
        add(shop, "examples.jsonl", json.dumps({"text": f"a table for {number}", "route": route}) + "\n")
    done = command("check", shop)
    assert (done.returncode, done.stderr) == (0, "")
    assert "differ in a number alone" in done.stdout
    add(shop, "examples.jsonl", '{"text": "A TABLE, for 4!", "route": "refund"}\n')
    assert command("check", shop).returncode == 1
    add(shop, "examples.jsonl", '{"text": "A TABLE for 4", "route": "refund"}\n')
    assert command("check", shop).returncode == 2, "such a book cannot be loaded: docs/reference/routebook.md says so"


def test_a_pattern_that_can_hang_is_an_error_with_its_line(shop: Path) -> None:
    add(shop, "routebook.toml", "\n[[rules]]\nname = 'slow'\nroute = 'refund'\npatterns = ['(\\w+\\s?)*refund$']\n")
    done = command("check", shop)
    line = (shop / "routebook.toml").read_text().splitlines().index("patterns = ['(\\w+\\s?)*refund$']") + 1
    assert done.returncode == 2
    assert f"line {line}" in " ".join(done.stderr.split())
    assert "possessive" in done.stderr


def test_many_findings_of_a_kind_are_cut_but_not_in_json(shop: Path) -> None:
    write_catalogue(shop)
    rows = [json.loads(line) for line in (shop / "examples.jsonl").read_text().splitlines()][:8]
    for row in rows:
        add(shop, "examples.jsonl", json.dumps({**row, "text": row["text"].upper() + "!!"}) + "\n")
    done = command("check", shop)
    assert done.stdout.count("say the same") == 5
    assert done.stdout.endswith("And 3 of copy: --json has all.\n")
    assert len(json.loads(command("check", shop, "--json").stdout)["findings"]) == 8


def test_a_routebook_that_does_not_load_is_an_error(shop: Path) -> None:
    add(shop, "routebook.toml", "nonsense = 1\n")
    done = command("check", shop)
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown key" in done.stderr
