"""A Markdown reader for splitting: it recognises headings, code blocks and paragraphs."""

from __future__ import annotations

import re
from html import unescape

from fingerpost.retrieval.passages import MAX_HEADING_CHARACTERS, ParsedDocument, Section, shorten_heading

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()]{0,500}\)")
_ANCHOR = re.compile(r"\{#[^{}]{0,100}\}$")


def read_markdown(text: str, name: str) -> ParsedDocument:
    """Return the document of a page; its title is that of the front matter, else its first h1, else `name`."""
    title, text = _front_matter(text)
    reader = _MarkdownReader()
    for line in text.split("\n"):
        reader.take(line)
    return reader.document(title or name)


class Outline:
    """Collects blocks under headings, for readers of any format."""

    def __init__(self) -> None:
        """Start with a section before the first heading."""
        self._title: str | None = None
        self._path: list[tuple[int, str]] = []
        self._sections: list[Section] = [Section((), [])]

    def heading(self, level: int, text: str) -> None:
        """Start a section; the first heading of level 1 is the title of the document."""
        text = shorten_heading(text)
        if not text:
            return
        if level == 1 and self._title is None:
            self._title, self._path = text, []
        else:
            self._path = [(other, above) for other, above in self._path if other < level] + [(level, text)]
        self._sections.append(Section(tuple(above for _, above in self._path), []))

    def block(self, text: str) -> None:
        """Add a paragraph or a code block to the current section."""
        if text.strip():
            self._sections[-1].blocks.append(text.strip("\n").rstrip())

    def document(self, name: str) -> ParsedDocument:
        """Return the document; `name` is its title where it has none."""
        return ParsedDocument(
            self._title or shorten_heading(name), [section for section in self._sections if section.blocks]
        )


class _MarkdownReader(Outline):
    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._fence = ""

    def take(self, line: str) -> None:
        if self._fence:
            self._lines.append(line)
            closing = line.strip()
            if len(closing) >= len(self._fence) and not closing.strip(self._fence[0]):
                self._end_block()
            return
        opened = _FENCE.match(line)
        if opened and (opened[1][0] == "~" or "`" not in line[opened.end() :]):
            self._end_block()
            self._fence = opened[1]
            self._lines = [line]
        elif not line.strip():
            self._end_block()
        elif not self._is_heading(line):
            self._lines.append(line.rstrip())

    def document(self, name: str) -> ParsedDocument:
        self._end_block()
        return super().document(name)

    def _is_heading(self, line: str) -> bool:
        marks = line.strip()
        if len(self._lines) == 1 and len(marks) > 1 and marks in (len(marks) * "=", len(marks) * "-"):
            # A heading that is underlined with = or -.
            text, self._lines = self._lines[0], []
            self.heading(1 if marks[0] == "=" else 2, _plain_heading(text))
            return True
        text = marks.lstrip("#")
        level = len(marks) - len(text)
        if not 1 <= level <= 6 or (text and not text[0].isspace()) or line.startswith(("    ", "\t")):
            return False
        self._end_block()
        closed = text.rstrip("#")
        self.heading(level, _plain_heading(closed if closed.endswith((" ", "\t")) else text))
        return True

    def _end_block(self) -> None:
        self.block("\n".join(self._lines))
        self._lines, self._fence = [], ""


def _front_matter(text: str) -> tuple[str | None, str]:
    """Return the title in the front matter, or None, and the text without its front matter."""
    if not text.startswith("---\n"):
        return None, text
    end = text.find("\n---\n", 3)
    if end < 0:
        return None, text
    for line in text[4:end].split("\n"):
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == "title":
            return _plain_heading(value.strip().strip("\"'")) or None, text[end + 5 :]
    return None, text[end + 5 :]


def _plain_heading(text: str) -> str:
    """Return a heading without links, anchors, code marks and bold marks."""
    text = _LINK.sub(r"\1", text[: 5 * MAX_HEADING_CHARACTERS].strip())
    return unescape(_ANCHOR.sub("", text).replace("`", "").replace("**", "")).strip()
