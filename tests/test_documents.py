"""What the README says is true: its Python runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fingerpost.reading.declaration import declare

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = Path(sys.executable).with_name("fingerpost")


MINIAPPS = (ROOT / "docs" / "how-to" / "apps.md").read_text(encoding="utf-8")
READING = (ROOT / "docs" / "explanation" / "reading.md").read_text(encoding="utf-8")
EXPLANATIONS = (ROOT / "docs" / "how-to" / "explanations.md").read_text(encoding="utf-8")


def _blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("code", [*_blocks("python"), *_blocks("python", MINIAPPS), *_blocks("python", EXPLANATIONS)])
def test_python_in_the_readme_runs(code: str) -> None:
    if "langgraph" in code or "assistant" in code:
        pytest.importorskip("langgraph", reason="this block needs the extra fingerpost[answer]")
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own README


@pytest.mark.parametrize("declaration", [*_blocks("toml", MINIAPPS), *_blocks("toml", READING)])
def test_declarations_in_the_documents_are_sound(declaration: str) -> None:
    assert declare(tomllib.loads(declaration)).actions


@pytest.mark.slow
def test_commands_in_the_readme_run(tmp_path: Path) -> None:
    texts = [
        "my coat arrived torn",
        "when will it get here",
        "what fabric is that scarf",
        "see you",
        "pago duplicado en mi tarjeta",
    ]
    routes = ["refund", "shipping", "product", "chat", "refund"]
    rows = "".join(f'{{"text": "{t}", "expected": "{r}"}}\n' for t, r in zip(texts, routes, strict=True))
    (tmp_path / "rows.jsonl").write_text(rows, encoding="utf-8")
    labelled = "".join(f'{{"text": "sample {w} {r}", "label": "{r}"}}\n' for r in "ab" for w in ("one", "two", "three"))
    (tmp_path / "labelled.jsonl").write_text(labelled, encoding="utf-8")
    ran, environment = [], dict(os.environ)
    for line in "".join(_blocks("console")).splitlines():
        if line.startswith("$ export "):
            name, _, value = line.removeprefix("$ export ").partition("=")
            environment[name] = value
        if not line.startswith("$ fingerpost "):
            continue
        words = shlex.split(line[2:])
        if words[1] == "eval":
            # Five rows prove that the command works, not how good the template is.
            words[words.index("--fail-under") + 1] = "0.1"
        if words[1] == "diff":
            _copy_with_three_more(tmp_path)
        done = subprocess.run(
            [COMMAND, *words[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (line, done.stderr)
        ran.append(words[1])
    assert set(ran) == {
        "new", "route", "ask", "graph", "audit", "eval", "diff", "train", "rag", "doctor", "demo-data"
    }  # fmt: skip
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!")


def _copy_with_three_more(folder: Path) -> None:
    new = folder / "shop-with-three-more-examples"
    new.mkdir()
    for file in (folder / "shop").iterdir():
        (new / file.name).write_bytes(file.read_bytes())
    with (new / "examples.jsonl").open("a", encoding="utf-8") as out:
        for text in ("the scarf ripped, refund it", "duplicate charge on my card", "regresar una bufanda rota"):
            out.write(f'{{"text": "{text}", "route": "refund"}}\n')


def _names_in(text: str) -> set[str]:
    """Return the names of variables that a text has, each whole."""
    return set(re.findall(r"(?<!\w)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)", text))


def test_every_variable_is_documented_and_the_example_file_is_sound() -> None:
    from fingerpost.settings import VARIABLES, Settings, declared_sections

    declared = {name for section in declared_sections() for name in section.variables}

    documented = _names_in((ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8"))
    assert sorted((VARIABLES | declared) - {"FINGERPOST_DATA"} - documented) == []
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [], "a copy sets nothing by itself"
    given = dict(line.removeprefix("# ").split("=", 1) for line in lines if re.match("# OLLAMA_(URL|MODEL_NAME)", line))
    del given["OLLAMA_MODEL_NAME_CLASSIFIER"]
    settings = Settings.from_environment(given)
    assert settings.slots["main"].model == settings.slots["classifier"].model == "qwen3:1.7b"
    assert settings.slots["conversational"].model == "qwen3:0.6b"
    offered = {line.lstrip("# ").partition("=")[0] for line in lines if re.match(r"#? ?[A-Z_]+=", line)}
    read = _names_in((ROOT / "src" / "fingerpost" / "settings.py").read_text(encoding="utf-8"))
    families = (
        "OLLAMA_", "OPENAI_", "DATABASE_URL", "FINGERPOST_", "ELASTICSEARCH_", "AVAP_PARSER_", "PARSER_CB_", "RELEVANCE_",
    )  # fmt: skip
    assert offered
    assert [name for name in sorted(offered) if not name.startswith(families)] == []
    assert [
        name for name in sorted(offered - read - VARIABLES - declared) if not name.startswith(("OLLAMA_", "OPENAI_"))
    ] == []


def test_a_longer_name_does_not_document_a_shorter_one() -> None:
    assert _names_in("| `FINGERPOST_LEARN_AFTER` | `DATABASE_URL=x` |") == {"FINGERPOST_LEARN_AFTER", "DATABASE_URL"}


_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def test_links_lead_somewhere() -> None:
    links = [
        (file, target)
        for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for target in re.findall(r"\]\(([^)#]+)\)", _CODE.sub("", file.read_text(encoding="utf-8")))
        if "://" not in target
    ]
    assert len(links) >= 10
    assert [f"{file.name}: {target}" for file, target in links if not (file.parent / target).exists()] == []


REPOSITORY_FOLDERS = ("tests", "docs", "scripts", "benchmarks")
"""Folders that a document names from the repository; all else is named from the package."""


def missing_paths(text: str, repository: Path) -> list[str]:
    """Return the source files that a text names in backticks and that do not exist.

    `NAME` stands for every assistant. A bare file name may also be one of a folder that its line names, or of an
    assistant ("its `app.py`").
    """
    package = repository / "src" / "fingerpost"
    missing = []
    for line in text.splitlines():
        named = re.findall(r"`([\w./-]+)`", line)
        folders = [package / (name if name.endswith("/") else name.rpartition("/")[0]) for name in named]
        for name in named:
            if not name.endswith((".py", ".toml", ".proto")):
                continue
            if "NAME" in name.split("/"):
                assistants = [file.parent.name for file in (package / "assistants").glob("*/__init__.py")]
                found = bool(assistants) and all(
                    (package / name.replace("NAME", assistant)).is_file() for assistant in assistants
                )
            elif name.split("/")[0] in REPOSITORY_FOLDERS:
                found = (repository / name).is_file()
            elif "/" in name:
                found = (package / name).is_file()
            else:
                found = any((folder / name).is_file() for folder in (package, repository, *folders)) or any(
                    (package / "assistants").rglob(name)
                )
            if not found:
                missing.append(name)
    return missing


def test_every_file_that_the_architecture_names_exists() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    assert text.count(".py`") > 100
    assert missing_paths(text, ROOT) == []


def test_a_file_that_was_moved_away_is_found_in_the_architecture(tmp_path: Path) -> None:
    package = tmp_path / "src" / "fingerpost"
    held = ("types.py", "routing/cascade.py", "routing/layers/memo.py", "assistants/one/routebook.toml")
    for name in (*held, "assistants/one/__init__.py", "assistants/two/__init__.py", "assistants/one/shop/app.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).touch()
    sound = (
        "`types.py`, `routing/cascade.py`, in its `app.py`\n| one layer | `routing/layers/` (`memo.py`) |\n`make x.py`"
    )
    assert missing_paths(sound, tmp_path) == []
    moved = (
        "`kinds.py` `routing/memo.py` `server/x.proto` `tests/test_a.py`\n"
        "`memo.py` lies in a folder that this line does not name\n"
        "`assistants/NAME/routebook.toml`"
    )
    assert missing_paths(moved, tmp_path) == [
        "kinds.py", "routing/memo.py", "server/x.proto", "tests/test_a.py", "memo.py", "assistants/NAME/routebook.toml",
    ]  # fmt: skip


def test_the_page_of_modules_is_up_to_date() -> None:
    """`make modules` writes it."""
    from scripts.list_modules import FILE, listing

    assert FILE.read_text(encoding="utf-8") == listing()
