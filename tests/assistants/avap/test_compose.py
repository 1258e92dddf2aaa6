"""Programs that are composed for requests: the pieces, how they connect, and requests that are refused."""

from __future__ import annotations

import re

import pytest

from fingerpost.assistants.avap import compose as composing
from fingerpost.assistants.avap.compose import FOLDER, compose, piece_table, wanted_commands
from fingerpost.assistants.avap.parser import COMMANDS, check
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.validators import RequestPart

CALL = re.compile(r"(\w+)\(([^\n]*)\)")


def request(text: str, *pages: str) -> list[RequestPart]:
    """Return a request with one clause per page, each nearest to it."""
    return [RequestPart(text, ()), *(RequestPart(page, ((page, 0.6),)) for page in pages)]


@pytest.mark.parametrize("name", piece_table().pieces)
def test_every_piece_is_sound_and_uses_its_command_as_the_pages_do(name: str) -> None:
    code = compose(request("do it", name))
    assert check(code).valid
    page = (FOLDER / "knowledge" / "commands" / f"{name}.md").read_text(encoding="utf-8")
    counts = {len(_arguments(call[2])) for block in fenced_blocks(page) for call in CALL.finditer(block.code)
              if call[1] == name}  # fmt: skip
    own = [len(_arguments(call[2])) for call in CALL.finditer(code) if call[1] == name]
    assert own
    assert set(own) <= counts


def _arguments(text: str) -> list[str]:
    return re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\[[^\]]*\]|\([^)]*\)", "x", text).split(",")


def test_a_piece_that_is_not_sound_makes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = piece_table()
    broken = table.pieces["encodeMD5"]._replace(lines=["encodeMD5({taken})"])
    pieces = {**table.pieces, "encodeMD5": broken}
    monkeypatch.setattr(composing, "piece_table", lambda: table._replace(pieces=pieces))
    assert compose(request("do it", "encodeMD5")) == ""
    monkeypatch.undo()
    assert compose(request("do it", "encodeMD5"))


def test_variables_connect_from_the_parameter_to_the_answer() -> None:
    code = compose(request("read the parameter password and hash it", "addParam", "encodeSHA256"))
    assert code == 'addParam("password", password)\nencodeSHA256(password, digest)\naddResult(digest)'


def test_pieces_come_in_the_order_of_what_they_do() -> None:
    code = compose(request("json with the date", "AddvariableToJSON", "getDateTime"))
    assert code.splitlines()[1:] == ['AddvariableToJSON("now", now, object)', "addResult(object)"]


def test_a_parameter_selects_what_is_queried() -> None:
    code = compose(request("lê o parâmetro id e consulta a tabela barcos", "ormDirect"))
    assert 'addParam("id", id)' in code
    assert "FROM barcos WHERE id = ${key}" in code


@pytest.mark.parametrize(
    ("text", "pages", "used"),
    [
        ("count from 3 to 7", ["startLoop"], "startLoop(n, 3, 7)"),
        ("recorre la lista", ["startLoop", "itemFromList"], "itemFromList(items, i, element)"),
        ("si falla responde", ["RequestGet", "try"], "exception(error)"),
        ("if it is missing, say so", ["RequestGet"], "if(response, None, \"==\")"),
        ("se for maior que 18, diz que sim", ["if"], 'if(value, 18, ">=")'),
        ("create the table boats if it does not exist", ["ormCheckTable"], "CREATE TABLE boats"),
        ("a function", ["function"], "return(result)"),
        ("in parallel", ["go"], "gather(task, 10)"),
        ("GET /boats", ["ormDirect"], 'registerEndpoint("/boats"'),
        ("call https://x.example.com/a and return the field price", ["RequestGet"], 'variableFromJSON(response, "price"'),
        ("cuántos barcos hay", ["ormDirect"], "getListLen(rows, amount)"),
        ("nach den Datumsangaben", ["dates-and-times"], "getDateTime("),
    ],
)  # fmt: skip
def test_blocks_and_what_the_words_of_a_request_imply(text: str, pages: list[str], used: str) -> None:
    code = compose(request(text, *pages))
    assert used in code
    assert check(code).valid


def test_the_nearest_page_names_the_command_and_a_far_one_does_not() -> None:
    near = [RequestPart("a", ()), RequestPart("hash it", (("encodeMD5", 0.4), ("encodeSHA256", 0.5)))]
    assert wanted_commands(near) == ["encodeSHA256"]
    far = [RequestPart("open a window", (("if", 0.2),)), RequestPart("a window", (("if", 0.2),))]
    assert compose(far) == "", "refused"
    assert compose([]) == ""


def test_what_is_denied_is_not_wanted() -> None:
    parts = [RequestPart("a", ()), RequestPart("sem SQL nenhum", (("ormDirect", 1.0),)),
             RequestPart("SQL nenhum", (("ormDirect", 1.0),)), RequestPart("guardar", (("ormAccessInsert", 0.5),))]  # fmt: skip
    assert wanted_commands(parts) == ["ormAccessInsert"]


def test_a_request_for_an_endpoint_is_not_one_to_register_it() -> None:
    parts = [RequestPart("write an endpoint", (("registerEndpoint", 0.45),)),
             RequestPart("an endpoint", (("registerEndpoint", 0.45),))]  # fmt: skip
    assert wanted_commands(parts) == []


def test_pages_name_only_commands() -> None:
    named = {name for names in composing._commands_of_pages().values() for name in names}
    assert named <= {*COMMANDS, "function", "return"}
    assert len(named) > 30


@pytest.mark.parametrize(
    ("text", "pages", "used"),
    [
        ("read the parameters name and price and insert them", ["ormAccessInsert"], 'ormAccessInsert("name, price", [name, price]'),
        ("com os parâmetros cliente, produto e total", ["addParam", "ormAccessInsert"], "[cliente, produto, total]"),
        ("lee los parámetros usuario y clave, cifra la clave", ["addParam", "encodeSHA256"], "encodeSHA256(clave, digest)"),
        ("un JSON con el nombre y el email recibidos como parámetros", ["addParam", "AddvariableToJSON"],
         'AddvariableToJSON("nombre", nombre, object)\nAddvariableToJSON("email", email, object)'),
        ("read two numbers a and b and return their sum", ["addParam"], "total = float(a) + float(b)"),
        ("multiplica los números a y b", ["addParam"], "total = float(a) * float(b)"),
        ("recorre la lista y deja las mayores de 18", ["startLoop"], 'if(element, 18, ">")'),
        ("return those below 5", ["getListLen"], 'if(element, 5, "<")'),
        ("go through it and count how many are over 100", ["RequestGet", "startLoop"], "getListLen(chosen, total)"),
        ("soma de 1 até 100", ["addVar"], "startLoop(n, 1, 100)"),
        ("call it and if it fails answer 500", ["RequestGet"], "exception(error)"),
        ("lee el parámetro fecha y da formato", ["addParam", "stampToDatetime"], "fecha_number = int(fecha)"),
        ("register GET /ping", [], 'registerEndpoint("/ping"'),
    ],
)  # fmt: skip
def test_several_values_filters_and_failures(text: str, pages: list[str], used: str) -> None:
    code = compose(request(text, *pages))
    assert used in code
    assert check(code).valid


def test_the_existence_of_a_table_is_asked_only_under_a_condition() -> None:
    near = RequestPart("store it in the table boats", (("ormCheckTable", 0.5), ("ormAccessInsert", 0.4)))
    assert wanted_commands([RequestPart("store it in the table boats", ()), near]) == ["ormAccessInsert"]
    asked = RequestPart("create the table boats if it is missing", ())
    assert "ormCheckTable" in wanted_commands([asked, near])


def test_an_endpoint_without_a_name_and_a_list_are_no_parameters() -> None:
    assert composing.said_names("take a list of prices") == []
    assert composing.said_names("read the parameter id and return it") == ["id"]
    assert composing.said_names("recibe producto y cantidad como parámetros") == ["producto", "cantidad"]


def test_a_page_whose_phrase_a_clause_says_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [RequestPart("a", ()), RequestPart("recorre la lista", (("getListLen", 0.4), ("startLoop", 0.3)))]
    assert wanted_commands(parts) == ["startLoop"]
    monkeypatch.setattr(composing, "asked_shares", lambda clause: {})
    assert wanted_commands(parts) == ["getListLen"], "by the search alone"
