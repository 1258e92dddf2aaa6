"""The Markdown reader: headings, code blocks, paragraphs and front matter."""

from __future__ import annotations

import pytest

from fingerpost.retrieval.markdown import read_markdown
from fingerpost.retrieval.passages import ParsedDocument, Section


def read(text: str) -> ParsedDocument:
    return read_markdown(text, "name")


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# Plain", "Plain"),
        ("#\tTab", "Tab"),
        ("   # Indented", "Indented"),
        ("# Closed ##", "Closed"),
        ("# C#", "C#"),
        ("# `addVar`: **set** it", "addVar: set it"),
        ("# __last_error__", "__last_error__"),
        ("# See [the docs](https://example.org/x_(y))", "See [the docs](https://example.org/x_(y))"),
        ("# See [the docs](https://example.org)", "See the docs"),
        ("# Anchored {#here}", "Anchored"),
        ("# A &amp; B", "A & B"),
        ("Underlined\n===", "Underlined"),
    ],
)
def test_titles(line: str, heading: str) -> None:
    assert read(f"{line}\n\ntext") == ParsedDocument(heading, [Section((), ["text"])])


@pytest.mark.parametrize("line", ["#hashtag", "####### seven", "    # code", "#", "text\nmore\n---"])
def test_what_is_no_heading(line: str) -> None:
    assert read(line).title == "name"


def test_a_second_heading_of_the_first_level_stands_below_the_title() -> None:
    assert [s.path for s in read("# A\n\na\n\n# B\n\nb\n\n## C\n\nc").sections] == [(), ("B",), ("B", "C")]


def test_headings_that_skip_levels() -> None:
    page = "# A\n\n#### D\n\nd\n\n## B\n\nb\n\n### C\n\nc\n\nUnder\n-----\n\nu"
    assert [s.path for s in read(page).sections] == [("D",), ("B",), ("B", "C"), ("Under",)]


def test_no_heading_is_read_inside_code() -> None:
    page = "# A\n\n```sh\n# a comment\n\n~~~\n```\n\n~~~~\n```\n# another\n~~~\n~~~~\n"
    [section] = read(page).sections
    assert section.blocks == ["```sh\n# a comment\n\n~~~\n```", "~~~~\n```\n# another\n~~~\n~~~~"]


def test_code_that_is_never_closed_goes_to_the_end() -> None:
    [section] = read("# A\n\n```\none\n\n# two").sections
    assert section.blocks == ["```\none\n\n# two"]


def test_code_in_a_line_is_text() -> None:
    [section] = read("```inline``` text\n# A\nmore").sections[:1]
    assert section.blocks == ["```inline``` text"]


def test_front_matter_gives_a_title_and_is_left_out() -> None:
    assert read('---\ntags: [a]\ntitle: "The page"\n---\ntext') == ParsedDocument("The page", [Section((), ["text"])])
    assert read("---\ntitle: Front\n---\n# Own\n\ntext").title == "Own"
    assert read("---\nno end").sections == [Section((), ["---\nno end"])]


def test_lists_and_tables_are_blocks() -> None:
    [section] = read("- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |").sections
    assert section.blocks == ["- a\n- b", "| x | y |\n|---|---|\n| 1 | 2 |"]


@pytest.mark.parametrize("mark", ["#", "# ", "`", "[", "[a](", "- ", "=\n", "***", "```\n", "<", "\\", "---\n"])
def test_a_great_many_marks_are_read(mark: str) -> None:
    # In quadratic time this would take hours.
    page = read(f"before\n\n{mark * (400_000 // len(mark))}")
    assert page.sections[0].blocks[0] == "before"
