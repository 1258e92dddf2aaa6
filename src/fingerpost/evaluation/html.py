"""HTML helpers of the evaluation pages: style, head, tables and escaped text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from fingerpost.evaluation import charts
from fingerpost.evaluation.charts import MISSING

MAX_CHARACTERS = 400
"""Most characters of a message on a page."""

_STYLE = """
:root {
  color-scheme: light dark;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --paper: #fff; --ink: #1b1f24; --soft: #5c6670; --line: #dde2e7; --faint: #f1f3f5;
  --right: #2563a8; --wrong: #c2410c; --teal: #0f766e; --amber: #a16207; --plum: #7e3a93;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333b44; --faint: #1f252c;
    --right: #6ea8ea; --wrong: #f08c5a; --teal: #4fc0b3; --amber: #d9ae4a; --plum: #c58bd6;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans) }
main { max-width: 1280px; margin: 0 auto; padding: 32px 24px 64px }
h1, h2 { font-size: 18px; line-height: 1.3; margin: 0 0 4px }
h1 { font-size: 26px }
section { margin-top: 40px; min-width: 0 }
p { margin: 0 0 12px; max-width: 72ch; text-wrap: pretty }
p, th, dt, small { color: var(--soft) } small { font-size: 12px }
code { font: .87em var(--mono); overflow-wrap: break-word }
.figures { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1px; margin: 24px 0 0;
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
.figures div { box-shadow: 0 0 0 1px var(--line); padding: 12px 16px }
.figures dt { font-size: 13px }
.figures dd { margin: 0; font-size: 24px; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums }
.figures small { display: block; font-weight: 400 }
.charts { display: flex; flex-wrap: wrap; column-gap: 56px; align-items: flex-start }
.charts section { min-width: calc(50% - 28px); max-width: 100% }
.charts p { max-width: 560px }
.tables { display: grid; grid-template: auto 1fr / repeat(auto-fit, minmax(460px, 1fr)); column-gap: 56px }
.tables section:first-child { grid-row: span 2 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line) }
th { font-size: 12px; font-weight: 500; vertical-align: bottom }
th:last-child, td:last-child { padding-right: 0 }
td .chart { display: inline-block; vertical-align: -2px; margin-right: 6px }
.id, td > code { white-space: nowrap } wbr { display: none }
.number { text-align: right; white-space: nowrap }
.message { min-width: 110px; overflow-wrap: anywhere } .half { width: 36% }
a { color: var(--right) }
ul { list-style: none; margin: 0; padding: 0; font-size: 13px }
li + li { margin-top: 4px }
@media (max-width: 1000px) {
  .figures { grid-template-columns: repeat(4, 1fr) } .figures div { padding: 10px 12px }
  table { font-size: 13px } th, td { padding-right: 10px }
  td:not(.id) > code { white-space: normal } wbr { display: inline }
}
"""

# A content security policy blocks scripts and external resources, whatever a message contains.
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
"""


def page(title: str, body: Iterable[str]) -> str:
    """Return a complete HTML page."""
    style = f"<style>{_STYLE}{charts.STYLE}</style>"
    head = f"{_HEAD}<title>{escape(title)}</title>\n{style}\n</head>"
    return f"{head}\n<body><main>\n{''.join(body)}\n</main></body></html>\n"


def section(title: str, note: str, body: str) -> str:
    """Return a section with a title, a note and an HTML body."""
    return f"<section><h2>{title}</h2>{f'<p>{note}</p>' if note else ''}{body}</section>\n"


def table(headings: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of HTML cells with headings of (name, CSS class)."""
    top = "".join(f'<th scope="col" class="{kind}">{name}</th>' for name, kind in headings)
    lines = (
        "".join(f'<td class="{kind}">{cell}</td>' for (_, kind), cell in zip(headings, row, strict=True))
        for row in rows
    )
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    # The tab stop makes the overflow scrollable by keyboard.
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def message_text(text: str | None) -> str:
    """Return an escaped message text, truncated if it is long."""
    if text is None:
        return MISSING
    return escape(text if len(text) <= MAX_CHARACTERS else text[:MAX_CHARACTERS] + "…")


def code(name: str | None) -> str:
    """Return a name as escaped code."""
    # Lets a narrow column break a route's name between its words.
    return MISSING if name is None else f"<code>{escape(name).replace('_', '_<wbr>')}</code>"


def number(value: float | None, digits: int) -> str:
    """Return a number with this many decimals."""
    return MISSING if value is None or math.isnan(value) else f"{value:,.{digits}f}"
