"""Splitting of documents into passages, at headings and between paragraphs."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from fingerpost.retrieval.markdown import read_markdown
from fingerpost.retrieval.passages import (
    MAX_HEADING_CHARACTERS,
    MAX_PASSAGE_CHARACTERS,
    MIN_SECTION_CHARACTERS,
    ParsedDocument,
    Section,
    split_into_passages,
)
from fingerpost.types import Passage

LONG = "This sentence is long enough to be a section of its own, as sections go in a manual of some length, and it goes on and on. "


def cut(text: str) -> list[Passage]:
    return split_into_passages(read_markdown(text, "page"), "page.md")


def test_a_passage_knows_file_path_of_headings_and_number() -> None:
    page = f"# addVar: set a variable\n\n{LONG}\n\n## Examples\n\n{LONG}\n\n### In a loop\n\n{LONG}\n\n## See also\n\n{LONG}\n"
    assert [(p.file, p.heading, p.number) for p in cut(page)] == [
        ("page.md", "addVar: set a variable", 0),
        ("page.md", "addVar: set a variable › Examples", 1),
        ("page.md", "addVar: set a variable › Examples › In a loop", 2),
        ("page.md", "addVar: set a variable › See also", 3),
    ]


def test_a_page_without_a_title_is_called_after_its_file() -> None:
    assert [p.heading for p in cut(f"{LONG}\n\n## Part\n\n{LONG}")] == ["page", "page › Part"]


def test_a_heading_without_text_is_only_part_of_a_path() -> None:
    assert [p.heading for p in cut(f"# A\n\n## B\n\n### C\n\n{LONG}")] == ["A › B › C"]


def test_a_tiny_section_goes_with_the_one_it_belongs_to() -> None:
    [passage, other] = cut(f"# A\n\n{LONG}\n\n## B\n\n{LONG}\n\n## See also\n\naddParam\n")
    assert passage == Passage("page.md", "A", f"{LONG.strip()}\n\nSee also\n\naddParam", 0)
    assert (other.heading, other.number) == ("A › B", 1)


def test_a_tiny_section_stays_alone_where_there_is_no_text_above_it_or_no_room() -> None:
    assert [p.heading for p in cut("# A\n\n## B\n\nshort\n\n## C\n\nshort too\n")] == ["A › B", "A › C"]
    full = LONG * (MAX_PASSAGE_CHARACTERS // len(LONG))
    assert [p.heading for p in cut(f"# A\n\n{full}\n\n## B\n\n{'x' * (MIN_SECTION_CHARACTERS - 1)}\n")] == [
        "A",
        "A › B",
    ]


def test_a_long_section_is_split_between_paragraphs() -> None:
    paragraphs = [f"{number} {LONG}".strip() for number in range(40)]
    passages = cut("# A\n\n" + "\n\n".join(paragraphs))
    assert len(passages) > 2
    assert {p.heading for p in passages} == {"A"}
    assert [p.number for p in passages] == list(range(len(passages)))
    assert "\n\n".join(p.text for p in passages).split("\n\n") == paragraphs
    assert min(len(p.text) for p in passages[:-1]) > MAX_PASSAGE_CHARACTERS / 2


def test_a_code_block_that_fits_is_kept_whole() -> None:
    code = "```avap\n" + "\n\n".join(f"addVar(x{i}, {i})" for i in range(40)) + "\n```"
    assert 600 < len(code) < MAX_PASSAGE_CHARACTERS
    passages = cut(f"# A\n\n{LONG * 7}\n\n{code}\n\n{LONG * 7}\n")
    assert sum(code in p.text for p in passages) == 1


def test_a_code_block_that_does_not_fit_is_cut_between_lines_into_code_blocks() -> None:
    lines = [f"    addVar(variable{i}, {i})" for i in range(200)]
    passages = cut("# A\n\n~~~~avap\n" + "\n".join(lines) + "\n~~~~\n")
    assert len(passages) > 2
    found = []
    for passage in passages:
        first, *middle, last = passage.text.split("\n")
        assert (first, last) == ("~~~~avap", "~~~~")
        assert len(passage.text) <= MAX_PASSAGE_CHARACTERS
        found += middle
    assert found == lines


def test_one_word_of_a_million_letters_is_cut_hard() -> None:
    passages = cut("x" * 1_000_000)
    assert "".join(p.text for p in passages) == "x" * 1_000_000
    assert max(len(p.text) for p in passages) == MAX_PASSAGE_CHARACTERS


def test_a_heading_of_a_book_s_length_is_shortened() -> None:
    [passage] = cut(f"# {'word ' * 10_000}\n\n{LONG}")
    assert len(passage.heading) == MAX_HEADING_CHARACTERS
    assert passage.heading.endswith("…")


WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=300)
BLOCKS = st.lists(WORDS.filter(str.strip) | st.integers(1, 60).map(lambda n: f"```\n{'code ' * n}\n```"), max_size=8)
SECTIONS = st.lists(st.tuples(st.lists(st.sampled_from("ABC"), max_size=3).map(tuple), BLOCKS), max_size=6)


@given(SECTIONS)
def test_every_word_is_in_some_passage_and_none_is_too_long(sections: list[tuple[tuple[str, ...], list[str]]]) -> None:
    document = ParsedDocument("Title", [Section(path, blocks) for path, blocks in sections if blocks])
    passages = split_into_passages(document, "f.md")
    assert [p.number for p in passages] == list(range(len(passages)))
    assert all(0 < len(p.text) <= MAX_PASSAGE_CHARACTERS for p in passages)
    assert all(p.heading.split(" › ")[0] == "Title" for p in passages)
    everything = re.sub(r"\s", "", "".join(p.text for p in passages))
    for _, blocks in sections:
        for block in blocks:
            assert re.sub(r"\s", "", block) in everything


@given(st.text(st.sampled_from("#=-`~ \n\tab*[]()|>1.")), st.text())
def test_any_text_can_be_cut(marks: str, text: str) -> None:
    for page in (marks, text, marks + text):
        for passage in cut(page):
            assert passage.text.strip()
            assert len(passage.text) <= MAX_PASSAGE_CHARACTERS
            assert "\n" not in passage.heading
