"""The example project of a mini-app: its conversations in three languages, its actions and views, and its size."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from benchmarks.third_apps import NOTHING, RIGHT, WRONG, judged

from fingerpost.assistants.miniapps.framework.commands import reader_of
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Question, Refusal, State
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.language.money import Money
from fingerpost.reading import Held, load
from fingerpost.routebook.apps import AppEvent
from fingerpost.settings import Settings
from moving_house.app import APP
from moving_house.views import VIEWS
from tests.decisions import app_of, opens

ROOT = Path(__file__).parent.parent.parent
PROJECT = ROOT / "examples" / "moving-house"
SENTENCES = Path(__file__).with_name("moving_house_sentences.json")
MOST_LINES = 600
ACTIONS = {action.name: action for action in APP.actions}
SOFA, MIRROR, BOOKS = 1, 2, 3


def done(state: State, action: str, **values: Any) -> Any:
    return ACTIONS[action].do(state, {"language": "en", **values})


def after(state: State, *steps: tuple[str, dict[str, Any]]) -> State:
    """Return the state after actions; each has to do something."""
    for action, values in steps:
        event = done(state, action, **values)
        assert isinstance(event, AppEvent), (action, event)
        state = APP.apply(state, event)
    return state


MOVE = after(APP.start, ("add", {"new": ["sofa", "mirror", "books"]}), ("room", {"things": [SOFA], "room": "the hall"}))


def said_of(action: str, language: Language = "en", **values: Any) -> str:
    event = done(MOVE, action, **values)
    assert isinstance(event, AppEvent), event
    return APP.say(MOVE, APP.apply(MOVE, event), event, language)


def seen(view: str, state: State, text: str = "", language: Language = "en") -> str:
    told, parts = next(one for one in VIEWS if one.name == view).show(state, text, language, date(2026, 11, 17))
    return "\n".join([told, *(part.text for part in parts)])


# Conversations, with the real reader.

TALKS: dict[str, list[tuple[str, str, str]]] = {
    "en": [
        ("add the sofa, the mirror and the books", "T", "Added sofa, mirror and books."),
        ("the mirror is fragile", "T", "mirror → fragile."),
        ("the books are in box 3", "T", "books → box 3."),
        ("Ana takes care of the sofa", "T", "sofa → Ana."),
        ("undo", "T", "I took the last change back."),
        ("mark the books as packed", "T", "Packed: books."),
        ("what is left to pack?", "N", "2 left to pack."),
        ("we're moving on 12 December", "T", "12 Dec."),
        ("remove the mirror", "T", "Removed mirror."),
        ("help", "M", "the books are in box 4"),
        ("done", "M", "The move is saved."),
    ],
    "es": [
        ("agrega el escritorio y la silla", "T", "Añadí escritorio y silla."),
        ("la silla va en el salón", "T", "silla → salón."),
        ("vendemos el escritorio", "T", "escritorio → se vende."),
        ("el escritorio a 40 euros", "T", "40 €."),
        ("empaqué la silla", "T", "Empacado: silla."),
        ("deshaz", "T", "deshice el último cambio"),
        ("¿qué falta por empacar?", "N", "Por empacar: 1."),
        ("resumen", "N", "En venta: 40 €."),
        ("borra toda la lista", "T", "¿Seguro?"),
        ("si", "T", "Quité todo (2 cosas)."),
        ("listo", "M", "La mudanza queda guardada."),
    ],
    "pt": [
        ("adiciona o sofá e as cadeiras", "T", "Adicionei sofá e cadeiras."),
        ("as cadeiras vao na caixa 7", "T", "cadeiras → caixa 7."),
        ("tira as cadeiras da caixa", "T", "cadeiras: agora sem caixa."),
        ("o sofá é pesado", "T", "sofá → pesado."),
        ("embalei o sofá", "T", "Embalado: sofá."),
        ("nota do sofá: vai sem os pés", "T", "Anotado em sofá: vai sem os pés"),
        ("o que está embalado?", "N", "Embalado: 1."),
        ("desfaz", "T", "desfiz a última mudança"),
        ("renomeia as cadeiras para banquetas", "T", "cadeiras agora se chama banquetas."),
        ("cancela", "M", "Fechei a mudança"),
    ],
}
OPENINGS = {"en": "plan our move", "es": "planea la mudanza", "pt": "planeja a mudança"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_conversation(language: Language) -> None:
    talk = Talk(APP)
    await talk.say(OPENINGS[language], opens=APP.id)
    for text, intent, wanted in TALKS[language]:
        assert wanted in shown(await talk.say(text, intent)), text


async def test_it_runs_in_the_routebook_once_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")
    from fingerpost.answering.assistant import Assistant

    installed = tmp_path / "moving_house-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: moving-house\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text("[fingerpost.apps]\nmoving_house = moving_house.app:APP\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    settings = Settings(cache=tmp_path / "cache", database=f"sqlite:///{tmp_path}/store.sqlite", traces="off")
    assistant = Assistant.open("miniapps", settings)
    opened = await assistant.ask("plan our move", session="s1", user="ana")
    assert (app_of(opened.decision), opens(opened.decision)) == ("moving_house", True)
    added = await assistant.ask("agrega el escritorio y la silla", session="s1", user="ana")
    assert added.text == "Añadí escritorio y silla."
    talk = await assistant.ask("why do mirrors bring bad luck?", session="s1", user="ana")
    assert app_of(talk.decision) is None
    await assistant.close()


# What it does and says.


@pytest.mark.parametrize(
    ("action", "values", "told"),
    [
        ("add", {"new": ["rug"], "room": "the hall", "box": 2.0}, "Added rug (hall, box 2)."),
        ("room", {"things": [MIRROR], "room": "attic"}, "mirror → attic."),
        ("box", {"things": [MIRROR, BOOKS], "box": 4}, "mirror and books → box 4."),
        ("who", {"things": [SOFA], "who": "me"}, "sofa → you."),
        ("care", {"things": [MIRROR], "care": "fragile"}, "mirror → fragile."),
        ("fate", {"things": [SOFA], "fate": "donate"}, "sofa → to donate."),
        ("price", {"things": [SOFA], "price": {"cents": 6000, "currency": "EUR"}}, "sofa → for sale, €60."),
        ("arrived", {"things": [SOFA]}, "Arrived: sofa."),
        ("note", {"things": [SOFA], "text": "{no} legs"}, "Noted for sofa: {no} legs"),
        ("rename", {"thing": SOFA, "name": "couch"}, "sofa is now called couch."),
        ("clear", {"room": "Hall"}, "Removed sofa."),
        ("clear", {}, "Removed all 3 things. “undo” brings them back."),
        ("moving_day", {"date": "2026-12-12"}, "Move on Sat 12 Dec."),
    ],
)
def test_what_is_said_of_a_change(action: str, values: dict[str, Any], told: str) -> None:
    assert said_of(action, **values) == told
    assert all(said_of(action, language, **values) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("set_to", "taken_back"),
    [
        (("packed", {}), ("not_packed", {})),
        (("box", {"box": 3}), ("no_box", {})),
        (("who", {"who": "Ana"}), ("nobody", {})),
        (("care", {"care": "heavy"}), ("care", {"care": "plain"})),
        (("fate", {"fate": "throw"}), ("fate", {"fate": "keep"})),
    ],
)
def test_what_is_set_can_be_taken_back(set_to: tuple[str, Any], taken_back: tuple[str, Any]) -> None:
    things = {"things": [MIRROR]}
    changed = after(MOVE, (set_to[0], {**things, **set_to[1]}))
    assert changed != MOVE
    event = done(changed, taken_back[0], **things, **taken_back[1])
    assert APP.apply(changed, event) == MOVE
    assert all("{" not in APP.say(changed, MOVE, event, language) for language in LANGUAGES)
    assert isinstance(done(MOVE, taken_back[0], **things, **taken_back[1]), Refusal), "that is how it is already"


@pytest.mark.parametrize("box", [0, -1, 2.5, 1000, 1e300])
def test_a_box_that_cannot_be_is_asked_for(box: float) -> None:
    for action, values in (("box", {"things": [SOFA]}), ("add", {"new": ["rug"]})):
        asked = done(MOVE, action, box=box, **values)
        assert isinstance(asked, Question)
        assert (asked.missing, asked.values) == ("box", values)


@pytest.mark.parametrize("cents", [0, -500, 10**12])
def test_a_price_that_cannot_be_is_asked_for(cents: int) -> None:
    asked = done(MOVE, "price", things=[SOFA], price={"cents": cents, "currency": ""})
    assert isinstance(asked, Question)
    assert asked.missing == "price"


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("add", {"new": ["the SOFA"]}),
        ("add", {"new": [" "]}),
        ("room", {"things": [SOFA], "room": " "}),
        ("rename", {"thing": SOFA, "name": "Mirror"}),
        ("remove", {"things": [99]}),
        ("clear", {"room": "nowhere"}),
        ("note", {"things": [SOFA], "text": ""}),
    ],
)
def test_what_cannot_be_done_is_refused(action: str, values: dict[str, Any]) -> None:
    refused = done(MOVE, action, **values)
    assert isinstance(refused, Refusal)
    assert all(refused.said[language] for language in LANGUAGES)


def test_views() -> None:
    state = after(
        MOVE,
        ("packed", {"things": [BOOKS]}),
        ("box", {"things": [BOOKS], "box": 10}),
        ("box", {"things": [MIRROR], "box": 9}),
        ("who", {"things": [SOFA], "who": "me"}),
        ("who", {"things": [MIRROR], "who": "Ana"}),
        ("price", {"things": [SOFA], "price": {"cents": 6000, "currency": "EUR"}}),
    )
    heading = "Move · 3 things, 1 packed"
    assert seen("list", state, "show me the list").startswith(f"Here is your move.\n{heading}\n1. ○ sofa (hall, you, ")
    assert seen("list", state, "what goes in the hall?").startswith("hall: 1 thing.")
    assert seen("list", state, "what does Ana have?") == "Ana: 1 thing.\nAna\n2. ○ mirror (box 9, Ana)"
    assert seen("list", state, "the books") == f"✓ books (box 10)\n{heading}\n3. ✓ books (box 10)"
    assert seen("left", state).startswith("1 left to pack.")
    assert seen("arrived", state).startswith("Nothing has arrived yet.")
    boxes = [line for line in seen("by box", state).splitlines() if line.endswith(":")]
    assert boxes == ["box 9:", "box 10:", "no box:"]
    assert (
        seen("by box", state, "qué hay en la caja número 10", "es") == "caja 10: 1 cosa.\ncaja 10\n3. ✓ books (caja 10)"
    )
    assert seen("by box", state, "what is in box 77?") == "Nothing there: box 77."
    assert "you:" in seen("by person", state)
    assert seen("leaves", state).startswith("Not coming along: 1.")
    assert seen("recap", state).startswith(f"{heading}. 1 left to pack. For sale: €60.")
    for view in VIEWS:
        for language in LANGUAGES:
            assert "{" not in seen(view.name, state, "", language)
            assert seen(view.name, APP.start, "", language)


# What is declared, and how it is read.


def test_all_that_is_declared_can_be_done() -> None:
    declared = load(APP.declaration)
    assert set(declared.actions) == {*ACTIONS, "view"}
    assert len(declared.actions) >= 18
    asked = [one.ask for action in declared.actions.values() for one in action.parameters.values() if one.required]
    assert all(set(ask) == set(LANGUAGES) for ask in asked)


def test_each_action_has_eight_to_twelve_examples_in_three_languages() -> None:
    lines = (APP.declaration.parent / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len({row["text"] for row in rows}) == len(rows)
    for action in (*ACTIONS, "view"):
        languages = Counter(row["lang"] for row in rows if action in row["actions"])
        assert set(languages) == set(LANGUAGES), action
        assert 8 <= languages.total() <= 12, action


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with amounts in units of their currency."""
    return {name: one.cents / 100 if isinstance(one, Money) else one for name, one in values.items()}


def test_sentences_of_another_voice_are_read_or_left_alone() -> None:
    content = json.loads(SENTENCES.read_text(encoding="utf-8"))
    reader, counted = reader_of(APP), Counter[str]()
    held, today = Held(content["items"], content["people"]), date.fromisoformat(content["today"])
    for row in content["sentences"]:
        wanted = {name: value for name, value in row.items() if name != "say"} if row["do"] else None
        commands = reader.read(row["say"], held, today).commands
        counted[judged(tuple(one._replace(values=plain(one.values)) for one in commands), wanted)] += 1
    # Measured: 23 right, none wrong, 17 not read; a nearby training of the reader may differ by a few.
    assert counted[RIGHT] >= 20, counted
    assert counted[WRONG] <= 2, counted
    assert counted[NOTHING] <= 20, counted


# Its size.


def lines_of(project: Path) -> int:
    """Return the lines of Python and TOML of a project."""
    files: Iterable[Path] = (file for file in project.rglob("*") if file.suffix in {".py", ".toml"})
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def test_it_is_written_in_600_lines() -> None:
    assert 300 < lines_of(PROJECT) <= MOST_LINES


def test_a_line_too_many_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "app.py").write_text("x = 1\n" * MOST_LINES)
    (tmp_path / "examples.jsonl").write_text("{}\n" * 9)
    assert lines_of(tmp_path) == MOST_LINES
    (tmp_path / "actions.toml").write_text("name = 'x'\n")
    assert lines_of(tmp_path) > MOST_LINES


def test_the_readme_is_short_and_names_two_commands() -> None:
    lines = (PROJECT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 15
    assert [line[2:].split()[0] for line in lines if line.startswith("$ ")] == ["pip", "fingerpost"]
