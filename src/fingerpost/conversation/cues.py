"""Lexical cues: words and phrases that continue a topic, change it, or refer to something unnamed.

They extend the lexicon for `topic_shift` and `anaphora`. All entries are folded: lower case, no accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from fingerpost.conversation import lexicon
from fingerpost.language.function_words import DEFINITE_ARTICLES, INFLECTED_QUESTION_WORDS, QUESTION_WORDS, SMALL
from fingerpost.language.text import fold, words

# Who opens so says that something else follows. "Speaking of" is not here: it ties to what was said.
CHANGING = (
    "by the way", "btw", "changing the subject", "change of subject", "changing subject", "changing topic",
    "changing the topic", "change of topic", "to change the subject", "on another note", "on a different note",
    "on another topic", "another thing", "another question", "new question", "new topic", "different question",
    "different topic", "unrelated", "unrelated question", "something else", "moving on", "forget that", "forget it",
    "forget about that", "never mind", "nevermind", "enough about", "one other thing",
    "cambiando de tema", "cambio de tema", "cambiemos de tema", "para cambiar de tema", "otra cosa", "otro tema",
    "otra pregunta", "otra duda", "otra consulta", "nueva pregunta", "por cierto", "a proposito", "olvida eso",
    "olvidalo", "olvidate de eso", "dejalo", "dejemos eso", "pasando a otra cosa", "pasemos a otra cosa",
    "en otro orden de cosas", "nada que ver pero",
    "mudando de assunto", "mudando o assunto", "mudando de tema", "mudanca de assunto", "mudando de pato pra ganso",
    "trocando de assunto", "para mudar de assunto", "vamos mudar de assunto", "outra coisa", "outro assunto",
    "outra pergunta", "outra duvida", "nova pergunta", "alias", "esquece isso", "esqueca isso",
    "esquece tudo", "deixa isso", "deixa pra la", "deixa para la", "falando de outra coisa", "passando a outro assunto",
    "nada a ver mas",
)  # fmt: skip

# These may stand before such an opening: "ok, mudando de assunto", "agora outra coisa".
BEFORE = words("""
ok okay oh well so now right thanks and then one just
vale bueno ahora bien pues gracias y entonces ah una
ta bom beleza agora certo entao obrigado obrigada e ah so uma legal otimo
""")

# Third persons: they stand for someone or something that was named. "Seu" is left out: it mostly means "your".
THIRD = words("""
it its he him his she her hers they them their theirs
ella ellos ellas su sus suyo suya suyos suyas les alli
ele ela eles elas dele dela deles delas nele nela neles nelas lhe lhes ali
""")

# They take one of several, or one more: of what, was said before.
OTHER = words("""
other others another else same both latter former ones
otro otra otros otras mismo misma mismos mismas ambos ambas demas
outro outra outros outras mesmo mesma mesmos mesmas ambos ambas
""")

# Who opens so tells something. Verbs that ask are without number; what opens a statement can be listed.
TELLING = words("""
i im ive id my me we our you your he she they it its this that thats there the a an so and but or well also because
oh wow cool nice great good awesome true right really very just maybe sometimes some all sorry yes yeah yep no nope
not ok okay sure thanks thank lol haha hi hello hey in on at for with
yo mi mis nosotros si gracias genial perfecto exacto eso hola buenas bien bueno vale
eu meu minha nos nosso sim nao obrigado obrigada valeu legal otimo certo beleza entendi ah isso oi ola bom boa tudo
""")

# Near the beginning they make a statement of it: "cool, i have two".
SPEAKER = words("i im ive id we eu yo")

# Among the first two words these ask, whoever speaks: "i need", "eu queria", "me diz".
ASKING = (
    QUESTION_WORDS
    | INFLECTED_QUESTION_WORDS
    | words("""
    tell show list give describe explain compare write need want please can could
    dime dame muestrame quiero quisiera necesito
    diz diga mostra mostre quero queria gostaria preciso precisava
    """)
)

# At the end of a message they stand for a thing that is not named there.
ENDING = words("one ones there two dos dois duas ambos ambas")

_BE = words("is are was were be been isnt arent wasnt will")

# Nouns that ask "of what?": alone they name no topic.
RELATIONAL = words("""
advantage disadvantage benefit drawback difference similarity cause effect symptom treatment type kind example reason
purpose role importance impact influence risk danger cost price origin history name size age author owner founder part
component step rule limit total amount average sum date deadline result finding feature characteristic criticism
alternative option version variant detail pros cons main key major important best worst biggest largest smallest
highest lowest newest oldest common popular famous similar related different exact top percentage share number source
process requirement consequence outcome meaning definition evidence argument issue

ventaja desventaja beneficio inconveniente diferencia semejanza causa efecto sintoma tratamiento tipo clase ejemplo
razon motivo proposito papel importancia impacto influencia riesgo peligro costo coste precio origen historia nombre
tamano edad autor dueno fundador parte componente paso regla limite total monto importe promedio media suma fecha
plazo resultado caracteristica critica alternativa opcion version detalle principal principales importante importantes
mejor mejores peor peores mayor mayores menor menores comun comunes popular famoso similar similares distinto
diferente exacto porcentaje numero fuente proceso requisito consecuencia significado definicion

vantagem vantagens desvantagem desvantagens beneficio diferenca semelhanca causa efeito sintoma tratamento tipo
exemplo razao motivo proposito papel importancia impacto influencia risco perigo custo preco origem historia nome
tamanho idade autor dono fundador parte componente passo etapa regra limite total valor media soma data prazo
vencimento resultado caracteristica critica alternativa opcao opcoes versao detalhe principal principais importante
importantes melhor melhores pior piores maior maiores menor menores comum comuns popular famoso parecido semelhante
diferente exato porcentagem percentual numero fonte processo requisito consequencia significado definicao
""")

# Articles that make a noun a known one. Portuguese "a" is left out: it is an English word too.
DEFINITE = DEFINITE_ARTICLES - {"a"}

# A verb that carries its object as an ending: "desglósalo", "compararlos".
ENCLITIC = re.compile(
    r"\w{3,}(?:ar|er|ir|ando|iendo)(?:me|te|se|nos)?l[oae]s?"
    r"|(?:haz|pon|di|da|ve|us[ae]|muestra|compara|desglosa|resume|explica|ordena|filtra|exporta|lista|agrupa|calcula|suma"
    r"|envia|manda|pasa|abre|revisa|cambia|divide|separa|dar|ver|usar)(?:me|nos)?l[oa]s?"
)
_NOT_ENCLITIC = words("charla charlas hablarle")

TOKEN = re.compile(r"[a-z0-9_]+")
_WRITTEN = re.compile(r"[^\W_]+")
SENTENCES = re.compile(r"[.!?\n]+")
EMPTY = SMALL | lexicon.POINTING | lexicon.CLAUSE | THIRD | OTHER
"""Words that name no topic."""
_VAGUE = lexicon.GENERIC | lexicon.THINGS


def tokens_of(folded: str) -> list[str]:
    """Return the words of a folded text, without apostrophes."""
    return TOKEN.findall(folded.replace("'", "").replace("’", ""))


def stem(word: str) -> str:
    """Return an approximate stem of a word in all three languages: "pedido" and "pedidos" share one."""
    return word[:5] if len(word) > 5 else word.rstrip("s") if len(word) > 3 else word


def is_relational(word: str) -> bool:
    """Whether a noun needs another one to name a topic: "the advantages"."""
    return word in RELATIONAL or (word.endswith("s") and word[:-1] in RELATIONAL)


def is_specific(word: str) -> bool:
    """Whether a word names a topic."""
    return word not in EMPTY and word not in _VAGUE and not is_relational(word)


def pointing_positions(tokens: list[str]) -> list[int]:
    """Return the positions of pointing words; "there is" is not one."""
    return [
        i
        for i, word in enumerate(tokens)
        if word in lexicon.POINTING
        or word in THIRD
        or (word == "there" and _BE.isdisjoint(tokens[max(i - 1, 0) : i + 2]))
    ]


def may_end_pointing(word: str) -> bool:
    """Whether a message that ends in this word may refer to something unnamed."""
    return word in lexicon.POINTING or word in THIRD or word in OTHER or word in ENDING


def has_name(text: str) -> bool:
    """Whether a word after the first is capitalised or starts with a digit; all-caps text does not count."""
    written = _WRITTEN.findall(text)
    return not text.isupper() and any((word[0].isupper() and word != "I") or word[0].isdigit() for word in written[1:])


def ends_with_definite_noun(text: str, tokens: list[str]) -> bool:
    """Whether a message ends in a definite noun that is not a name: "what are the main causes?"."""
    return not DEFINITE.isdisjoint(tokens[-3:-1]) and not has_name(" ".join(["a", *text.split()[-2:]]))


def is_request(text: str, last: list[str]) -> bool:
    """Whether a message is a request, with or without a question mark; `last` are the words of its last sentence.

    "Beleza. Agora me tira um top 20" is one: only the last sentence counts.
    """
    if "?" in text or not ASKING.isdisjoint(last[:2]):
        return True
    return bool(last) and last[0] not in TELLING and SPEAKER.isdisjoint(last[:6])


def last_sentence(folded: str) -> list[str]:
    """Return the words of the last sentence."""
    return next((found for part in reversed(SENTENCES.split(folded)) if (found := tokens_of(part))), [])


def offers_help(answer: str) -> bool:
    """Whether an answer ends with an offer of help: "em que posso ajudar?"."""
    return bool(_HELP.search(fold(answer[-80:])))


def has_enclitic(tokens: Iterable[str]) -> bool:
    """Whether one of the words is a verb with an enclitic pronoun."""
    return any(len(token) > 4 and ENCLITIC.fullmatch(token) and token not in _NOT_ENCLITIC for token in tokens)


def _opening(phrases: Iterable[str]) -> re.Pattern[str]:
    # The longest first, so that "what about" is not read as "what".
    return re.compile("(?:" + "|".join(sorted(map(re.escape, phrases), key=len, reverse=True)) + r")\b")


_HELP = re.compile(r"\b(?:help|assist|ajud\w+|ayud\w+)\b")
_CHANGING = _opening(CHANGING)
_CONTINUING = _opening(lexicon.CONTINUING)
_GREETING = _opening(lexicon.GREETING)
_NO_AND = re.compile(r"\W*(?:[éÉ]\b|\w-)")


def announces_new_topic(tokens: list[str]) -> bool:
    """Whether a message announces a new topic: "mudando de assunto, …"."""
    for place, token in enumerate(tokens[:5]):
        if _CHANGING.match(" ".join(tokens[place : place + 6])):
            return True
        if token not in BEFORE:
            return False
    return False


def opens_as_continuation(text: str) -> bool:
    """Whether a message opens as a continuation: "e no mês passado?", "what about refunds?"; not "é" or "e-mail"."""
    opening = " ".join(tokens_of(fold(text[:80]))[:6])
    return bool(_CONTINUING.match(opening)) and not _GREETING.match(opening) and not _NO_AND.match(text)
