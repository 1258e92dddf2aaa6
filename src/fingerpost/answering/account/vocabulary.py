"""The words of accounts in three languages: what is counted, whether it is used, allowed or left, and for how long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from fingerpost.language.calendar_words import MONTHS, month_numbers
from fingerpost.language.text import fold, words

USED, LIMIT, LEFT, OVER = "used", "limit", "left", "over"
"""What a figure is of a resource: consumed, allowed, remaining, or consumed beyond what is allowed."""
CHANGE, TOTAL, MEAN, PROJECTED, TIMES, COUNT = "change", "total", "mean", "projected", "times", "count"
"""What a figure is of several others: their difference, sum, mean, continuation, ratio or number."""
OFFER = "offer"
"""What a plan gives that is not the account's."""

THINGS: Mapping[str, tuple[str, str, str]] = {
    "call": ("calls call request", "llamadas llamada petición solicitud", "chamadas chamada requisição"),
    "user": ("users user seat member", "usuarios usuario asiento miembro puesto plaza", "usuários usuário assento membro lugar"),
    "execution": ("executions execution run", "ejecuciones ejecución", "execuções execução"),
    "storage": ("storage disk", "almacenamiento disco", "armazenamento disco"),
    "gb": ("GB gigabyte gib", "GB gigabyte", "GB gigabyte"),
    "mb": ("MB megabyte mib", "MB megabyte", "MB megabyte"),
    "tb": ("TB terabyte tib", "TB terabyte", "TB terabyte"),
    "project": ("projects project", "proyectos proyecto", "projetos projeto projecto"),
    "minute": ("minutes minute min", "minutos minuto", "minutos minuto"),
    "hour": ("hours hour", "horas hora", "horas hora"),
    "day": ("days day", "días día", "dias dia"),
    "week": ("weeks week", "semanas semana", "semanas semana"),
    "month": ("months month", "meses mes", "meses mês"),
    "year": ("years year", "años año", "anos ano"),
    "token": ("tokens token", "tokens token", "tokens token"),
    "message": ("messages message", "mensajes mensaje", "mensagens mensagem"),
    "email": ("emails email mail", "correos correo email", "emails email"),
    "invoice": ("invoices invoice bill", "facturas factura recibo", "faturas fatura"),
    "error": ("errors error failure", "errores error fallo", "erros erro falha"),
    "credit": ("credits credit", "créditos crédito", "créditos crédito"),
    "document": ("documents document", "documentos documento", "documentos documento"),
    "file": ("files file", "archivos archivo fichero", "arquivos arquivo ficheiro"),
    "record": ("records record row", "registros registro fila", "registros registro linha"),
    "key": ("keys key", "claves clave", "chaves chave"),
    "query": ("queries query", "consultas consulta", "consultas consulta"),
    "license": ("licenses license licence", "licencias licencia", "licenças licença"),
    "deployment": ("deployments deployment deploy", "despliegues despliegue", "implantações implantação"),
    "environment": ("environments environment", "entornos entorno", "ambientes ambiente"),
    "function": ("functions function", "funciones función", "funções função"),
    "database": ("databases database", "bases", "bancos"),
    "transaction": ("transactions transaction", "transacciones transacción", "transações transação"),
    "traffic": ("traffic bandwidth transfer", "tráfico transferencia", "tráfego transferência"),
    "image": ("images image", "imágenes imagen", "imagens imagem"),
    "page": ("pages page", "páginas página", "páginas página"),
    "event": ("events event", "eventos evento", "eventos evento"),
    "device": ("devices device", "dispositivos dispositivo", "dispositivos dispositivo"),
    "domain": ("domains domain", "dominios dominio", "domínios domínio"),
    "order": ("orders order", "pedidos pedido", "pedidos pedido"),
    "ticket": ("tickets ticket", "tickets ticket", "tickets ticket"),
    "contact": ("contacts contact", "contactos contacto", "contatos contato"),
    "test": ("tests test", "pruebas prueba", "testes teste"),
    "webhook": ("webhooks webhook", "webhooks webhook", "webhooks webhook"),
    "model": ("models model", "modelos modelo", "modelos modelo"),
    "task": ("tasks task job", "tareas tarea trabajo", "tarefas tarefa"),
    "invocation": ("invocations invocation", "invocaciones invocación", "invocações invocação"),
    "second": ("seconds", "segundos", "segundos"),
    "person": ("people person persons employee", "personas persona gente empleado", "pessoas pessoa funcionário colaborador"),
    "admin": ("admins admin administrator", "administradores administrador", "administradores administrador"),
    "developer": ("developers developer", "desarrolladores desarrollador", "desenvolvedores desenvolvedor"),
    "customer": ("customers customer client", "clientes cliente", "clientes cliente"),
    "subscriber": ("subscribers subscriber", "suscriptores suscriptor", "assinantes assinante"),
    "service": ("services service", "servicios servicio", "serviços serviço"),
    "region": ("regions region", "regiones región", "regiões região"),
    "video": ("videos video", "vídeos vídeo", "vídeos vídeo"),
    "build": ("builds build", "compilaciones compilación", "compilações compilação"),
    "session": ("sessions session", "sesiones sesión", "sessões sessão"),
    "visit": ("visits visit visitor", "visitas visita visitante", "visitas visita visitante"),
    "view": ("views view", "vistas visualizaciones visualización", "visualizações visualização"),
    "click": ("clicks click", "clics clic", "cliques clique"),
    "sale": ("sales sale", "ventas venta", "vendas venda"),
    "product": ("products product", "productos producto", "produtos produto"),
    "return": ("returns return", "devoluciones devolución", "devoluções devolução"),
    "campaign": ("campaigns campaign", "campañas campaña", "campanhas campanha"),
    "server": ("servers server", "servidores servidor", "servidores servidor"),
    "instance": ("instances instance", "instancias instancia", "instâncias instância"),
    "incident": ("incidents incident", "incidentes incidente incidencia", "incidentes incidente"),
    "alert": ("alerts alert", "alertas alerta", "alertas alerta"),
    "backup": ("backups backup", "copias", "backups backup"),
    "repository": ("repositories repository repo", "repositorios repositorio", "repositórios repositório"),
    "pipeline": ("pipelines pipeline", "pipelines pipeline", "pipelines pipeline"),
    "integration": ("integrations integration", "integraciones integración", "integrações integração"),
    "conversation": ("conversations conversation chat", "conversaciones conversación", "conversas conversa"),
    "agent": ("agents agent", "agentes agente", "agentes agente"),
    "payment": ("payments payment", "pagos", "pagamentos pagamento"),
    "subscription": ("subscriptions", "suscripciones", "assinaturas"),
    "point": ("points point", "puntos punto", "pontos ponto"),
    "sms": ("SMS", "SMS", "SMS"),
    "report": ("reports report", "informes informe reporte", "relatórios relatório"),
    "store": ("stores store shop branch", "tiendas tienda sucursal", "lojas loja filial"),
    "item": ("items item unit", "artículos artículo unidad", "itens item unidade"),
    "student": ("students student", "alumnos alumno estudiante", "alunos aluno estudante"),
    "course": ("courses course", "cursos curso", "cursos curso"),
    "booking": ("bookings booking reservation", "reservas reserva", "reservas reserva"),
    "km": ("km kilometre kilometer", "km kilómetro", "km quilômetro"),
    "kwh": ("kWh", "kWh", "kWh"),
}  # fmt: skip
"""What accounts count, by its name here: in each language the plural that is written, and what else is read."""

THING_NAMES = frozenset(THINGS)

MEASURES = frozenset({"gb", "mb", "tb", "second", "minute", "hour", "ms", "km", "kwh"})
"""What is measured rather than counted: a figure of one is none of another."""
KEPT_THINGS = words("user storage gb mb tb project license domain key environment database webhook model device")
"""What is held rather than consumed day by day."""

PERIODS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}
"""Lengths of time in days; of a month and a year as people reckon."""

ABOVE = words("above over exceeds exceeding exceed encima acima supera superan excede ultrapassa beyond")
BELOW = words("below under beneath debajo abaixo within dentro")
EACH = words("every each cada todos todas")
POINTS = words("at por from to a ao de desde hasta ate para vs versus frente contra against")
"""Words before a figure that stands for itself, and is no change: an end of "from 120 to 150", "at 49 €"."""
MAKES_UP = re.compile(r"ma[kd]es?|making|add(?:s|ed|ing)?|end(?:s|ed)?|set|sign(?:s|ed)?")
"""Verbs before "up" with which nothing rises."""

_TIME_WORDS = {
    "previous": "last previous prior pasado pasada anterior passado passada ayer yesterday ontem before",
    "current": "this current este esta actual atual corrente ongoing hoy today hoje",
}
_MONEY_KEYS = words(
    "amount price cost fee charge invoice bill balance importe precio coste costo factura monto saldo tarifa fatura"
    " valor preco custo mensalidade spend gasto gastos spent revenue revenues income earnings ingresos ingreso receita receitas faturamento facturacion"
    " debt deuda divida deposit deposits deposito depositos withdrawal withdrawals retirada retiradas refund"
    " refunds reembolso tax taxes iva impuesto imposto payout salary salario budget presupuesto orcamento"
    " subtotal payment pago pagamento cuesta custa costs owe owed debes deve due"
)
_NO_LABELS = words(
    "the a an of for in on to and or is are your my our his per with from by at it its monthly month total so far"
    " el la los las un una de del en y o tu su mi por para con al es son este mensual mes lleva que se ha has"
    " os as um uma do da dos das no na e ou seu sua meu minha em com ao mensal mes foi ja"
    " account cuenta conta current value name nombre nome data count number numero quantity cantidad quantidade"
    " usage status api resource recurso metric percent percentage porcentaje porcentagem percentual plan plano tier subscription suscripcion assinatura"
)

_CUES = {
    USED: r"us(?:ed?|age|ing|os?|ou|aste|amos|as|ad[oa]s?|aram|ei|a)|consum\w+|consom\w+|spen[dt]\w*|made|taken|occupied|exhausted"
    r"|gone|ran|llev\w+|hech[oa]s?|hiciste|hicieron|hizo|realiz\w+|gast\w+|utili[sz]\w+|ocupad[oa]s?|agotad[oa]s?|emplead[oa]s?"
    r"|ejecutad[oa]s?|executad[oa]s?|fez|fizeste|fizeram|feit[oa]s?|stor(?:ed|es|ing)|almacen(?:a|an|as)|armazen(?:a|am)|almacenad[oa]s?|armazenad[oa]s?|sent"
    r"|enviad[oa]s?|enviou|processed|procesad[oa]s?|processad[oa]s?|elapsed|transcurrid[oa]s?|decorrid[oa]s?|registrad[oa]s?",
    LIMIT: r"limit\w*|quotas?|cuotas?|cotas?|allow\w*|allotment|allowance|inclu\w+|maxim\w*|max|granted|otorgad[oa]s?|concedid[oa]s?|cap|capped|capacity|capacidade?"
    r"|permit\w*|budget|presupuesto|orcamento|tope|teto|franquia|contracted|contratad[oa]s?|entitle\w*",
    LEFT: r"left|leav(?:es|ing)|deja\w*|deix\w+|remain\w*|free|available|unused|spare|headroom|rest|resto|resta\w*|restem"
    r"|qued\w+|falta\w*|sobra\w*|disponib\w+|disponive\w+|libres?|livres?|margen|margem|vacantes?|vag[oa]s?|still|ainda|todavia|aun",
    CHANGE: r"more|less|fewer|higher|lower|increas\w+|decreas\w+|r[io]se|rising|grew|grown|growth|drop\w*|fell|fallen|mas|menos|mais"
    r"|aument\w+|subi\w+|sube|subida|creci\w+|cresce\w*|baj[oae]\w*|redu[czs]\w+|caiu|queda|diminu\w+|disminu\w+|incremento"
    r"|difference|diferencia|diferenca|superior|inferior|up|down|doubled|duplic\w+|dobrou|extra",
    TOTAL: r"total(?:s|es)?|totais|sums?|suman?|sumados?|somam|soma|somados?|together|juntos|juntas|altogether|combined|totali[sz]\w+",
    MEAN: r"averag\w*|avg|mean|promedio|media|medio",
    OVER: r"exce\w+|overage|superad[oa]s?|superaste|sobrepas\w+|ultrapass\w+|rebas\w+",
}  # fmt: skip
_CUE = {role: re.compile(pattern) for role, pattern in _CUES.items()}
CUE_PHRASES: Mapping[str, str] = {
    LEFT: """still have|still has|can still|to go|to use|to spend|not used|not yet used|can make|can add|may make|could make|can use|could use
        room for|below the limit|under the limit|short of the limit|until the limit|before the limit|below your limit
        under your limit|before you reach|before reaching|to reach the limit|away from the limit|from the limit|to spare
        aun tienes|todavia tienes|aun puedes|todavia puedes|puedes hacer|puedes anadir|puedes usar|sin usar|no usad|por usar|por gastar
        para llegar al limite|para alcanzar el limite|hasta el limite|por debajo del limite|antes del limite|del limite te separan
        ainda tem|ainda pode|ainda ha|pode fazer|pode adicionar|pode usar|sem usar|por usar|nao usad
        para chegar ao limite|para atingir o limite|ate o limite|abaixo do limite|antes do limite|nos proximos|en los proximos
        puedes crear|pode criar|can create|puedes invitar|pode convidar|can invite|has left""",
    OVER: """over the limit|above the limit|over your limit|above your limit|beyond the limit|beyond your limit|over quota
        por encima del limite|acima do limite|de mas|a mais do que o limite|mas alla del limite|alem do limite""",
    TOTAL: "in all|in total|en total|no total|ao todo|en conjunto|em conjunto|adds up|add up",
    LIMIT: "out of|up to|is capped at",
}  # fmt: skip

_UP = re.compile(
    r"more|higher|increas\w+|r[io]se|rising|grew|grown|growth|mas|mais|aument\w+|subi\w+|sube|creci\w+|cresce\w*|incremento|superior|up"
)
_DOWN = re.compile(
    r"less|fewer|lower|decreas\w+|drop\w*|fell|fallen|menos|baj[oae]\w*|redu[czs]\w+|caiu|queda|diminu\w+|disminu\w+|inferior|down"
)
STATES = {
    word: name
    for name, row in {
        "paid": "paid pagado pagada pagados pagadas pago pagos paga pagas quitada quitado cobrado cobrada settled",
        "overdue": "overdue vencido vencida vencidos vencidas atrasado atrasada atrasados atrasadas late impagada impago",
        "pending": "pending pendiente pendientes pendente pendentes outstanding unpaid unsettled",
        "active": "active activo activa activos activas ativo ativa ativos ativas enabled running online encendido ligado ejecución execução",
        "inactive": "inactive inactivo inactiva inactivos inactivas inativo inativa inativos inativas disabled stopped parado parada parados paradas detenido detenida offline apagado desligado",
        "failed": "failed fallido fallida fallidos fallidas falhou falharam falhado fallado fallaron fallo failing",
        "succeeded": "succeeded success successful exitoso exitosa exitosos exitosas completed ok passed sucesso",
        "open": "open abierto abierta abiertos abiertas aberto aberta abertos abertas",
        "closed": "closed cerrado cerrada cerrados cerradas fechado fechada fechados fechadas resolved resuelto resolvido",
        "cancelled": "cancelled canceled cancelado cancelada cancelados canceladas",
        "expired": "expired caducado caducada caducados caducadas expirado expirada expirados expiradas",
        "suspended": "suspended suspendido suspendida suspenso suspensa paused pausado pausada",
        "shipped": "shipped enviado enviada enviados enviadas dispatched",
        "delivered": "delivered entregado entregada entregados entregadas entregue entregues",
        "refunded": "refunded reembolsado reembolsada reembolsados reembolsadas",
        "admin": "admin admins administrator administrators administrador administradores administradora",
        "developer": "developer developers desarrollador desarrolladora desarrolladores desenvolvedor desenvolvedora desenvolvedores",
        "viewer": "viewer viewers lector lectores leitor leitores visualizador visualizadores espectador espectadores",
        "editor": "editor editors editores editora editoras",
        "owner": "owner owners propietario propietaria propietarios proprietario proprietaria dueno duena dono dona titular",
        "production": "production prod produccion producao",
        "trial": "trial prueba teste avaliacao",
    }.items()
    for word in row.split()
}
"""States and parts of people, under one name in three languages."""
UPGRADES = re.compile(
    r"\b(?:upgrad\w*|switch\w*|consider\w*|cambi\w*|mejor\w*|mud\w*|actualiz\w*|pasar\w*|pase|migr\w*|trocar)\b"
)
"""Words of advice: another plan than the account's own is meant."""

FUTURE = re.compile(
    r"\b(?:will|would|you'll|you'd|by the end|pace|at this rate|ritmo|projected|forecast|proyecc?i\w+|projec[aã]o|previs\w+|estim\w+|heading"
    r"|(?:lleg|acab|termin|us|gast|consum|alcanz|super|cheg|ultrapass|ating)\w*ra[sn]?|vas a|vai|ating\w+|fin de|end of|fim d[eo])\b"
)
NAME_CUES = words(
    "plan tier subscription package edition plano pacote assinatura suscripcion paquete edicion edicao project proyecto"
    " projeto account team equipo equipe workspace organization"
)
"""Words beside which the name of something stands."""
COMMON_OPENINGS = words(
    "your the in on at from you this that for with by as my our current to of and since until between during"
    " tu tus su sus mi el la los las en de del para por con hoy ayer entre desde hasta este esta actual nuestro"
    " o a os as em no na seu sua seus suas meu minha ao ate atual este nosso do da dos das ja e y"
)
"""Words with a capital at the begin of a sentence that are no names."""
PLAN_CUES = words("plan plano tier subscription suscripcion assinatura package paquete pacote")
PLAN_NAMES = words(
    "basic pro professional premium enterprise business starter standard plus gold silver platinum team growth scale"
    " ultimate free basico profesional profissional empresa empresarial empresas equipo equipe estandar padrao oro ouro"
    " plata prata platino platina gratis gratuito inicial avanzado avancado corporativo"
)
"""Names of plans that are names in lower case too, beside the word for plan."""

DATE_KINDS = {
    "renews": r"renew\w*|renov\w*|renuev\w*|reset\w*|reinici\w*|restablec\w*|next cycle",
    "due": r"due|venc\w*|venz\w*|expir\w*|caduc\w*|pay\w*|pag[aoue]\w*",
    "starts": r"start\w*|beg[aiu]n\w*|since|desde|inici\w*|comec\w*|comenz\w*|empez\w*|creat\w*|cread\w*|criad\w*",
    "ends": r"end|ends|ending|fin|fim|termin\w*|acab\w*|finali[sz]\w*|cierr\w*|encerr\w*|clos\w*",
    "today": r"today|hoy|hoje|now|as of|asof",
}
_DATE_KIND = {kind: re.compile(rf"\b(?:{pattern})\b") for kind, pattern in DATE_KINDS.items()}
PERIOD_WORDS = words("cycle period ciclo periodo")


def _read_forms() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, rows in THINGS.items():
        for row in rows:
            found |= dict.fromkeys(map(_singular, fold(row).split()), name)
    for name, row in _TIME_WORDS.items():
        found |= dict.fromkeys(row.split(), name)
    months = month_numbers(MONTHS)
    return found | {word: f"month {number}" for word, number in months.items()}


def _singular(word: str) -> str:
    """Return a folded word without the sign of its plural, as near as the comparison needs."""
    if len(word) < 4 or not word.endswith("s"):
        return word
    for plural, single in (("coes", "cao"), ("soes", "sao"), ("ciones", "cion"), ("siones", "sion"), ("ens", "em"),
                           ("enes", "en"), ("ries", "ry"), ("ores", "or")):  # fmt: skip
        if word.endswith(plural):
            return word[: -len(plural)] + single
    return word[:-1]


_NAMES = _read_forms()


@lru_cache(maxsize=4096)
def name_of(word: str) -> str:
    """Return the name under which a folded word compares: one for all languages where it is known."""
    return _NAMES.get(word) or _NAMES.get(_singular(word)) or _singular(word)


@lru_cache(maxsize=4096)
def role_of(word: str) -> str:
    """Return what a folded word says that a figure is, "" for nothing."""
    return next((role for role, pattern in _CUE.items() if pattern.fullmatch(word)), "")


@lru_cache(maxsize=4096)
def direction_of(word: str) -> int:
    """Return 1 for a folded word that says that something is more, -1 for less, 0 for others."""
    return 1 if _UP.fullmatch(word) else -1 if _DOWN.fullmatch(word) else 0


def is_label(word: str) -> bool:
    """Whether a folded word of the data tells one figure from another."""
    return len(word) > 1 and not word.isdecimal() and word not in _NO_LABELS and not role_of(word)


def is_money_key(word: str) -> bool:
    """Whether a folded word names an amount of money; the plural of an invoice is counted."""
    return word in _MONEY_KEYS


def date_kind(folded: str) -> str:
    """Return what a date is of, by the last word of a folded text that says so; "" where none does."""
    found = [(match.end(), kind) for kind, pattern in _DATE_KIND.items() for match in pattern.finditer(folded)]
    return max(found)[1] if found else ""


def written(thing: str, language: str) -> str:
    """Return the plural of a thing in a language, as it is written in a sentence."""
    rows = THINGS.get(thing)
    return thing if rows is None else rows[("en", "es", "pt").index(language)].split()[0]
