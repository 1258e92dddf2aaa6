"""Function words by class in three languages: what a sentence is held together by, and what names no topic.

All entries are folded: lower case, no accents. A reader that needs another set says so as one of these with more or
fewer words, and why.
"""

from __future__ import annotations

from fingerpost.language.text import words


def _class(*, en: str = "", es: str = "", pt: str = "") -> frozenset[str]:
    return words(f"{en} {es} {pt}")


DEFINITE_ARTICLES = _class(en="the", es="el la los las", pt="o a os as")
INDEFINITE_ARTICLES = _class(en="a an", es="un una", pt="um uma")
PLURAL_INDEFINITE_ARTICLES = _class(es="unos unas", pt="uns umas")
ARTICLES = DEFINITE_ARTICLES | INDEFINITE_ARTICLES

OF = _class(en="of", es="de del", pt="de do da dos das")
"""The preposition alone, and with an article."""
TO_THE = _class(es="al", pt="ao")
WITH = _class(en="with", es="con", pt="com")
WITHOUT = _class(en="without", es="sin", pt="sem")
FOR = _class(en="for", es="para por", pt="para pra por")
IN = _class(en="in on at", es="en", pt="em no na nos nas num numa")

AND = _class(en="and", es="y e", pt="e")
OR = _class(en="or", es="o u", pt="ou")
BUT = _class(en="but", es="pero mas", pt="mas")

SUBJECT_PRONOUNS = _class(
    en="i you he she we they",
    es="yo usted ustedes nosotros ella ellos",
    pt="eu voce voces ele ela eles elas",
)
OBJECT_PRONOUNS = _class(en="me us", es="me te se nos le les lo", pt="me te se nos lhe")
POSSESSIVES = _class(en="my your our their", es="mi mis tu tus su sus", pt="meu minha meus minhas seu sua seus suas")
FIRST_PERSON_POSSESSIVES = _class(
    en="my our",
    es="mi mis nuestro nuestra nuestros nuestras",
    pt="meu minha meus minhas nosso nossa nossos nossas",
)
DEMONSTRATIVES = _class(
    en="this that these those",
    es="este esto estos ese esa eso esos esas aquel aquella aquello aquellos aquellas",
    pt="este estes isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo",
)
"""Without "esta", which is "is" too once its accent is gone."""

BE = _class(
    en="is are was were be been am",
    es="es son era eran fue ser estar esta estan estoy soy",
    pt="era foi ser estar esta estao sou sao",
)
HAVE = _class(en="has have had")
DO = _class(en="do does did")
MODALS = _class(en="can could will would shall should may might must")

QUESTION_WORDS = _class(
    en="what which who when where why how",
    es="que cual cuales quien cuando donde como cuanto",
    pt="que qual quais quem quando onde como quanto",
)
INFLECTED_QUESTION_WORDS = _class(en="whose whom", es="quienes cuanta cuantos cuantas", pt="quanta quantos quantas")

FUNCTION_WORDS = (
    (ARTICLES | PLURAL_INDEFINITE_ARTICLES)
    | (OF | WITH | WITHOUT | FOR | IN)
    | (AND | OR | BUT)
    | (SUBJECT_PRONOUNS | OBJECT_PRONOUNS | POSSESSIVES)
    | (BE | HAVE | DO | MODALS)
    | QUESTION_WORDS
)
"""Articles, prepositions, conjunctions, pronouns, auxiliary verbs and question words together."""

PLEASE = _class(en="please pls plz", es="favor porfa", pt="favor")
THANKS = _class(en="thanks thank", es="gracias", pt="obrigado obrigada valeu")
YES = _class(en="yes yeah yep", es="si", pt="sim")

SMALL = (
    FUNCTION_WORDS
    | PLEASE
    | THANKS
    | YES
    | words("""
    so to from into by than then also too just only even still yet mine yours one ones some any all both each
    more most less least very much many doing done not nor dont doesnt didnt isnt cant wont wouldnt couldnt im
    ive id ill youre thats its whats whys lets let whether if because about there here now again ok okay hey hi
    well oh uh hmm hm ah sure right really exactly actually maybe wait sorry back up out over through get got
    getting give gives gave given tell tells told say says said saying show shows shown see look go going goes
    make makes made making put take want wants wanted need needs needed know think mean means meant like ur r
    wanna gonna kinda bit little lot quick quickly same other another different first second third last next
    previous

    ni sino al ya muy mucho vos ud uds eres sos somos estas hay ha han habia sea porque porq xq pq q puedes
    podes puede podrias podria puedo quiero quieres queres necesito dame deme dar dime decime digame di dice
    decir dijiste dijo dices hacer haz hace hacelo hazlo haga hagas pon ponlo ponelo poner muestra mostrame
    muestrame ver mira ir va van vamos voy ves veo tambien tampoco solo algo nada todo toda todos todas otro
    otra otros otras mismo misma mismos mismas porfi porfavor bueno buenas vale dale okey oye che hola entonces
    pues ahora aqui aca ahi alli luego mejor peor bien mal menos poco poquito tan tanto cada primero primera
    segundo segunda ultimo ultima siguiente

    nem pelo pela pro teu tua vc vcs gente estou ta tem tenho temos seja pode poderia podia posso quero quer
    preciso precisava daria manda mandar diz diga dizer disse falou fala fazer faz faca faze fazes mostra
    mostrar mostre veja olha vai vou tambem tudo outro outra outros outras mesmo mesma mesmos mesmas pf pfv pfvr
    bom boa beleza oi ola entao pois agora ai ali depois ja nao muito pouco melhor pior bem mais tao primeiro
    primeira seguinte
    """)
)
"""Function words, politeness, fillers: they carry no topic."""
