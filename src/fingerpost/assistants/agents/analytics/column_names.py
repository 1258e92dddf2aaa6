"""Reads the names of columns and tables: the words of a name, and what they say in three languages.

In the lists, `telef*` stands for every word that begins so; the others are whole words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from fingerpost.assistants.agents.analytics.allowlist import GENERAL, stem
from fingerpost.language.text import fold

_PARTS = re.compile(r"[^\W\d_]+")
_HUMPS = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Ý])|(?<=[A-Z])(?=[A-Z][a-z])")

KEY_WORDS = frozenset(
    ("id", "ids", "uid", "uuid", "guid", "cod", "codigo", "code", "cd", "num", "numero", "number", "no", "nr", "nro",
     "key", "fk", "pk", "clave", "chave", "ref", "idx")
)  # fmt: skip
"""Words that mark a column as a key or as a reference to one."""
_TABLE_MARKS = frozenset(["t", "tb", "tbl", "tab", "table", "tabla", "tabela", "vw"])
_GLUED = re.compile(r"^(?:id|cod|fk)(?=\w{3})|(?<=\w{3})(?:id|cod)$")

PERSONAL = (
    "email* mail* correo* e_mail phone* tel telef* tlf tlfn tfno tfn fone* movil* mobile* cel celular* cellphone"
    " whatsapp fax address* addr* direcc* dir domicil* ender* endereco* logradouro calle rua street* cep zip* postal"
    " surname* lastname* apellid* ape apel sobrenom* ssn dni nif nie nit rut curp rfc cpf cnpj rg"
    " passport* pasaport* passaport*"
    " docum* doc birth* nasc* nacim* nac dob born passw* pwd senha* contrasen* token* secret* hash salt iban iin"
    " coleg* licen* ip latitud* longitud* lat lng"
)
"""Words of columns that hold something personal, or a secret."""
PERSONAL_PAIRS = (
    "full name", "first name", "last name", "given name", "family name", "user name", "nombre completo",
    "nome completo", "primer nombre", "primeiro nome", "card number", "numero tarjeta", "numero cartao",
    "account number", "numero cuenta", "numero conta",
)  # fmt: skip
STAFF = "hire* hired admis* admit* salar* sueldo* wage* job"
"""Words of columns that only tables of people have, beside the personal ones."""
_AGENTS = re.compile(
    r"(?:[aeinstd]or|ora|[aei]ri[oa]|ist|ista|eir[oa]|er[oa]|er|ee|ad[oa]|[aei]nte?|ian|mbro|log[oa])$"
)
"""Endings of words for people by what they do, in the singular: `profesor`, `veterinario`, `dentista`, `employee`."""
_PEOPLE = (
    "people person* persona* pessoa* member* miembro* membro* socio* alumn* alun* student* user* usuari* client*"
    " customer* pacient* patient* emplead* amig* medic* doctor* doutor* chef* staff guest* huesped*"
    " hospede* coach* tutor*"
)

NAMES = (
    "name nombre nome", "title titulo", "denominacion denominacao razon razao", "descr descrip* descricao desc label",
)  # fmt: skip
"""Words of columns that name a row, the best first."""
SURNAMES = "surname* lastname* apellid* ape apel sobrenom*"


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded: `idCliente`, `ID_CLIENTE` and `id cliente` give the same."""
    return tuple(_PARTS.findall(fold(_HUMPS.sub("_", name))))


def says(words: Iterable[str], known: str) -> bool:
    """Return whether one of some words is in a list."""
    whole, starts = _listed(known)
    return any(word in whole or word.startswith(starts) for word in words)


def is_personal_name(name: str) -> bool:
    """Return whether the name of a column says that it holds something personal or secret."""
    words = words_of(name)
    spoken = " ".join(words)
    return says(words, PERSONAL) or any(pair in spoken for pair in PERSONAL_PAIRS)


def is_table_of_people(name: str) -> bool:
    """Return whether a table is plainly one of people: `clientes` or `tbl_users`, not `client_types`."""
    words = [word for word in words_of(name) if word not in _TABLE_MARKS]
    return len(words) == 1 and says(words, _PEOPLE)


def means_people(name: str) -> bool:
    """Return whether a name may mean people: `professores`, `members`, `vendedor`."""
    for word in words_of(name):
        single = word.removesuffix("s").removesuffix("e") if word.endswith("ores") else word.removesuffix("s")
        if says((word,), _PEOPLE) or (len(single) > 4 and _AGENTS.search(single)):
            return True
    return False


def has_key_word(name: str) -> bool:
    """Return whether a name has a word such as `id` or `cod`, also glued to another."""
    words = words_of(name)
    return any(word in KEY_WORDS for word in words) or any(_GLUED.search(word) for word in words)


@lru_cache(maxsize=200_000)
def closeness(column: str, table: str) -> int:
    """Return how near the name of a column comes to that of a table: 0 is not at all, 5 is the whole name.

    The words of the column without `id`, `cod` and the like are compared: the same words (5), the table's name with a
    word before it (`emprest_aluno`, 4), only one of its words (`venta_id` of `ventas_tienda`, 3), a beginning of the
    word (`prop`, 2), or its letters with some left out (`mbr`, 1).
    """
    # Of 400 tables nearly all are told apart by their first letters.
    if not _initials(table) & _initials(column):
        return 0
    marked = has_key_word(column)
    of_table = tuple(word for word in words_of(table) if word not in _TABLE_MARKS) or words_of(table)
    best = 0
    for words in _without_key_words(words_of(column)):
        best = max(best, _closeness(words, of_table, marked))
    return best


def _closeness(words: tuple[str, ...], table: tuple[str, ...], marked: bool) -> int:
    stems, of_table = tuple(map(stem, words)), tuple(map(stem, table))
    if not stems or not of_table:
        return 0
    if stems[-len(of_table) :] == of_table:
        return 5 if stems == of_table else 4
    if stems[-1] in GENERAL:
        return 0
    if marked and (stems == of_table[: len(stems)] or stems == of_table[-1:]):
        return 3
    return _abbreviates(words, table)


def _abbreviates(words: tuple[str, ...], table: tuple[str, ...]) -> int:
    """Return 2 where the words are beginnings of those of a table, 1 where they leave letters out."""
    if len(words) == len(table) > 1 and all(map(str.startswith, table, words)):
        return 2
    # Of several words the last one is the table, and the others say in what part: `home_loc`.
    short, full = words[-1], table[0]
    if not 3 <= len(short) < len(full) or len(words) > 1 < len(table):
        return 0
    return 2 if full.startswith(short) else int(_leaves_letters_out(short, full))


def _leaves_letters_out(short: str, full: str) -> bool:
    """Return whether a word is another with letters left out, mostly vowels: `mbr` of `members`."""
    if short[0] != full[0] or sum(letter in "aeiou" for letter in short) > 1:
        return False
    letters = iter(full)
    return all(letter in letters for letter in short)


@lru_cache(maxsize=20_000)
def _initials(name: str) -> frozenset[str]:
    """Return the first letters of the words of a name, with and without `id` and `cod` glued to them."""
    words = words_of(name)
    return frozenset(word[0] for word in (*words, *(_GLUED.sub("", word) for word in words)) if word)


def _without_key_words(words: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    yield tuple(word for word in words if word not in KEY_WORDS)
    if any(_GLUED.search(word) for word in words):
        yield tuple(_GLUED.sub("", word) for word in words if word not in KEY_WORDS)


@lru_cache(maxsize=100)
def _listed(known: str) -> tuple[frozenset[str], tuple[str, ...]]:
    parts = known.split()
    starts = tuple(part[:-1] for part in parts if part.endswith("*"))
    return frozenset(part for part in parts if not part.endswith("*")), starts
