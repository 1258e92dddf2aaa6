"""Extracts names, tax numbers and addresses from one line of a document."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.language.labels import normalize

ID_LABEL = (
    r"(?:cnpj(?: ?/ ?(?:cpf|mf))?|cpf(?: ?/ ?cnpj)?|nif(?: ?/ ?cif)?|cif(?: ?/ ?nif)?|n\.?i\.?f\.?|"
    r"c\.?i\.?f\.?|nipc|contribuinte(?: n\.?[oº°])?|r\.?u\.?c\.?|"
    r"r\.?f\.?c\.?|r\.?u\.?t\.?|c\.?u\.?i\.?[tl]\.?|n\.?i\.?t\.?|c\.?n\.?p\.?j\.?|"
    r"c\.?p\.?f\.?|vat(?: (?:id|no\.?|number|reg(?:istration)?\.?(?: (?:no\.?|"
    r"number))?))?|ein|fein|tax ?id(?:entification)?(?: (?:no\.?|number))?|tin|abn|gstin(?: ?/ ?uin)?|"
    r"id fiscal|tax reg\.?(?: no\.?)?)"
)
_OF_SIDE = (
    r"(?:\s(?:do |da |del? )?(?:receptor|emisor|cliente|destinatari[oa]|fornecedor|emitente|comprador|tomador|"
    r"prestador|proveedor|customer|buyer|client|supplier|seller|vendor))?"
)
_ID = re.compile(
    rf"(?<![^\W_]){ID_LABEL}{_OF_SIDE}(?:\s*+(?:n\.?[oº°]|no\.?|\#|"
    rf"number))?\s*+(?:[:.\-–\#]\s*+)?"
    rf"((?:[a-z]{{2,4}} ?)?(?=[\w./ -]{{0,8}}\d)[a-z0-9&ñ](?:[\w.&/-]*\w)?"
    rf"(?: (?:\d{{2,4}}|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{{2,4}})(?!\w))*)"
)
_UNLABELLED_ID = re.compile(
    r"(?<![\w./-])(?:[a-z0-9]{2}\.[a-z0-9]{3}\.[a-z0-9]{3}/[a-z0-9]{4}-\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2}|"
    r"[a-hj-np-suvw]-?\d{7}[0-9a-j]|\d{8}-?[a-hj-np-tv-z]|[xyz]-?\d{7}-?[a-z])(?![\w/-])"
)
_FIELD_AFTER_NAME = re.compile(
    rf"(?<![^\W_])(?:{ID_LABEL}\s*[:.\-–\#]?\s*(?:[a-z]{{0,3}}[- ]?\d|$)|(?:i\.?e\.?|inscr(?:icao|"
    rf"\.)? ?(?:est(?:adual|\.)?|mun(?:icipal|\.)?)?|insc|tel(?:efone|efono|\.)?|tfno\.?|fone|phone|fax|"
    rf"e-?mail|cep|endereco|address|direccion|domicilio|morada|end\.|site|web)\s*[:.\-–\#\d])"
)
SUFFIX = re.compile(
    r"(?<![^\W_])(?:ltda|s/?a|s\.a\.?(?:s\.?)?|sas|spa|s\.?l\.?u?|eireli|epp|me|mei|inc|llc|ltd|"
    r"limited|corp(?:oration)?|co|company|gmbh|b\.?v|lda|unipessoal|"
    r"s\.? ?de ?r\.?l\.?(?: de c\.?v\.?)?|s\.?a\.? de c\.?v|s\.?r\.?l|e\.?i\.?r\.?l|s\.?a\.?c|plc|llp|"
    r"& (?:sons|filhos|hijos)|s\.?c\.?|"
    r"a/s|oyj?|aps|pty|sarl|s\. ?coop|coop|s\.?p\.?r\.? de r\.?l|(?:as|ab|ag|kg|nv)(?=\W*$))\.?(?![^\W_])"
)
ADDRESS = re.compile(
    r"\b(?:rua|av\.?|avenida|calle|street|st\.?|road|rd|ave|suite|praca|plaza|rodovia|alameda|travessa|"
    r"bairro|blvd|drive|lane|pkwy|way|pol\. ind)(?=[\s.,]|$)|(?:^|[\s,])(?:c/|r\.|col\.)\s?\w|"
    r"\b\d{5}\b|\b\d{4}-\d{3}\b"
)
EDGES = " ,;:-–|()/\"'*#=_"


def name_words(text: str) -> str:
    """Return the text before a tax number, a telephone number or the like."""
    cut = _FIELD_AFTER_NAME.search(normalize(text))
    text = text[: cut.start()] if cut else text
    bare = _UNLABELLED_ID.search(normalize(text))
    text = text[: bare.start()] if bare else text
    return re.split(r"\s{3,}|\t|\s[|–—]\s|\s-\s(?=\s*$)", text.strip())[0].strip(EDGES)


def split_name_address(words: str) -> tuple[str, str]:
    """Split a name from the address after it, at a comma that no legal form follows."""
    for comma in re.finditer(r",\s*", words):
        rest = words[comma.end() :]
        if not SUFFIX.match(normalize(rest)) and (
            re.search(r"\d", rest) or ADDRESS.search(normalize(rest)) or len(rest.split()) > 3
        ):
            return words[: comma.start()], rest
    return words, ""


def find_tax_id(text: str) -> str:
    """Return the first tax number of a line: after its label, or by a format that only one country uses."""
    plain = normalize(text)
    for match in _ID.finditer(plain):
        value = text[match.start(1) : match.end(1)].strip(" .,-/")
        if sum(char.isdigit() for char in value) >= 6:
            return value
    bare = _UNLABELLED_ID.search(plain)
    return text[bare.start() : bare.end()] if bare else ""
