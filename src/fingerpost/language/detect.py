"""Which of the three languages a text is in, by its small words."""

from __future__ import annotations

import re

_WORDS = {
    "en": """the a an is are was of to in for and with my your you i it this that how what which when where why do
        does did can could should would have has not no on at from about as please give show tell me use make write
        explain thanks thank hello hi hey again list table shorter words loop code let lets we our us plan trip split
        bill start going weekend days help want need per by""",
    "es": """el la los las un una es son de del y en con para por que qué cómo como cuál cuándo cuando dónde donde
        cuánto cuánta cuántas cuántos cuanto cuantas cuantos mi mis tu tus yo me lo le se este esta esto eso no hay
        hace hacer puedo puede quiero dame dime haz muestra más pero sin sobre al ya está tengo escribe explica gracias
        hola buenos buenas otra vez menos palabras cuota resumen resume ejemplo entiendo funciona va tabla lista
        nuestro nuestra nos ayúdame ayudame ayúdanos ayudanos planeemos planifiquemos organicemos armemos empecemos
        dividamos repartamos vamos viaje viajar finde cuenta gastos dividir repartir planificar planear quiero queremos
        cena anotemos hagamos abre""",
    "pt": """o a os as um uma é são de do da dos das e em no na nos nas com para por que como qual quando onde quanto
        quanta quantas quantos meu minha meus minhas seu sua eu você voce vc me isso isto esse essa este há tem faz
        fazer posso pode quero mostra mais mas sem sobre ao já está tenho não nao escreve explica pelo pela num
        numa obrigado obrigada valeu olá ola oi bom boa dia novo menos palavras cota resumo exemplo entendi tabela
        lista tudo bem se calcula preciso ajuda quais foi foram ser até pra pro quem ele ela nós gente também depois
        pedido pedidos vendas nota notas fiscal quando onde prazo estado mês ano loja médio média total qual bora
        vamos rachar racha rachamos dividir conta contas despesas viagem viajar planejar planeja planejamos planear
        roteiro montar organizar organiza queremos nosso nossa nossos nossas gente galera rolê fds
        começar comecemos fim jantar ao""",
}
_KNOWN = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_OWN = {
    language: words - frozenset().union(*(other for name, other in _KNOWN.items() if name != language))
    for language, words in _KNOWN.items()
}
_SIGNS = {"es": re.compile(r"[¿¡ñ]|ción\b"), "pt": re.compile(r"[ãõçâêô]|ção\b|ções\b")}
_WORD = re.compile(r"[^\W\d_]+")
_SPELLED = {
    "es": re.compile(
        r"ñ|ll|ci[oó]n(?:es)?$|(?:aron|ieron|aban)$|cu[aá]nt|aje$|(?<![qg])u[eé](?=[a-z])|(?<!cl)i[eé](?=[a-z])"
    ),
    "pt": re.compile(r"[ãõçâêôà]|lh|nh|ss|(?:aram|eram|iram|avam)$|ou$|quant|[aeo]is$|[aeiou]m$|ens$|ei(?=[a-z])"),
}
"""What words of one of the two are spelled with and those of the other hardly ever, in texts that are not English."""
READ = 600
"""Characters that are looked at: the language does not change after them."""


def language_of(text: str) -> str:
    """Return "en", "es" or "pt"; English where nothing tells."""
    return detected_language(text) or "en"


def detected_language(text: str) -> str | None:
    """Return "en", "es" or "pt"; None where nothing tells, or where English and another have as much for them."""
    scores = _scores(text)
    if scores["en"] < max(scores["es"], scores["pt"]):
        for language, spelled in _SPELLED.items():
            scores[language] += sum(bool(spelled.search(word)) for word in _WORD.findall(text[:READ].lower()))
    best = max(scores, key=lambda language: scores[language])
    # "me" and "no" are words of all three: they do not make a text English.
    shared = best == "en" and scores["en"] in (scores["es"], scores["pt"])
    return best if scores[best] and not shared else None


def sure_language(text: str) -> str | None:
    """Return the language where a word or sign of it alone tells, and no other has as many; else None."""
    scores = _scores(text)
    second, best = sorted(scores, key=lambda language: scores[language])[-2:]
    return best if scores[best] >= 1 and scores[best] > scores[second] else None


def _scores(text: str) -> dict[str, float]:
    lowered = text[:READ].lower()
    scores = dict.fromkeys(_KNOWN, 0.0)
    for word in _WORD.findall(lowered):
        for language, words in _KNOWN.items():
            if word in words:
                # A word of this language alone tells more than one that two of them share.
                scores[language] += 1.0 if word in _OWN[language] else 0.4
    for language, sign in _SIGNS.items():
        scores[language] += 1.5 * bool(sign.search(lowered))
    return scores
