"""`fingerpost import`: the routebook that it writes is taken by check, route and eval; what was left out is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import command

DATA = Path(__file__).parents[1] / "data" / "imports"


@pytest.mark.parametrize(
    ("name", "first", "message", "route"),
    [
        ("semantic_router_1.yaml", "3 routes, 18 examples.", "please renew my books", "renew_loan"),
        ("semantic_router_0.json", "3 routes, 18 examples.", "please renew my books", "renew_loan"),
        ("rasa_nlu.yml", "5 routes, 18 examples, 2 words with synonyms.", "what is my balance please", "check_balance"),
    ],
)
def test_check_route_and_eval_take_what_it_writes(
    name: str, first: str, message: str, route: str, tmp_path: Path
) -> None:
    made = command("import", DATA / name, "--to", "bank", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.splitlines()[0] == f"Wrote ./bank: {first}"
    assert "Not taken over:\n" in made.stdout
    assert command("check", "./bank", cwd=tmp_path).returncode == 0
    assert command("route", "--routebook", "./bank", message, cwd=tmp_path).stdout.startswith(f"{route}  ")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(f'{{"text": "{message}", "expected": "{route}"}}\n')
    scored = command("eval", rows, "--routebook", "./bank", cwd=tmp_path)
    assert (scored.returncode, scored.stderr) == (0, "")
    assert "accuracy\t1.0000" in scored.stdout


def test_without_a_folder_the_name_of_the_file_is_taken_and_nothing_is_overwritten(tmp_path: Path) -> None:
    assert "Wrote ./rasa_nlu: " in command("import", DATA / "rasa_nlu.yml", cwd=tmp_path).stdout
    again = command("import", DATA / "rasa_nlu.yml", cwd=tmp_path)
    assert again.returncode == 2
    assert "rasa_nlu: exists already: choose another name" in again.stderr


def test_a_file_that_cannot_be_used_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("routes: [{name: a, utterances: [hi]}]\n")
    done = command("import", file, "--to", "shop", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fingerpost: {file}: has one label: at least two are needed\n"
    assert list(tmp_path.iterdir()) == [file]
    assert "no such file" in command("import", "none.csv", "--to", "shop", cwd=tmp_path).stderr
