"""Passages cut into blocks, and lists of pages left out of them."""

from __future__ import annotations

import pytest

from fingerpost.retrieval.blocks import names_of_pages, split_blocks, without_comments

PAGES = names_of_pages([("commands/startLoop.md", "startLoop: repeat lines › Notes"), ("loops.md", "Loops")])
TEXT = """A loop counts.

<!-- asked as: for loop -->

Syntax

```text
startLoop(i, 0, 3)

endLoop()
```

- Both ends count.
- There is no step,
  and no break.

Like this:

```avap
addResult(i)
```

See also

startLoop, loops"""


def test_a_passage_is_cut_into_paragraphs_items_and_code() -> None:
    assert split_blocks(TEXT, PAGES) == [
        "A loop counts.",
        "Syntax\n\n```text\nstartLoop(i, 0, 3)\n\nendLoop()\n```",
        "- Both ends count.",
        "- There is no step,\n  and no break.",
        "Like this:\n\n```avap\naddResult(i)\n```",
    ]


def test_a_list_of_pages_is_left_out_and_a_list_of_other_things_is_not() -> None:
    assert split_blocks("See also\n\n- [Loops](loops.md)\n- `startLoop`", PAGES) == []
    assert split_blocks("Open on\n\nMonday, Tuesday", PAGES) == ["Open on\n\nMonday, Tuesday"]
    assert "startLoop, loops" in split_blocks(TEXT, ())[-1], "it is known by the names of the pages alone"


@pytest.mark.parametrize("text", ["", "\n\n", "<!-- only for search -->"])
def test_nothing_has_no_blocks(text: str) -> None:
    assert split_blocks(text, PAGES) == []


def test_a_fence_that_is_never_closed_is_one_block() -> None:
    assert split_blocks("~~~\na\n\nb", ()) == ["~~~\na\n\nb"]


def test_comments_are_for_search_only() -> None:
    assert without_comments("a\n<!-- b\nc -->\nd") == "a\nd"
    assert without_comments("a <!-- never closed") == "a"


def test_pages_are_called_by_file_and_title() -> None:
    assert {"startloop", "startloop: repeat lines", "loops"} <= PAGES


def test_a_short_line_introduces_the_code_after_it_and_a_paragraph_does_not() -> None:
    code = "```avap\naddResult(i)\n```"
    assert split_blocks(f"A flag replaces it.\n\n{code}", ()) == [f"A flag replaces it.\n\n{code}"]
    paragraph = "It is long. " * 20
    assert split_blocks(f"{paragraph}\n\n{code}", ()) == [paragraph.strip(), code]
    two = f"{code}\n\n{code}"
    assert split_blocks(two, ()) == [code, code]
