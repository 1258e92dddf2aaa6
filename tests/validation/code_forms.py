"""The forms in which a model may return a program, each as a function from the program to the answer.

A form that has to be told apart from the others by its expectation names it: what becomes of a sound and of an unsound
program that is returned in this form alone, and of an unsound one beside a sound block.

PASSES   the parser accepted it, and the answer goes out without a note
REFUSED  the parser refused it: one retry, and where that fails, INVALID_UNRESOLVED
NOTED    the parser did not see it, and a note tells the caller
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

PASSES, REFUSED, NOTED = "passes", "refused", "noted"

SOUND = 'addParam("a", a)\naddResult(a)'
UNSOUND = 'addParam("a", a)\ngetSHA256(a, h)\naddResult(h)'
BLOCK = f"```avap\n{SOUND}\n```"


class Form(NamedTuple):
    """A form, and what becomes of a sound program, of an unsound one, and of an unsound one beside a sound block."""

    write: Callable[[str], str]
    sound: str = PASSES
    unsound: str = REFUSED
    beside: str = REFUSED


def _lines(code: str, pattern: str) -> str:
    return "\n".join(pattern.format(number, line) for number, line in enumerate(code.splitlines(), 1))


def _inline(code: str) -> str:
    return "Use " + " and then ".join(f"`{line}`" for line in code.splitlines()) + " in your endpoint."


def _table(code: str) -> str:
    return "| code | what it does |\n|---|---|\n" + _lines(code, "| {1} | step {0} of the program |")


FORMS = {
    # Blocks.
    "fence with the tag": Form("Here:\n```avap\n{}\n```\nDone.".format),
    "fence without a tag": Form("Here:\n```\n{}\n```\nDone.".format),
    "fence, tag in capitals": Form("```AVAP\n{}\n```".format),
    "fence, tag and title": Form("```avap title=main.avap\n{}\n```".format),
    "fence of another language": Form("```python\n{}\n```".format, beside=NOTED),
    "fence of a shell": Form("```bash\n{}\n```".format, beside=NOTED),
    "fence of JavaScript": Form("```js\n{}\n```".format, beside=NOTED),
    "fence of plain text": Form("```text\n{}\n```".format, beside=NOTED),
    "tildes": Form("~~~avap\n{}\n~~~".format),
    "five backticks": Form("`````avap\n{}\n`````".format),
    "fence never closed": Form("Here:\n```avap\n{}".format),
    "fence on the line of the text": Form("Here it is: ```avap\n{}\n```".format),
    "code on the line of the fence": Form("Here:\n```{}\n```".format),
    "code after the tag": Form("Here:\n```avap {}\n```".format),
    "full-width fence": Form("｀｀｀avap\n{}\n｀｀｀".format),
    "fence of quotation marks": Form("'''avap\n{}\n'''".format),
    "fence of acute accents": Form("´´´\n{}\n´´´".format),
    "zero-width characters in the fence": Form("`\u200b``avap\n{}\n``\u2060`".format),
    "no-break spaces before the fence": Form("\u00a0```avap\n{}\n\u00a0```".format),
    "CRLF": Form(lambda code: f"Here:\n```avap\n{code}\n```\nDone.".replace("\n", "\r\n")),
    "line separators": Form(lambda code: f"```avap\n{code}\n```".replace("\n", "\u2028")),
    "diff": Form(lambda code: f"```diff\n@@ -1 +1 @@\n-addVar(x, 1)\n{_lines(code, '+{1}')}\n```"),
    "page of Markdown in a block": Form("````markdown\n# Program\n```avap\n{}\n```\n````".format),
    "fence in a list": Form(lambda code: f"1. Write this:\n   ```avap\n{_lines(code, '   {1}')}\n   ```"),
    "fence in a quotation": Form(lambda code: f"> ```avap\n{_lines(code, '> {1}')}\n> ```"),
    "fence in a list in a quotation": Form(lambda code: f"> - ```avap\n{_lines(code, '>   {1}')}\n>   ```"),
    "pre": Form("<pre>\n{}\n</pre>".format),
    "pre, never closed": Form("Here:\n<pre>{}".format),
    "pre and code with a class": Form(
        lambda code: f'<pre><code class="language-avap">{html.escape(code)}</code></pre>'
    ),
    "code over several lines": Form("<code>\n{}\n</code>".format),
    # Lines of their own.
    "the program alone": Form("{}".format),
    "text before": Form("Here is the program:\n\n{}".format),
    "text after": Form("{}\n\nIt reads a parameter and returns it.".format),
    "text right before and after": Form("Here is the program:\n{}\nIt reads a parameter and returns it.".format),
    "after a heading": Form("## Program\n{}".format),
    "after the name of the language": Form("avap\n{}".format),
    "after the name of a speaker": Form("Assistant: {}".format),
    "indented": Form(lambda code: "Here:\n\n" + _lines(code, "    {1}")),
    "indented by tabs": Form(lambda code: "Here:\n\n" + _lines(code, "\t{1}")),
    "quotation": Form(lambda code: "Here:\n\n" + _lines(code, "> {1}")),
    "text between the lines": Form(
        lambda code: "First:\n\n" + code.replace("\n", "\n\nThen comes the next line, which is this one:\n\n")
    ),
    "backticks around each line": Form(lambda code: "Here:\n\n" + _lines(code, "`{1}`")),
    "backticks around all lines": Form("Here:\n\n`{}`".format),
    "HTML-escaped": Form(lambda code: "Here:\n\n" + html.escape(code)),
    "HTML lines": Form(lambda code: "<p>Here:</p>\n" + _lines(code, "<div>{1}</div>")),
    "HTML breaks": Form(lambda code: "Here:<br>" + code.replace("\n", "<br>")),
    "several commands on a line": Form(
        lambda code: code.replace("\n", "; "), sound=REFUSED
    ),
    "other spaces as line breaks": Form(lambda code: code.replace("\n", "\x0b")),
    # Data.
    "JSON": Form(lambda code: json.dumps({"code": code, "language": "avap"})),
    "JSON in a block": Form(lambda code: "```json\n" + json.dumps({"code": code}, indent=2) + "\n```"),
    "JSON in the text": Form(lambda code: "Here you are: " + json.dumps({"files": [{"body": code}]}) + " Done."),
    "JSON with a fence inside": Form(lambda code: json.dumps({"answer": f"Here:\n```avap\n{code}\n```"})),
    "JSON in JSON": Form(lambda code: json.dumps({"answer": json.dumps({"code": code})})),
    # Lines of lists: a program where the answer has no other, and else named in passing.
    "numbered lines": Form(lambda code: _lines(code, "{0:>3} | {1}"), beside=NOTED),
    "lines of a diff": Form(lambda code: _lines(code, "+{1}"), beside=NOTED),
    "prompts": Form(lambda code: _lines(code, "avap> {1}"), beside=NOTED),
    "arrows": Form(lambda code: _lines(code, "➡️ {1}"), beside=NOTED),
    # Commands named in passing: they make no program, and are not checked.
    "inline": Form(_inline, NOTED, NOTED, NOTED),
    "inline in HTML": Form(
        lambda code: "Use <code>" + code.replace("\n", "</code> and <code>") + "</code>.", NOTED, NOTED, NOTED
    ),
    "numbered list": Form(lambda code: _lines(code, "{0}. `{1}`"), beside=NOTED),
    "bullet list": Form(lambda code: _lines(code, "- {1}"), beside=NOTED),
    "headings": Form(lambda code: _lines(code, "### `{1}`\nStep {0} of the program."), beside=NOTED),
    "bold": Form(lambda code: _lines(code, "**{1}**"), beside=NOTED),
    "table": Form(_table, NOTED, NOTED, NOTED),
    "sentence": Form(
        lambda code: "Write " + code.replace("\n", " and then ") + " in your endpoint.", NOTED, NOTED, NOTED
    ),
    # Broken code of commands that the sound block beside it has, too.
    "inline, never closed": Form(
        lambda code: f"In production write `{code.splitlines()[-1][:-1]}, getEnv(,` instead.", NOTED, NOTED, NOTED
    ),
    "numbered list, never closed": Form(
        lambda code: _lines(code.replace(")", ",,"), "{0}. {1}"), REFUSED, REFUSED, NOTED
    ),
    "labels, never closed": Form(
        lambda code: _lines(code.replace(")", ",,"), "Step {0}: {1}"), REFUSED, REFUSED, NOTED
    ),
    "JSON cut short": Form(lambda code: json.dumps({"code": code})[:-2], NOTED, NOTED, NOTED),
    # Code in another encoding is told, and never a program: nobody can run it as it stands.
    "base64": Form(lambda code: base64.b64encode(code.encode()).decode(), NOTED, NOTED, NOTED),
    "full-width characters": Form(
        lambda code: code.translate({c: c + 0xFEE0 for c in range(0x21, 0x7F)}), NOTED, NOTED, NOTED
    ),
    "percent signs": Form(lambda code: "Open /run?code=" + quote(code), NOTED, NOTED, NOTED),
    "escaped line ends": Form(lambda code: json.dumps(code)[1:-1], REFUSED, REFUSED, REFUSED),
    # Where the recognition ends: told where the answer has nothing else, and not seen beside a sound block.
    "empty block": Form(lambda _: "```avap\n\n```", NOTED, NOTED, PASSES),
    "text alone": Form(lambda _: "The reference does not say how.", NOTED, NOTED, PASSES),
    "block of comments": Form(lambda _: "```avap\n// nothing to do\n```", PASSES, PASSES, PASSES),
}  # fmt: skip
