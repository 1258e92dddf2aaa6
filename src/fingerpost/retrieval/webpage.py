"""An HTML reader: headings, visible text and code of a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from fingerpost.errors import SearchError
from fingerpost.retrieval.markdown import Outline
from fingerpost.retrieval.passages import ParsedDocument

_INVISIBLE_TAGS = frozenset(("script", "style", "template", "noscript", "svg", "nav", "select"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCK_TAGS = """
address article aside blockquote body dd div dl dt fieldset figcaption figure footer form head header hr html li main ol
p pre section table tbody thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_STRAY_BRACKET = re.compile(r"<(?=[^<>]*(?:<|\Z))")
_SPACES = re.compile(r"\s+")


def read_html(text: str, name: str) -> ParsedDocument:
    """Return the document of a page; its title is its first h1, else its <title>, else `name`."""
    reader = _HtmlReader()
    try:
        reader.feed(_escape_stray_tags(text))
        reader.close()
    except AssertionError as error:
        raise SearchError(f"cannot be read as HTML ({error}): correct it, or save it as text") from error
    return reader.outline.document(reader.page_title.strip() or name)


def _escape_stray_tags(text: str) -> str:
    """Return a page without comments, and with every < that starts no tag escaped.

    The standard library's parser needs quadratic time for tags and comments that are never closed.
    """
    parts, at = [], 0
    while (begin := text.find("<!--", at)) >= 0 and (end := text.find("-->", begin)) >= 0:
        parts.append(text[at:begin])
        at = end + 3
    return _STRAY_BRACKET.sub("&lt;", "".join((*parts, text[at:])))


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.outline, self.page_title = Outline(), ""
        self._text: list[str] = []
        self._invisible: list[str] = []
        self._open_tag: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _INVISIBLE_TAGS:
            self._invisible.append(tag)
        elif tag in _BLOCKS or tag in _HEADINGS:
            self._end_block()
            self._open_tag = tag if tag in _HEADINGS or tag == "pre" else self._open_tag
        elif tag == "title" and not self._invisible:
            self._open_tag = tag
        elif tag == "br":
            self._text.append("\n")
        if tag == "li":
            self._text.append("- ")
        elif tag in ("td", "th") and self._text:
            self._text.append(" | ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _INVISIBLE_TAGS:
            if tag in self._invisible:
                # Closes the unclosed tags inside it, too.
                del self._invisible[self._invisible.index(tag) :]
        elif tag == self._open_tag:
            self._end_block()
            self._open_tag = None
        elif tag in _BLOCKS:
            self._end_block()

    def handle_data(self, data: str) -> None:
        if self._invisible:
            return
        if self._open_tag == "title":
            self.page_title += data
        else:
            # A line break in the source is a space, except in <pre>.
            self._text.append(data if self._open_tag == "pre" else _SPACES.sub(" ", data))

    def close(self) -> None:
        super().close()
        self._end_block()

    def _end_block(self) -> None:
        text, self._text = "".join(self._text), []
        if not text.strip():
            return
        if self._open_tag in _HEADINGS:
            self.outline.heading(int(self._open_tag[1]), text)
            # An unclosed heading ends here.
            self._open_tag = None
        elif self._open_tag == "pre":
            fence = "`" * 3
            while fence in text:
                fence += "`"
            self.outline.block("\n".join((fence, text.strip("\n"), fence)))
        else:
            self.outline.block("\n".join(" ".join(line.split()) for line in text.split("\n")))
