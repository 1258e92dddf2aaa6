"""What people put around a name that is no part of it: politeness, "too", "to my list", articles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.language import function_words
from fingerpost.language.function_words import PLURAL_INDEFINITE_ARTICLES, TO_THE
from fingerpost.language.tokens import Word, at, glued, listed, phrases

_LISTS = (
    # words before · whose · what
    ("to|on|onto|in|into|from|off|off of|out of|for", "the|my|our|this|that|your", "list|trip|plan|plans|itinerary|"
     "route|planner|trip planner|bill|bill split|split|group|tab|wishlist|todo list"),
    ("a|en|de|para|al|del", "la|mi|nuestra|nuestro|el|esta|este|tu|", "lista|viaje|plan|itinerario|ruta|cuenta|"
     "grupo|planificador"),
    ("a|à|na|no|ao|da|do|de|em|para|pra|pro|em|nesta|neste", "minha|nossa|nosso|meu|a|o|esta|este|", "lista|viagem|"
     "roteiro|plano|itinerário|conta|grupo|planejador"),
)  # fmt: skip


def _to_lists() -> Iterator[str]:
    for before, whose, what in _LISTS:
        for first in before.split("|"):
            for second in whose.split("|"):
                yield from (f"{first} {second} {third}" for third in what.split("|"))


_POLITE = """please|pls|plz|pretty please|kindly|thanks|thank you|thx|ty|cheers|por favor|porfa|porfis|porfavor|plis
    gracias|muchas gracias|mil gracias|pf|pfv|pfvr|se faz favor|faz favor|obrigado|obrigada|muito obrigado|brigado
    valeu|if you can|if possible|if you don't mind|would you|can you|could you|will you|when you can|si puedes
    si es posible|puedes|podrías|me puedes|se puder|se der|se possível|pode|poderia|você pode|vc pode|si podés|podés
    if u can|if you could|can u|could u|would u|ta|tysm|grax|xfa|xfi|por gentileza|brigada|obg|vlw|grato|grata"""
_ALSO = """and|y|e|plus|or|then|too|also|as well|aswell|también|tambien|tb|tmb|además
    também|tbm|além disso|igualmente|ainda|aún"""
_CALLS = """sage|hey sage|hi sage|ok sage|hey|hi|hello|hola|oi|olá|oye|ei|ok|okay|oh|ah|eh|uh|so|well|bueno|bem|bom
    vale|dale|right|alright|yes|yeah|yep|sí|sim"""
_TURNS = """no|nope|nah|não|nao|oops|ops|uy|ups|sorry|perdón|desculpa|wait|no wait|espera|peraí|actually|afinal
    al final|en realidad|na verdade|che|sure|claro|beleza|blz|hmm|mmm|um|cool|great|uy no|no no"""
_ENDS = """for me|for us|para mí|para nosotros|para mim|pra mim|pra gente|pra nós|para nós|there|in there|on there
    on it|in it|ahí|allí|aí|ali|lá|though|then|entonces|então|now|right now|ahora|agora|already|ya|já|ok|okay|ok?
    right|vale|sage|if we can|also|maybe|quizá|quizás|talvez|lol|haha|hahaha|jaja|jajaja|kkk|rsrs|while you're at it
    and that's it|y ya|y nada más|e só|e pronto|etc|y ya está|and done|x favor|to it|a ella|to the app"""
_BEGINS = """and also|&|y también|e também|and then|or|maybe|quizá|talvez|me|us|for me|let's|lets
    i want to|i want|i'd like|i would like|i'd like to|we want|we want to|we'd like|quiero|queremos|quisiera|me gustaría
    quero|queremos|queria|gostaria de|eu quero|a place called|a place named|the place called|the one called|called|named
    un sitio llamado|un lugar llamado|llamado|llamada|se llama|um lugar chamado|chamado|chamada|another|otro|otra|outro
    outra|this|these|those|estos|estas|estes|the following|los siguientes|las siguientes|os seguintes|as seguintes
    these places|estos lugares|estos sitios|estes lugares|to the list|to my list|to our list|in|at|on the list|to
    usted|ustedes|você|vocês|o senhor|a senhora|os senhores"""


_HEAD = phrases("\n".join([_POLITE, _ALSO, _CALLS, *_to_lists()]))
_HEAD_OF_NAME = phrases("\n".join([_POLITE, _ALSO, _CALLS, _BEGINS, *_to_lists()]))
_TURN = phrases(_TURNS)
_TAIL = phrases("\n".join([_POLITE, _ALSO, _ENDS, *_to_lists()]))
ARTICLES = function_words.ARTICLES | PLURAL_INDEFINITE_ARTICLES | TO_THE
PLACES = listed("""museum gallery temple shrine church cathedral castle palace park garden gardens tower bridge market
    square beach hotel hostel restaurant bar cafe café pub zoo aquarium station airport library theatre theater
    viewpoint lake island hill old town botanical
    museo galería templo santuario iglesia catedral castillo palacio parque jardín torre puente mercado plaza playa
    hotel hostal restaurante cafetería acuario estación aeropuerto biblioteca teatro mirador lago isla cerro barrio
    museu galeria templo santuário igreja castelo palácio jardim ponte praça praia pousada aquário estação aeroporto
    biblioteca mirante miradouro ilha morro bairro livraria padaria""")
"""Kinds of places: an article before them is an article."""
_EDGES = frozenset(".,;:!?¡¿…-–—*•·>+&/|~=\"'`()[]{}“”«»\ufe0f🙏😊🙂😀😁😄👍❤🤗😉😅🥰✨👌")
_CLOSING = {"(": ")", "[": "]", '"': '"', "“": "”", "«": "»"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}


def trimmed(words: Sequence[Word], start: int, end: int) -> tuple[int, int]:
    """Return the part of the words that is the name: without signs, politeness and fillers at both ends."""
    while start < end:
        begins, ends = start, end
        # "In-n-Out" begins with no "in".
        hyphened = at(words, start + 1) == "-" and glued(words, start + 1) and glued(words, start + 2)
        start += 0 if hyphened else _head(words, start, end)
        end -= _tail(words, start, end)
        if (start, end) == (begins, ends):
            break
    return start, end


def _head(words: Sequence[Word], start: int, end: int) -> int:
    word = words[start]
    if word.text in _EDGES:
        # A bracket or a quote that is closed later belongs to the name.
        closing = _CLOSING.get(word.text)
        return int(not (closing and any(one.text == closing for one in words[start + 1 : min(end, start + 50)])))
    turned = _TURN.at(words, start, end)
    if turned and (start + turned >= end or not words[start + turned].is_capital):
        # "No, the museum" turns to something; "No Name Pub" is one.
        return turned
    taken = _HEAD_OF_NAME.at(words, start, end)
    if taken == end - start:
        taken = _HEAD.at(words, start, end)
    # Capitals further on are a name's: "In Bocca al Lupo" after the first word of a text still reads "In".
    if taken and taken < end - start and not _is_name(words, start, start + taken, start > 0):
        return taken
    if taken == end - start and (end - start > 1 or not word.is_capital or start == 0):
        return taken
    if word.folded in ARTICLES and start + 1 < end and not word.is_capital and not glued(words, start + 1):
        following = words[start + 1]
        if following.is_capital or following.folded in PLACES or word.folded == "the":
            return 1
    return 0


def _tail(words: Sequence[Word], start: int, end: int) -> int:
    if start >= end:
        return 0
    word = words[end - 1]
    if word.text in _EDGES:
        opening = _OPENING.get(word.text)
        closed = opening and any(one.text == opening for one in words[max(start, end - 50) : end - 1])
        # "B.B." and "Yahoo!" cannot be known; a dot after a single letter is an abbreviation.
        short = word.text == "." and end - start > 1 and glued(words, end - 1) and len(words[end - 2].text) == 1
        return int(not (closed or (short and words[end - 2].is_capital)))
    taken = _TAIL.before(words, end, start)
    if taken and taken < end - start and glued(words, end - taken) and at(words, end - taken - 1) in ("-", "'", "’"):
        return 0
    return 0 if taken and _is_name(words, end - taken, end, True) else taken


def _is_name(words: Sequence[Word], start: int, end: int, inside: bool) -> bool:
    """Whether a filler has the capitals of a name: "Bar Too", "Ancient Agora"; shouting has them everywhere."""
    letters = [word for word in words[start:end] if word.is_letters]
    if not letters or all(word.text.isupper() and len(word.text) > 1 for word in letters):
        return False
    return letters[-1].is_capital and (inside or len(letters) > 1)
