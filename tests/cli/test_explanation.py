"""The printed explanation: the line first, the table after it, everything as JSON, and nothing that drives a terminal."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.cli.explanation import print_explanation, visible
from fingerpost.cli.new import ROUTEBOOK_TEMPLATE
from fingerpost.routing.explanation.model import Strangeness, WhatIf
from tests.cli.test_main import Run, run  # noqa: F401 - a fixture


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("plain “text” ñ", "plain “text” ñ"),
        ("red \x1b[31m", "red \\x1b[31m"),
        ("two\nlines\tand\r", "two\\nlines\\tand\\r"),
        ("\u202eright to left", "\\u202eright to left"),
        ("half \ud800", "half \\ud800"),
        ("[bold]not bold[/bold]", "[bold]not bold[/bold]"),
    ],
)
def test_control_characters_are_written_out(given: str, shown: str) -> None:
    assert visible(given) == shown


def test_the_line_comes_first_and_then_every_part(new_shop: Router, capsys: pytest.CaptureFixture[str]) -> None:
    told = new_shop.explain("quiero devolver el paquete que llegó roto")
    print_explanation(told, "refund", "shop")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == told.summary
    parts = [line.split("\t")[0] for line in lines]
    for part in ("decided by", "probability", "runner-up", "bar", "how like the examples", "word for", "word against", "score",
                 "n-gram", "example", "what if", "encoder", "student"):  # fmt: skip
        assert part in parts, part
    assert lines[-1].startswith("Decided by routebook shop; explained in ")


@pytest.mark.parametrize(
    ("strange", "shown"),
    [
        (Strangeness(1.5, 0.0, 1.0, "like the examples"), "1.50; no route below 0.00; doubtful below 1.00"),
        (Strangeness(-0.5, 0.0, None, "belongs to no route"), "-0.50; no route below 0.00"),
        (
            Strangeness(0.5, 0.0, None, "belongs to no route"),
            "0.50; no route below 0.00; examples out of scope are likelier",
        ),
        (Strangeness(0.5, None, None, "not estimated"), "0.50"),
    ],
)
def test_how_like_the_examples_is_told_with_its_bounds(
    new_shop: Router, capsys: pytest.CaptureFixture[str], strange: Strangeness, shown: str
) -> None:
    told = replace(new_shop.explain("my parcel never came", seconds=0.1), strangeness=strange)
    print_explanation(told, "shipping", "shop")
    assert f"how like the examples\t{strange.verdict}\t{shown}\n" in capsys.readouterr().out


def test_a_confidence_of_a_route_that_was_not_given_is_named(
    new_shop: Router, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = Strangeness(-0.5, 0.0, None, "belongs to no route")
    told = replace(
        new_shop.explain("my parcel never came", seconds=0.1),
        route=None,
        layer="fallback",
        accepted=False,
        confidence=0.95,
        strangeness=strange,
        what_ifs=(WhatIf("words", True, None, False, 0.93, without=("parcel",)),),
    )
    print_explanation(told, "(none)", "shop")
    printed = capsys.readouterr().out
    assert "\tfallback: (none), best guess shipping 0.95, not accepted\n" in printed
    assert "\twithout parcel\t(none), not accepted\n" in printed
    print_explanation(replace(told, confidence=0.01), "(none)", "shop")
    assert "\tfallback: (none), not accepted\n" in capsys.readouterr().out
    print_explanation(replace(told, explained=None), "(none)", "shop")
    assert "\tfallback: (none), not accepted\n" in capsys.readouterr().out


def test_what_a_person_wrote_is_printed_as_text(new_shop: Router, capsys: pytest.CaptureFixture[str]) -> None:
    told = new_shop.explain("TRK-123456 \x1b]0;title\x07 [bold]x[/bold] \u202e")
    print_explanation(told, "shipping", "shop")
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "\x07" not in printed


def test_markup_in_a_rule_is_printed_as_written(tmp_path: Path, run: Run) -> None:  # noqa: F811
    (tmp_path / "routebook.toml").write_text(
        '[[routes]]\nname = "a"\n[[routes]]\nname = "b"\n[[rules]]\nname = "r"\nroute = "a"\npatterns = [\'\\[bold\\].*\']\n'
    )
    (tmp_path / "examples.jsonl").touch()
    result = run("route", "--routebook", str(tmp_path), "the [bold]lamp[/bold]\x1b[2J", "--explain")
    assert result.code == 0
    assert "matches “[bold]lamp[/bold]" in result.out
    assert "\x1b" not in result.out


def test_json_has_everything(new_shop: Router, run: Run) -> None:  # noqa: F811
    folder = str(new_shop.routebook.folder)
    told = run("route", "--routebook", folder, "my parcel never came", "--explain", "--json").json
    assert told["route"] == told["explanation"]["route"] == "shipping"
    assert told["explanation"]["summary"].startswith("shipping, because ")
    assert told["explanation"]["nearest"][0]["line"] > 0
    plain = run("route", "--routebook", folder, "my parcel never came", "--json").json
    assert "explanation" not in plain
    assert plain.keys() == told.keys() - {"explanation"}


def test_a_message_of_a_session_is_explained(new_shop: Router, run: Run) -> None:  # noqa: F811
    result = run(
        "route", "--routebook", str(new_shop.routebook.folder), "--session", "s9", "my parcel never came", "--explain"
    )
    assert result.code == 0
    assert result.out.startswith("shipping, because ")


def test_the_sample_of_the_page_is_what_is_printed(
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Figures aside: they may differ in the last digit from machine to machine."""

    def words(text: str) -> str:
        return " ".join(re.sub(r"0\.\d+|\d+\.\d+", "0", text).split())

    page = (Path(__file__).parents[2] / "docs" / "how-to" / "explanations.md").read_text(encoding="utf-8")
    sample = next(block for block in re.findall(r"```text\n(.*?)```", page, re.DOTALL) if "tent" in block)
    line, table = sample.split("\n\n", 1)
    shutil.copytree(ROUTEBOOK_TEMPLATE, tmp_path / "shop")
    printed = run("route", "--routebook", "./shop", "does the tent come with pegs?", "--explain", cwd=tmp_path).out
    assert words(line) in words(printed)
    for row in table.splitlines()[1:-1]:
        cells = [words(cell.removesuffix("…")) for cell in re.split(r" {2,}", row)]
        assert any(all(cell in words(told) for cell in cells) for told in printed.splitlines()), row
