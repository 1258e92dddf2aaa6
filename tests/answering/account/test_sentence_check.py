"""Right sentences about an account come through whole; wrong ones are corrected, or lose their wrong clause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.account_figures import FILE, checks, is_handled, is_kept
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.answering.account import sentence_check as check_module
from fingerpost.answering.account.claim_verification import ClaimVerdict
from fingerpost.answering.account.sentence_check import MAX_SENTENCE, AccountCheck
from fingerpost.answering.account.writing import number_text

ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
CALLS = "plan: Pro\ncalls used: 9000\ncalls limit: 10000\nrenews: 2025-07-01"


def said(data: str, sentence: str, question: str = "") -> str:
    return AccountCheck([data], question).check(sentence)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_statements_are_kept_or_corrected(row: dict[str, Any]) -> None:
    text = said(row["data"], row["statement"], row["question"])
    assert is_kept(row, text) if row["right"] else is_handled(row, text)


def test_most_wrong_statements_are_put_right_as_a_person_would() -> None:
    wrong = [row for row in ROWS if row["correct"]]
    exact = [row for row in wrong if said(row["data"], row["statement"], row["question"]) == row["correct"]]
    assert len(exact) / len(wrong) >= 0.9


def test_the_benchmark_notices_a_check_that_lets_everything_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AccountCheck, "check", lambda _, sentence: sentence)
    kept, handled, _, mended = checks(FILE)
    assert (kept.value, handled.value, handled.met, mended.value) == (1.0, 0.0, False, 1.0)


def test_the_benchmark_notices_a_check_that_lets_nothing_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AccountCheck, "check", lambda *_: "")
    kept, handled, _, mended = checks(FILE)
    assert (kept.value, kept.met, handled.value, mended.value, mended.met) == (0.0, False, 1.0, 0.0, False)


@pytest.mark.parametrize("file", sorted((FILE.parent / "accounts" / "open").iterdir()), ids=lambda file: file.stem)
def test_statements_by_another_author_are_kept_or_corrected(file: Path) -> None:
    kept, handled, *_ = checks(file)
    assert kept.value >= 0.94, kept.note
    assert handled.value >= 0.95, handled.note


def test_of_a_set_that_is_kept_apart_no_id_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "kept-apart" / "some.jsonl"
    file.parent.mkdir()
    row = {"id": "a-7", "data": CALLS, "statement": "You have 2,000 calls left.", "right": True}
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert [check.note for check in checks(file)][:1] == ["0 of 1"]


def test_wrong_statements_are_measured_again_as_their_writers_put_them_right(tmp_path: Path) -> None:
    file = tmp_path / "kept-apart" / "some.jsonl"
    file.parent.mkdir()
    wrong = {"data": CALLS, "statement": "You have 2,000 calls left.", "right": False}
    corrections = ("You have 1,000 calls left.", "You have 3,000 calls left.", "1,000", None)
    rows = [{"id": f"a-{number}", **wrong, "correct": correct} for number, correct in enumerate(corrections)]
    file.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    assert [check.note for check in checks(file)][-1:] == ["1 of 2"]


def test_the_benchmark_reads_another_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    row = {"id": "a", "data": CALLS, "statement": "You have 1,000 calls left.", "right": True}
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert [check.value for check in checks(file)][:1] == [1.0]


def test_a_changed_sentence_that_keeps_its_wrong_words_is_not_handled() -> None:
    row = {"statement": "You have 2,000 calls left.", "correct": "You have 1,000 calls left."}
    assert not is_handled(row, "So you have 2,000 calls left.")
    assert is_handled(row, "You have 1,000 calls left.")


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("You have used 9,000 calls, and 77 errors occurred.", "You have used 9,000 calls."),
        ("77 errors occurred, and you have used 9,000 calls.", "You have used 9,000 calls."),
        ("You have used 9,000 calls (77 errors), which is 90%.", "You have used 9,000 calls, which is 90%."),
        ("1. You have 2,000 calls left.\n", "1. You have 1,000 calls left.\n"),
        ("There were 77 errors.", ""),
        ("Call 555-1234 or write to help@example.com.", ""),
        ("All is well.", "All is well."),
        ("You have exceeded your limit.", ""),
        ("You have not exceeded your limit.", "You have not exceeded your limit."),
        ("You have no calls left.", ""),
        ("Te has quedado sin nada: la cuota está agotada.", ""),
        ("The year 2025 goes on.", "The year 2025 goes on."),
        ("The year 2031 goes on.", ""),
    ],
)
def test_only_what_is_wrong_is_left_out(sentence: str, kept: str) -> None:
    assert said(CALLS, sentence) == kept


def test_what_is_changed_is_counted() -> None:
    check = AccountCheck([CALLS], "")
    check.check("You have 2,000 calls left.")
    check.check("Your Gold plan has 77 errors, and 9,000 calls are used.")
    check.check("You have used 9,000 calls.")
    assert (check.corrected, check.left_out) == (1, 1)


def test_the_figures_of_a_question_may_be_repeated_but_state_nothing() -> None:
    question = "Do I have 2,000 calls left? Could I make 500 more calls?"
    assert said(CALLS, "Yes, you have 2,000 calls left.", question) == "Yes, you have 1,000 calls left."
    assert said(CALLS, "With 500 more calls you would have 500 left.", question) != ""


def test_a_sentence_without_end_is_left_out() -> None:
    assert said(CALLS, "calls " * MAX_SENTENCE) == ""


def test_a_judge_that_finds_everything_right_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_module, "judge", lambda *_: ClaimVerdict(True))
    wrong = [row for row in ROWS if not row["right"]]
    passed = [row for row in wrong if not is_handled(row, said(row["data"], row["statement"], row["question"]))]
    assert len(passed) > len(wrong) / 2


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("calls: 1240, 5000 allowed", "You made 1240 of 5000 calls."),
        ("calls: 1240. 5000 allowed.", "You made 1240 of 5000 calls."),
        ("[1240, 5000]", "You made 1240 calls."),
        ("calls 1240 of 5000", "You used 1240, 5000 are allowed."),
        ("due 2026-11-15", "It is due on November 15, 2026."),
        ("calls 3500", "You made 3.5k calls."),
        ("calls 3500000", "You made 3.5 million calls."),
        ("1_240 calls", "1240 calls."),
        ("1'250.00 CHF", "You owe 1250 CHF."),
        ("rate 1.5e6", "1,500,000 a day."),
        ("5GB", "You have 5 GB."),
        ("price 12.50 EUR", "It costs EUR12.50."),
        ("1.240 llamadas", "Llevas 1240 llamadas."),
        ("twenty calls", "You made twenty calls."),
        ("day,calls\nmonday,1240", "You made 1240 calls."),
    ],
)
def test_a_figure_that_was_sent_passes_however_it_is_written(source: str, answer: str) -> None:
    assert said(source, answer) == answer


@pytest.mark.parametrize(
    "answer",
    ["You owe EUR1299.", "USD9999 is due.", "You made nine thousand calls.", "Son doce mil.", "9999.\n", "9999. That is a lot.",
     "It costs 1250 EUR.", "São 12,50 milhões.", "It is 12.50 billion.", "That is 1.25 EUR.", ".75 of it", "9999) of it."],
)  # fmt: skip
def test_a_figure_that_nobody_sent_does_not_pass(answer: str) -> None:
    assert said("price 12.50 EUR", answer) != answer


_NOUNS = {
    "en": ("calls", "users", "tokens"),
    "es": ("llamadas", "usuarios", "tokens"),
    "pt": ("chamadas", "usuários", "tokens"),
}
_SENTENCES = {
    "en": ("You have used {used} of {limit} {thing}.", "You have {left} {thing} left.", "{share}% of the {thing} are used.", "That leaves {left} {thing}, {rest}% of the limit."),
    "es": ("Has usado {used} de {limit} {thing}.", "Te quedan {left} {thing}.", "Has usado el {share} % de los {thing}.", "Quedan {left} {thing}, el {rest} % del límite."),
    "pt": ("Você usou {used} de {limit} {thing}.", "Restam {left} {thing}.", "Você usou {share}% de {thing}.", "Restam {left} {thing}, {rest}% do limite."),
}  # fmt: skip
_FORMS = (
    "{thing} used: {used}\n{thing} limit: {limit}",
    '{{"{thing}": {{"used": {used}, "limit": {limit}}}}}',
    "You have used {used} of {limit} {thing}.",
    "resource,used,limit\n{thing},{used},{limit}",
    "- {thing}: {used} / {limit}",
)
_CASES = st.tuples(
    st.sampled_from(["en", "es", "pt"]), st.sampled_from(["en", "es", "pt"]), st.integers(0, 2), st.integers(0, 3),
    st.integers(0, 4), st.integers(20, 90_000), st.integers(1, 99),
)  # fmt: skip


def _generated(case: tuple[str, str, int, int, int, int, int]) -> tuple[str, str, dict[str, int], str, str]:
    """Return data, the form of a sentence, its values, the noun and the language of a generated case."""
    language, other, thing, sentence, form, limit, part = case
    used = min(max(round(limit * part / 100), 1), limit - 1)
    data = _FORMS[form].format(thing=_NOUNS[other][thing], used=used, limit=limit)
    share = round(used / limit * 100)
    values = {
        "used": used,
        "limit": limit,
        "left": limit - used,
        "share": share,
        "rest": round(100 - used / limit * 100),
    }
    return data, _SENTENCES[language][sentence], values, _NOUNS[language][thing], language


def _filled(form: str, values: dict[str, int], thing: str, language: str) -> str:
    return form.format(thing=thing, **{name: number_text(value, language) for name, value in values.items()})


@given(_CASES)
def test_right_statements_from_random_data_are_kept(case: tuple[str, str, int, int, int, int, int]) -> None:
    data, form, values, thing, language = _generated(case)
    sentence = _filled(form, values, thing, language)
    assert said(data, sentence) == sentence


@given(_CASES, st.integers(0, 1), st.integers(10, 60), st.booleans())
def test_the_same_with_a_figure_beyond_rounding_are_not(
    case: tuple[str, str, int, int, int, int, int], which: int, far: int, more: bool
) -> None:
    data, form, values, thing, language = _generated(case)
    names = [name for name in values if f"{{{name}}}" in form]
    name = names[which % len(names)]
    by = max(2, round(values[name] * far / 100))
    wrong = values[name] + by if more or values[name] < by else values[name] - by
    sentence = _filled(form, {**values, name: wrong}, thing, language)
    assert said(data, sentence) != sentence


def test_what_is_put_right_must_be_right_as_a_whole() -> None:
    """A figure that takes the place of two would be false in the second: the clause goes instead."""
    check = AccountCheck(["contacts: 1,900\ncontacts_limit: 2,500"], "")
    assert "600 cap" not in check.check("You can add 900 more contacts before reaching your 2,500 cap.")
    assert check.corrected == 0
    assert check.check("You have used 1,800 of your contacts.") == "You have used 1,900 of your contacts."
    assert check.corrected == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1" + "0" * 400])
def test_what_is_no_number_is_not_read(number: str) -> None:
    entry = f'{{"name": "Pro", "seats": {number}}}'
    check = AccountCheck([f'{{"plans": [{entry}], "credits": {number}, "users": 4}}'], "")
    assert check.check("You have 4 users.") == "You have 4 users."


@pytest.mark.parametrize(
    "claim", ["You have 3 seats left.", "You have 3 invoices overdue.", "Your 3 domains expire soon."]
)
def test_the_number_of_rows_is_of_what_they_are(claim: str) -> None:
    data = (
        '{"regions": [{"name": "Mexico", "calls": 5}, {"name": "Brazil", "calls": 7}, {"name": "Chile", "calls": 9}]}'
    )
    assert AccountCheck([data], "").check(claim) == ""


@pytest.mark.parametrize("days", [7, 30])
def test_a_time_in_a_key_is_none_until_a_date(days: int) -> None:
    data = '{"retention_30d": 5, "renewal_date": "2025-03-01", "today": "2025-02-20", "backup_window": "7d"}'
    assert "9" in AccountCheck([data], "").check("Your plan renews in 9 days.")
    assert f"{days}" not in AccountCheck([data], "").check(f"Your plan renews in {days} days.")
