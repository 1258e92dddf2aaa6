"""What the documents say is true: links lead somewhere, what they name exists, and what is generated is current.

That their Python and their commands run is in `test_pages.py`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from fingerpost.reading.declaration import declare
from tests.page_runner import blocks

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
    *sorted(DOCS.rglob("*.md")),
]


@pytest.mark.parametrize("page", ["how-to/apps.md", "explanation/reading.md"])
def test_declarations_in_the_documents_are_sound(page: str) -> None:
    declarations = blocks((DOCS / page).read_text(encoding="utf-8"), "toml")
    assert declarations
    assert all(declare(tomllib.loads(block.body)).actions for block in declarations)


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
_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Return the names by which the headings of a page can be linked to, as GitHub and the site make them."""
    plain = [
        re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in _HEADING.findall(re.sub(r"(?s)```.*?```", "", text))
    ]
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in plain}


def dead_links(pages: list[Path]) -> list[str]:
    """Return the links of pages to files and headings that do not exist, as PAGE: LINK."""
    dead = []
    for page in pages:
        for target, anchor in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
            if "://" in target or target.startswith("mailto:"):
                continue
            file = page.parent / target if target else page
            if not file.exists():
                dead.append(f"{page.name}: {target}")
            elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
                dead.append(f"{page.name}: {target}#{anchor}")
    return dead


def test_links_lead_somewhere() -> None:
    assert len(PAGES) >= 40
    assert dead_links(PAGES) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text(
        "# `[[routes]]`\n\n## What is guaranteed, and how\n\n```text\n# no heading\n```\n", encoding="utf-8"
    )
    sound = "[a](other.md) [b](other.md#routes) [c](other.md#what-is-guaranteed-and-how) [d](https://example.com/x)"
    page.write_text(f"{sound} `[e](gone.md)`", encoding="utf-8")
    assert dead_links([page]) == []
    page.write_text("[a](gone.md) [b](other.md#gone) [c](#gone) [d](other.md#no-heading)", encoding="utf-8")
    assert dead_links([page]) == [
        "page.md: gone.md",
        "page.md: other.md#gone",
        "page.md: #gone",
        "page.md: other.md#no-heading",
    ]


def word_count(text: str) -> int:
    """Return the words that a person reads in a page: without code, tables and addresses."""
    prose = re.sub(r"(?s)```.*?```", "", text)
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "#", "<!--"))]
    return len(re.findall(r"\w+", re.sub(r"\]\([^)]*\)", "]", "\n".join(lines))))


def test_the_readme_is_one_screen_and_a_half() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 200 < word_count(text) <= 450
    assert len(text.splitlines()) <= 90
    assert "AVAP" not in text


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
