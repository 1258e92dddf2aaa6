"""The closed classes of three languages that `resolve` reads: small words, pointing words, words of form.

All entries are folded: lower case, no accents. A message is judged by what is *not* here: one word of
its own (`quota`, `loop`, `factura`) and it is no longer a bare reference.
"""

from __future__ import annotations

from fingerpost.language.function_words import (
    ARTICLES,
    DEMONSTRATIVES,
    DO,
    FIRST_PERSON_POSSESSIVES,
    OF,
    QUESTION_WORDS,
)
from fingerpost.language.numbers import number_words
from fingerpost.language.text import words

# Pointing words that stand for something said or shown before.
POINTING = DEMONSTRATIVES | words("it its them disso disto daquilo nisso nisto")

# Of these, the ones that never stand before a noun: short messages with one of them always point.
PRONOUNS = words("esto eso aquello isto isso aquilo disso disto daquilo nisso nisto them")

# Behind a pronoun these bring the thing that it stands for: "eso de las plantillas".
DE = OF - {"of"}

# The English ones: at the end of a short message or behind an auxiliary they are pronouns too.
ENGLISH = words("it this that these those")

# Before "it", these make it a thing and not a filler: "is it nested?", against "it is late".
AUXILIARY = words("is are was does did do can could will would has should may")

# Possessives: what follows is the person's own, and so a topic.
OWN = FIRST_PERSON_POSSESSIVES

# Beside one of these, words that could be about anything are about a thing that is named: "explica el if".
NAMING = ARTICLES | words("do da dos das del al if else try end for while return in and or not true false")

# Who says so and asks nothing closes a matter and points at none.
CLOSING = words("""
thanks thank thx ty cheers bye goodbye tomorrow
gracias adios chau chao manana
obrigado obrigada obg valeu vlw brigado brigada tchau adeus amanha
""")

# Openings that look like continuing ones and greet.
GREETING = ("e ai", "y tu", "y vos", "y usted", "e voce", "e vc", "e tu", "and you")

# Whole phrases that point, whatever stands beside them.
POINTING_PHRASES = (
    "the above", "the previous", "the last one", "the first one", "the second one", "the third one", "the other one",
    "the same", "what you said", "what you wrote", "what you just",
    "lo anterior", "lo de antes", "lo de arriba", "lo ultimo", "lo mismo", "el anterior", "la anterior", "lo que dijiste",
    "lo que pusiste", "lo que escribiste", "el otro", "la otra",
    "o anterior", "a anterior", "o de cima", "o de antes", "o mesmo", "a mesma", "o que disseste", "o que voce disse",
    "o que vc disse", "o outro", "a outra",
)  # fmt: skip

# What one may do to a thing one points at, or say of it: no topic either.
GENERIC = words("""
explain explains explained explaining work works working worked fail fails failing failed happen happens happening happened
run runs running stop stops return returns use uses used using fix fixed correct change changes changed write rewrite writing
detail detailed further wrong broken break breaks breaking better faster safer understand understood understanding clear
clearer unclear confused lost follow add adds remove removes delete improve check test tested sense always never ever every
possible necessary important compare come comes called mentioned referring refer instead else sure true false best bigger
smaller optimise optimize refactor debug document comment comments simplify normal normally general generally empty twice

explica explicame explicar explique expliqueme funciona funcionan funcionaba anda falla fallan fallo pasa pasan ocurre sucede
corre devuelve devuelven usa usan usar arregla arreglalo arreglar arreglame arreglas corrige corregir corrigelo cambia cambiar
cambialo escribe escribeme escribir escribilo escribelo roto rompe rompen mejora mejorar mejorarlo mejoralo entiendo entendi
entiende entender claro clara confundido perdi sigo agrega agregale agregar quita quitar borra borrar revisa revisalo revisar
prueba probar sentido siempre nunca posible necesario importante comparar viene sale sirve significa seguro mencionaste refiere
refieres llama falta evitar evita conviene optimiza optimizalo refactoriza depura documenta comenta igual normal general
normalmente generalmente exactamente detalle asi

explicar explique explicame funcionam funcionava falha falham falhou quebra quebrou acontece aconteceu roda rodar retorna devolve
usam arruma arrumar arrume arrumas conserta consertar conserte corrigir corrija muda mudar mude troca trocar escreve escrever
escreva melhora melhorar melhore entendo entende acompanho adiciona adicionar tira tirar apaga apagar verifica testa testar
possivel necessario vem sai serve quer certeza certo certa errado errada referes mencionou chama falta otimiza otimizar refatora
depura documenta comenta normal geral geralmente exatamente detalhe assim
""")

# What one may call a thing one points at: without a topic right behind a pointing word, and only there.
THINGS = words("""
one ones two three part parts piece section bit thing things stuff line lines step steps bug error errors problem issue code
example examples explanation function functions method block script snippet variable value values result results number numbers
name type output input command commands word sentence message answer whole entire last first second third same other case

parte partes pedazo cosa cosas linea lineas paso pasos error errores problema problemas codigo ejemplo ejemplos explicacion
funcion funciones metodo bloque script variable valor valores resultado resultados numero numeros nombre tipo salida entrada
comando comandos palabra frase mensaje respuesta dato datos dos tres ultimo ultima primero primera segundo segunda mismo misma
caso punto

pedaco coisa coisas linha linhas passo passos erro erros exemplo exemplos explicacao funcao funcoes bloco variavel saida nome
dado dados dois duas numero numeros mensagem resposta conceito trecho ponto
""")

# Openings after which a fragment continues what was said before.
CONTINUING = (
    "and what about", "what about", "how about", "what if", "and if", "and", "or", "but", "also", "same for", "same with",
    "y que tal", "que tal", "y que pasa con", "que pasa con", "y si", "y", "pero", "tambien", "lo mismo para",
    "lo mismo con", "igual para", "igual con",
    "e quanto a", "e quanto ao", "quanto a", "e que tal", "e se", "e", "ou", "mas", "tambem", "o mesmo para", "o mesmo com",
)  # fmt: skip

# Openings of the same kind that bring a verb of their own.
SUPPOSING = ("what if", "and if", "but if", "y si", "pero si", "e se", "mas se")

# A fragment that opens with one of these and is short has no verb of its own.
FRAGMENT = words("""
with without for inside using before after per
con sin para dentro usando antes despues
com sem pra dentro usando antes depois
""")

# Words that begin a clause of its own: such a message is complete.
CLAUSE = (
    DO
    | QUESTION_WORDS
    | words("""
    is are was were can could will would should i im ive we you my our porque cuanta cuantos cuantas quiero
    necesito puedo puedes tengo tenemos hay es son esta estan he has ha hemos mi mis dame crea haz escribe
    quanta quantos quantas quero preciso posso pode tenho temos tem sao estao meu minha meus minhas faz faca
    escreve cria
    """)
)

# A question word by itself asks about what was just said.
BARE = (
    "why", "why not", "how", "how so", "how come", "since when", "until when", "how often", "how many", "how much", "which one",
    "which ones", "where", "when", "really", "and then", "and", "so", "meaning", "for example", "such as", "like what",
    "tell me more", "more", "more details", "go on", "any others", "what else", "anything else", "another one", "one more",
    "por que", "porque", "por que no", "como", "como asi", "desde cuando", "hasta cuando", "cada cuanto", "cuantos", "cuantas",
    "cual", "cuales", "donde", "cuando", "de verdad", "en serio", "y luego", "y entonces", "por ejemplo", "mas", "mas detalles",
    "sigue", "algo mas", "que mas", "otro", "otra", "otro mas", "que hace", "y que mas", "a que se debe",
    "por que nao", "porque nao", "como assim", "desde quando", "ate quando", "quantos", "quantas", "qual", "quais", "onde",
    "quando", "serio", "e depois", "e dai", "e entao", "por exemplo", "mais", "mais detalhes", "continua", "mais alguma coisa",
    "que mais", "outro", "outra", "mais um", "mais uma", "o que faz", "e que mais", "qual dos dois",
)  # fmt: skip

# Words that ask for another form of what was said.
FORM = (
    "shorter", "short", "shorten", "briefer", "brief", "briefly", "fewer words", "less words", "concise", "tldr", "tl dr",
    "summarise", "summarize", "summary", "sum up", "sum it up", "condense", "gist", "nutshell", "one sentence", "a sentence",
    "two sentences", "one line", "one paragraph", "simpler", "simplify", "plain english", "simple words", "simple terms",
    "layman", "eli5", "like im five", "like i am five", "like im 5", "rephrase", "reword", "other words", "different words",
    "differently", "repeat", "say that again", "say it again", "once more", "one more time", "translate", "translation",
    "in english", "in spanish", "in portuguese", "in french", "in german", "in italian", "into english", "into spanish",
    "into portuguese", "to english", "to spanish", "to portuguese", "bullet points", "bullets", "bullet list", "as a list",
    "into a list", "a numbered list", "as a table", "into a table", "in a table", "step by step", "as steps", "more formal",
    "less formal", "formally", "longer version", "shorter version", "main point", "main points", "key points", "jargon",
    "menos palabras", "pocas palabras", "mas corto", "mas corta", "mas cortito", "mas breve", "mas simple", "mas sencillo",
    "mas sencilla", "mas facil", "mas formal", "mas resumido", "mas resumida", "resume", "resumelo", "resumilo", "resumeme",
    "resumime", "resumir", "resumen", "resumido", "resumi", "resumas", "en breve", "brevemente", "una frase", "dos frases",
    "una linea", "un parrafo", "otras palabras", "de otra manera", "de otra forma", "reformula", "reformulalo", "reformular",
    "parafrasea", "repite", "repitelo", "repeti", "repetilo", "repetir", "repiteme", "repetime", "otra vez", "de nuevo",
    "traduce", "traducelo", "traducilo", "traduci", "traducir", "traduceme", "en ingles", "en espanol", "en castellano",
    "en portugues", "al ingles", "al espanol", "al portugues", "en una lista", "como lista", "en lista", "en puntos", "vinetas",
    "en una tabla", "como tabla", "en tabla", "paso a paso", "en pasos", "lo esencial", "lo importante", "lo principal",
    "sin tecnicismos", "como para un nino", "acorta", "acortalo", "simplifica", "simplificalo", "sintetiza",
    "menos palavras", "poucas palavras", "mais curto", "mais curta", "mais curtinho", "mais breve", "mais simples",
    "mais facil", "mais formal", "mais resumido", "mais resumida", "resuma", "resume isso", "resumo", "resumidamente", "resumida",
    "uma frase", "duas frases", "uma linha", "um paragrafo", "outras palavras", "de outra maneira", "de outro jeito", "de outra forma",
    "reformule", "reescreve", "reescreva", "repita", "repete", "repetir", "de novo", "outra vez", "mais uma vez", "traduz",
    "traduza", "traduzir", "traduzes", "em ingles", "em espanhol", "em portugues", "para ingles", "para o ingles",
    "para o portugues", "para o espanhol", "para portugues", "para espanhol", "pro ingles", "pro portugues", "pro espanhol",
    "em lista", "como lista", "em topicos", "topicos", "uma lista", "em tabela", "numa tabela", "como tabela", "passo a passo",
    "em passos", "o essencial", "o importante", "o principal", "encurta", "encurte", "simplifique", "sem jargao",
)  # fmt: skip

# What may stand beside a word of form without changing the want.
FORM_BESIDE = number_words(range(2, 6)).keys() | words("""
explain explains answer answers explanation explanations reply response message text version words word point points sentence sentences line lines
paragraph form format way terms english spanish portuguese french german italian list table bullet bullets steps step by
above previous earlier before max maximum ten numbered short simple plain easy easier formal long longer
explica explicame explicalo explicamelo explicas explicar explique respuesta respuestas explicacion explicaciones mensaje texto version palabras palabra frase frases linea lineas parrafo parrafos
forma formato manera ingles espanol castellano portugues frances lista tabla puntos pasos anterior arriba antes maximo
corto corta breve simple sencillo facil formal larga largo idea ideas
resposta respostas explicacao explicacoes mensagem texto versao palavras palavra frase frases linha linhas paragrafo paragrafos
jeito modo maneira ingles espanhol portugues frances lista tabela topicos passos anterior acima antes maximo
curto curta breve simples facil formal longa longo ideia ideias
""")
