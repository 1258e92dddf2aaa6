"""Names of things in a list as people write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from fingerpost.assistants.miniapps.reading.fillers import ARTICLES, PLACES, trimmed
from fingerpost.assistants.miniapps.reading.remarks import is_no_name, is_remark, without_remark
from fingerpost.language.text import fold
from fingerpost.language.tokens import Word, at, glued, listed, words_of

MOST_NAMES = 500
LONGEST_NAME = 200

_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")
_LINE_END = re.compile("\r\n?|[\u2028\u2029\x85]")
_BULLET = re.compile(r"\s{0,20}(?:[-*•·–—>+]\s+|[•·]|\(?\d{1,3}[.)]\s+|\(?\d{1,3}\)|[a-zA-Z]\)\s+|\[[ xX]?\]\s*)")
_NUMBERED = re.compile(r"(?:^|(?<=\s))(\d{1,3})[.)]\s+")
_DASHED = re.compile(r"\s[-•*·]\s")
_PART = re.compile(
    r'"(?P<a>[^"\n]{1,200})"|“(?P<b>[^“”\n]{1,200})”|«(?P<c>[^«»\n]{1,200})»|‘(?P<e>[^‘’\n]{1,200})’(?!\w)'
    r"|(?<![\w'])'(?P<d>[^'\n]{1,200})'(?![\w'])|`(?P<f>[^`\n]{1,200})`"
    r"|(?P<bracket>\([^()\n]{1,200}\))"
    r"|(?P<sign>[;\n、，]|(?<!\d),|,(?!\d)|\s[+|/]\s|\s?(?:→|->|=>)\s?|•)"
    r"|(?P<stop>(?<=[^\W\d_]{4})\.\s+(?=[^\W\d_])|[?!]\s+(?=[^\W\d_]))"
)
_INTRO = re.compile(r"([^\n:]{1,80}):(?=\s)")
_INTRO_WORDS = listed("""these those following places place list venues people names items things spots friends
    must sees musts stops wishlist imprescindibles imperdibles paradas imperdíveis
    estos estas siguientes lugares sitios lista personas nombres cosas gente amigos participantes
    estes estas seguintes pessoas nomes coisas locais itens add agrega añade adiciona adicione""")
_A_KIND = re.compile(
    r"\s*(?:(?:and|y|e|plus|also|tambi[ée]n|tamb[ée]m)\s+)?(?:(?:an?|una?|uma?|the|el|la|o)\s+)?([^\W\d_]{3,20}):\s+(?=(?-i:[A-ZÀ-Þ]))",
    re.IGNORECASE,
)
"""What kind of place a name is said to be before a colon: "a hotel: Casa Andina"."""
_CALLED = re.compile(
    r"^\s*(?:(?:an?|the|that|this|un[ao]?|el|la|um|uma|o|aquel|aquele|aquela)\s+)(?:[^\W\d_]+\s+){1,3}?"
    r"(?:called|named|llamad[oa]|que se llama|chamad[oa]|que se chama)\s+(?=\S)",
    re.IGNORECASE,
)
"""What a name is said to be the name of: "a coffee place called Quentin"."""
_AND = listed("and y e & und")
_TOGETHER = frozenset(
    tuple(pair.split())
    for pair in """bed breakfast|arts crafts|arts sciences|fish chips|rock roll|gin tonic|bar grill|bar restaurant
    bar restaurante|cafe restaurante|hotel spa|science industry|science technology|ciencia tecnologia|artes ciencias
    house garden|salt pepper|art design|victoria albert|pan vino|sol sombra|mar montana|arte diseno|arte cultura
    ciencia tecnica|heart soul|black white|food wine|cafe bar|oil vinegar|mac cheese|natural history""".replace(
        "\n", "|"
    ).split("|")
)
"""Words that an "and" between them keeps together."""
_PEOPLE = listed("""me i you him her yo tú mí él ella eu você vc ele ela mim
    ana anna maria marta laura lucia sofia carmen elena paula sara sarah julia clara alice emma olivia mia eva isabel
    beatriz bia carla claudia daniela camila valentina fernanda gabriela leticia larissa amanda bruna juliana mariana
    patricia raquel rosa silvia teresa andrea cristina lola pilar nuria ines joana rita kate katie lisa lucy mary jane
    jenny jess jessica emily chloe zoe grace helen nina nora
    luis juan jose pedro carlos miguel angel javier david daniel pablo sergio jorge alberto manuel antonio francisco
    paco pepe diego andres alejandro fernando ricardo rafael rafa raul roberto joao tiago thiago bruno lucas mateus
    matheus gustavo felipe rodrigo leandro marcelo marcos vitor rui nuno paulo
    bob rob tom tim jim joe john jon james jack sam dan mike mark matt nick ben alex max leo adam chris steve paul
    peter pete george harry oscar hugo ivan martin simon kevin ryan ian luke noah liam ali omar""")
"""First names, and words for people: written small, "ana and bob" are two."""


def read_names(text: str) -> list[str]:
    """Return the things that a text names, spelled as the person did."""
    text = _CONTROL.sub(" ", _UNSEEN.sub("", _LINE_END.sub("\n", text)))
    names: list[str] = []
    for name in _named(text):
        if name:
            names.append(name)
            if len(names) >= MOST_NAMES:
                break
    return names


def _named(text: str) -> Iterator[str]:
    lines = [line for line in _numbered_apart(_without_intro(text)).split("\n") if line.strip()]
    bulleted = [_BULLET.match(line) for line in lines]
    if sum(map(bool, bulleted)) > 1:
        # Each line is one thing, with its commas: "1. Fushimi Inari, Kyoto".
        for line, bullet in zip(lines, bulleted, strict=True):
            if bullet:
                yield _name(line[bullet.end() :])
            elif not line.rstrip().endswith(":"):
                yield from _listed(line)
        return
    if bulleted and bulleted[0]:
        lines[0] = lines[0][bulleted[0].end() :]
    yield from _listed("\n".join(lines))


def _without_intro(text: str) -> str:
    """Return a text without what announces the list: "these places: …"."""
    intro = _INTRO.match(text)
    if intro and any(word.folded in _INTRO_WORDS for word in words_of(intro[1])):
        return text[intro.end() :]
    kind = _A_KIND.match(text)
    return text[kind.end() :] if kind and fold(kind[1]) in PLACES else text


def _numbered_apart(text: str) -> str:
    """Put the things of "1. A 2. B 3. C" and "- A - B" on lines of their own."""
    marks = list(_NUMBERED.finditer(text))
    if len(marks) > 1 and [int(mark[1]) for mark in marks[:3]] == [1, 2, 3][: len(marks)]:
        return _NUMBERED.sub(lambda mark: "\n" + mark[0], text)
    stripped = text.lstrip()
    if stripped[:2] in ("- ", "• ", "* ", "· ") and "\n" not in text and _DASHED.search(stripped[1:]):
        return _DASHED.sub(lambda mark: "\n" + mark[0].strip() + " ", stripped)
    return text


def _listed(text: str) -> Iterator[str]:
    """Return the names between commas, lines and other signs; quoted ones and brackets stay whole."""
    pieces: list[tuple[str, list[str]]] = []
    begin = 0
    quoted: list[str] = []
    for part in _PART.finditer(text):
        if part["sign"] or part["stop"]:
            pieces.append((text[begin : part.start()], quoted))
            begin, quoted = part.end(), []
        elif not part["bracket"]:
            quoted.append(part[0])
        if len(pieces) > MOST_NAMES * 4:
            break
    else:
        pieces.append((text[begin:], quoted))
    pieces = [(without_remark(_CALLED.sub("", piece)), quotes) for piece, quotes in pieces if piece.strip(" .!?\t")]
    # What follows a name may be said of it: "the zoo, kids r begging".
    pieces = [piece for place, piece in enumerate(pieces) if not place or piece[1] or not is_remark(piece[0])]
    for number, (piece, quotes) in enumerate(pieces, 1):
        if quotes:
            yield from _quoted(piece, quotes)
        else:
            yield from _joined(piece, 1 < number == len(pieces))


def _quoted(piece: str, quotes: list[str]) -> Iterator[str]:
    """Return the quoted names of a piece; where other words stand beside one, all of it is a name."""
    rest = piece
    for quote in quotes:
        rest = rest.replace(quote, " , ", 1)
    left = [word for part in rest.split(" , ") for word in _name(part).split() if word.lower() not in _AND]
    if left:
        yield _name(piece)
    else:
        yield from (_tidy(quote[1:-1]) for quote in quotes)


def _joined(piece: str, last_of_list: bool) -> Iterator[str]:
    """Return the names that "and" joins: where both sides look like names, and at the end of a list with commas."""
    words = words_of(piece)
    start, end = trimmed(words, 0, len(words))
    opening = min((n for n in range(start, end) if words[n].text == "("), default=end)
    places = [
        n for n in range(start + 1, end - 1) if words[n].folded in _AND and _stands_apart(words, n) and n < opening
    ]
    listing = last_of_list and words and words[0].folded not in _AND
    cuts = []
    begin = start
    for n, beyond in pairwise([*places, end]):
        if (words[n - 1].folded, words[n + 1].folded) in _TOGETHER:
            continue
        alike = _looks_named(words, begin, n) and _looks_named(words, n + 1, min(end, n + 20))
        small = words[n].text != "&" and _are_people(words, begin, n, beyond)
        if alike or small or (listing and n == places[-1]) or (len(places) > 1 and words[n].text != "&"):
            cuts.append(n)
            begin = n + 1
        if len(cuts) > MOST_NAMES:
            break
    begin = start
    for n in [*cuts, end]:
        yield without_remark(_within(piece, words, begin, n))
        begin = n + 1


def _stands_apart(words: list[Word], place: int) -> bool:
    return not glued(words, place) and not glued(words, place + 1)


def _looks_named(words: list[Word], start: int, end: int) -> bool:
    """Whether a part begins as names do: with a capital, or with an article of its own."""
    if start < end - 1 and words[start].folded in ARTICLES:
        return True
    start, end = trimmed(words, start, end)
    return start < end and (words[start].is_capital or words[start].is_digits)


def _are_people(words: list[Word], start: int, place: int, end: int) -> bool:
    """Whether one word stands on either side, and one of them is a person's."""
    alone = place - start == 1 and end - place == 2
    return alone and (at(words, start) in _PEOPLE or at(words, place + 1) in _PEOPLE)


def _name(text: str) -> str:
    words = words_of(text)
    return _within(text, words, 0, len(words))


def _within(text: str, words: list[Word], start: int, end: int) -> str:
    """Return the name among these words, as it is written."""
    start, end = trimmed(words, start, end)
    name = _tidy(text[words[start].start : words[end - 1].end]) if start < end else ""
    return "" if is_no_name(name) else name


def _tidy(text: str) -> str:
    return " ".join(text[: 4 * LONGEST_NAME].split())[:LONGEST_NAME].strip()
