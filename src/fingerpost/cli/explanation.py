"""Print an explanation: the line for people, then a table with everything that speaks for and against."""

from __future__ import annotations

from fingerpost.cli import output
from fingerpost.routing.explanation.model import FOR, Explanation, ModelWord, Strangeness, WhatIf

MAX_ROWS = 8
"""Words and n-grams that are printed, those that weigh most; JSON has all of them."""

_HIDDEN = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def print_explanation(told: Explanation, route: str, routebook: str) -> None:
    """Print the line, the table, and the trail; what a person wrote is printed as text, never as terminal codes.

    `route`: the route with its qualifier or app; `routebook`: the name of the routebook that decided.
    """
    output.print_line(output.escape(visible(told.summary)))
    output.print_line()
    rows = [[part, visible(what), value] for part, what, value in _rows(told, route)]
    output.print_table(["part", "what", "value"], rows, wide=[1, 2])
    output.print_line()
    steps = [[who, visible(said), f"{milliseconds:.2f}"] for who, said, milliseconds in told.steps]
    output.print_table(["layer", "result", "ms"], steps, wide=[1])
    for note in told.notes:
        output.print_line(output.escape(visible(note)))
    output.print_line(output.escape(f"Decided by routebook {routebook}; explained in {told.seconds:.1f} s."))


def visible(text: str) -> str:
    """Return a text with control characters and marks of direction written out, such as `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else _HIDDEN.get(char) or char.encode("unicode_escape").decode() for char in text
    )


def _rows(told: Explanation, route: str) -> list[tuple[str, str, str]]:
    rows = [("decided by", told.cause.said, _decided(told, route)), *_cause_rows(told)]
    rows += [("probability", route, f"{probability:.2f}") for route, probability in told.probabilities]
    if told.against is not None:
        rows.append(("runner-up", told.against, f"{_distance(told):.2f} behind"))
    if told.bar is not None:
        reached = "reached" if told.bar.reached else "not reached"
        rows.append(("bar", told.bar.source, f"{told.bar.confidence:.2f} of {told.bar.value:.2f}, {reached}"))
    if told.strangeness is not None:
        rows.append(("how like the examples", told.strangeness.verdict, _strangeness(told.strangeness)))
    shown = [effect for effect in told.words if effect.weighs != "neutral"][:MAX_ROWS]
    rows += [
        (f"word {effect.weighs}", effect.word, _without(effect.probability, effect.without))
        for effect in sorted(shown, key=lambda effect: effect.weighs != FOR)
    ]
    if told.shares is not None:
        shares = told.shares
        rows.append(
            (
                "score",
                f"of {told.explained} over {told.against}, in log-odds",
                f"meaning {shares.meaning:+.2f}, wording {shares.wording:+.2f}, context {shares.context:+.2f},"
                f" constant {shares.constant:+.2f}",
            )
        )
    rows += [("n-gram", f"{ngram.ngram} ({ngram.kind})", f"{ngram.weight:+.2f}") for ngram in told.ngrams[:MAX_ROWS]]
    for near in told.nearest:
        where = f"{near.file}:{near.line}" if near.file else ""
        marks = ", ".join(filter(None, [f"{near.likeness:.2f}", near.route, near.sameness, where]))
        rows.append(("example", near.text, marks))
    rows += [(f"guard {'fired' if g.fired else 'skipped'}", f"{g.guard} (to {g.to})", g.why) for g in told.guards]
    rows += [("what if", *_what_if(tried)) for tried in told.what_ifs]
    return rows


def _cause_rows(told: Explanation) -> list[tuple[str, str, str]]:
    rows, cause, continuation = [], told.cause, told.continuation
    if cause.pattern is not None:
        rows.append(("matched", cause.matched or "", f"by {visible(cause.pattern)}"))
    if continuation is not None:
        turn = continuation.turn or continuation.leans or ""
        sure = "" if continuation.probability is None else f", {continuation.probability:.2f}"
        rows.append(("continues", turn, f"{continuation.route or continuation.leans}{sure}"))
        if continuation.read_as:
            rows.append(("read as", continuation.read_as, ""))
    if told.layer == "llm" and cause.before is not None:
        rows.append(("classifier", cause.before, "agrees" if cause.agrees else "does not agree"))
    if told.model is not None:
        rows.append(("model's word", "accepted" if told.model.accepted else "not accepted", _model_word(told.model)))
    return rows


def _model_word(word: ModelWord) -> str:
    """Return why a model's word was accepted or not."""
    if word.estimate is None or word.needed is None:
        return word.kind.replace("_", " ")
    counted = f"right on {word.right} of {word.answers} examples in such cases"
    return f"{word.kind.replace('_', ' ')}: {counted}, {word.estimate:.2f} where {word.needed:.2f} is needed"


def _decided(told: Explanation, route: str) -> str:
    accepted = "accepted" if told.accepted else "not accepted"
    confidence = f"{told.confidence:.2f}, "
    if told.layer == "fallback" and told.strangeness is not None and told.strangeness.verdict == "belongs to no route":
        # The confidence is that of the classifier's guess, which was not taken.
        named = told.explained not in (None, told.route) and told.confidence >= output.WORTH_TELLING
        confidence = f"best guess {told.explained} {confidence}" if named else ""
    return f"{told.layer}: {route}, {confidence}{accepted}"


def _without(probability: float, without: float) -> str:
    """Return two probabilities with as many digits as it takes to see that they differ."""
    digits = next((n for n in (2, 3, 4) if f"{probability:.{n}f}" != f"{without:.{n}f}"), 5)
    return f"{probability:.{digits}f}, without it {without:.{digits}f}"


def _distance(told: Explanation) -> float:
    known = dict(told.probabilities)
    return known.get(told.explained or "", 0.0) - known.get(told.against or "", 0.0)


def _strangeness(strange: Strangeness) -> str:
    bounds = [
        f"{name} below {bound:.2f}"
        for name, bound in (("no route", strange.out_of_scope_below), ("doubtful", strange.doubtful_below))
        if bound is not None
    ]
    if strange.verdict == "belongs to no route" and strange.familiarity >= (strange.out_of_scope_below or 0.0):
        bounds.append("examples out of scope are likelier")
    return "; ".join([f"{strange.familiarity:.2f}", *bounds])


def _what_if(tried: WhatIf) -> tuple[str, str]:
    change = f"without {', '.join(tried.without)}" if tried.without else f"as an example of {tried.example_of}"
    sure = "" if tried.accepted else ", not accepted"
    same = "" if tried.changes else " (no change)"
    confidence = "" if tried.route is None else f", {tried.confidence:.2f}"
    return change, f"{tried.route or '(none)'}{confidence}{sure}{same}"
