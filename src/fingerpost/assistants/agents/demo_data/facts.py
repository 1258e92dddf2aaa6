"""Reference data of the demo store: Brazilian cities, product categories, seasonality and review texts."""

from __future__ import annotations

from typing import NamedTuple


class City(NamedTuple):
    """A city: its state, coordinates, postal code prefixes, and share of customers."""

    name: str
    state: str
    lat: float
    lng: float
    codes: range
    share: float


class Category(NamedTuple):
    """A product category: names, share of sales, typical price in reais and typical weight in grams."""

    name: str
    english: str
    share: float
    price: float
    weight: float


_CITIES = """
SP 42 1000 19999 | sao paulo -23.55 -46.63 18; campinas -22.91 -47.06 4; guarulhos -23.46 -46.53 3; sao bernardo do
  campo -23.69 -46.56 2.5; santo andre -23.66 -46.53 2.2; osasco -23.53 -46.79 2; santos -23.96 -46.33 2; sorocaba
  -23.50 -47.46 1.8; sao jose dos campos -23.18 -45.88 1.8; jundiai -23.19 -46.88 1.6; ribeirao preto -21.18 -47.81
  1.5; piracicaba -22.73 -47.65 1.2; bauru -22.31 -49.06 1; barueri -23.51 -46.88 1; mogi das cruzes -23.52 -46.19 1;
  praia grande -24.01 -46.41 .9; sao jose do rio preto -20.82 -49.38 .9; ibitinga -21.76 -48.83 .3; limeira -22.56
  -47.40 .7; americana -22.74 -47.33 .6; taubate -23.03 -45.56 .7; diadema -23.69 -46.62 .8; maua -23.67 -46.46 .7;
  franca -20.54 -47.40 .6 //
RJ 12.9 20000 28999 | rio de janeiro -22.91 -43.17 54; niteroi -22.88 -43.10 7; nova iguacu -22.76 -43.45 4; sao
  goncalo -22.83 -43.05 4; duque de caxias -22.79 -43.31 3.5; campos dos goytacazes -21.75 -41.32 3; petropolis -22.51
  -43.18 3; volta redonda -22.52 -44.10 2; macae -22.37 -41.79 2; nova friburgo -22.29 -42.53 1.5 //
MG 11.7 30000 39999 | belo horizonte -19.92 -43.94 24; contagem -19.93 -44.05 4; uberlandia -18.92 -48.28 4; juiz de
  fora -21.76 -43.35 4; betim -19.97 -44.20 2.5; montes claros -16.73 -43.86 2; uberaba -19.75 -47.93 2; ipatinga
  -19.47 -42.54 1.5; pocos de caldas -21.79 -46.56 1.2; divinopolis -20.14 -44.89 1.2; governador valadares -18.85
  -41.95 1; varginha -21.55 -45.43 .8 //
RS 5.5 90000 99999 | porto alegre -30.03 -51.23 25; caxias do sul -29.17 -51.18 6; canoas -29.92 -51.18 4; pelotas
  -31.77 -52.34 4; santa maria -29.68 -53.81 4; novo hamburgo -29.69 -51.13 3; gravatai -29.94 -50.99 2; passo fundo
  -28.26 -52.41 2; rio grande -32.03 -52.10 2 //
PR 5.1 80000 87999 | curitiba -25.43 -49.27 31; londrina -23.31 -51.16 8; maringa -23.42 -51.94 7; sao jose dos
  pinhais -25.53 -49.20 4; ponta grossa -25.09 -50.16 3; cascavel -24.96 -53.46 3; foz do iguacu -25.55 -54.59 3;
  colombo -25.29 -49.22 2; guarapuava -25.39 -51.46 1 //
SC 3.7 88000 89999 | florianopolis -27.59 -48.55 15; joinville -26.30 -48.85 10; blumenau -26.92 -49.07 8; sao jose
  -27.61 -48.64 6; itajai -26.91 -48.66 5; chapeco -27.10 -52.62 4; criciuma -28.68 -49.37 4; balneario camboriu
  -26.99 -48.63 4; jaragua do sul -26.49 -49.07 3 //
BA 3.4 40000 48999 | salvador -12.97 -38.50 37; feira de santana -12.27 -38.97 7; vitoria da conquista -14.87 -40.84
  4; lauro de freitas -12.89 -38.33 4; ilheus -14.79 -39.05 3; camacari -12.70 -38.32 3; barreiras -12.15 -44.99 2;
  porto seguro -16.45 -39.06 2 //
DF 2.2 70000 72799 | brasilia -15.79 -47.88 100 //
ES 2 29000 29999 | vitoria -20.32 -40.34 20; vila velha -20.33 -40.29 22; serra -20.13 -40.31 16; cariacica -20.26
  -40.42 8; cachoeiro de itapemirim -20.85 -41.11 5; linhares -19.39 -40.07 4 //
GO 2 73700 76799 | goiania -16.68 -49.25 35; anapolis -16.33 -48.95 8; aparecida de goiania -16.82 -49.24 7; rio verde
  -17.80 -50.92 4; luziania -16.25 -47.95 3; catalao -18.17 -47.94 2 //
PE 1.7 50000 56999 | recife -8.05 -34.88 37; jaboatao dos guararapes -8.11 -35.01 9; olinda -8.01 -34.86 7; caruaru
  -8.28 -35.97 6; petrolina -9.39 -40.50 5; paulista -7.94 -34.87 4 //
CE 1.3 60000 63999 | fortaleza -3.73 -38.53 49; caucaia -3.74 -38.66 4; juazeiro do norte -7.21 -39.32 4; sobral -3.69
  -40.35 3; maracanau -3.88 -38.63 3 //
PA 1 66000 68899 | belem -1.46 -48.49 45; ananindeua -1.37 -48.37 9; santarem -2.44 -54.71 6; maraba -5.37 -49.12 5;
  parauapebas -6.07 -49.90 4 //
MT .9 78000 78899 | cuiaba -15.60 -56.10 30; rondonopolis -16.47 -54.64 9; varzea grande -15.65 -56.13 8; sinop -11.86
  -55.51 7 //
MA .75 65000 65999 | sao luis -2.53 -44.30 44; imperatriz -5.53 -47.48 8; timon -5.09 -42.84 3 //
MS .72 79000 79999 | campo grande -20.44 -54.65 45; dourados -22.22 -54.81 12; tres lagoas -20.79 -51.70 7 //
PB .54 58000 58999 | joao pessoa -7.12 -34.86 42; campina grande -7.23 -35.88 15; cabedelo -6.98 -34.83 4 //
PI .5 64000 64999 | teresina -5.09 -42.80 53; parnaiba -2.90 -41.78 6; picos -7.08 -41.47 3 //
RN .49 59000 59999 | natal -5.79 -35.21 50; mossoro -5.19 -37.34 12; parnamirim -5.91 -35.26 9 //
AL .42 57000 57999 | maceio -9.65 -35.73 60; arapiraca -9.75 -36.66 9 //
SE .35 49000 49999 | aracaju -10.91 -37.07 62; nossa senhora do socorro -10.86 -37.13 6 //
TO .28 77000 77999 | palmas -10.18 -48.33 35; araguaina -7.19 -48.21 12; gurupi -11.73 -49.07 7 //
RO .25 76800 76999 | porto velho -8.76 -63.90 37; ji-parana -10.88 -61.95 12; vilhena -12.74 -60.15 7 //
AM .15 69000 69299 | manaus -3.12 -60.02 95; parintins -2.63 -56.74 2 //
AC .08 69900 69999 | rio branco -9.97 -67.81 87; cruzeiro do sul -7.63 -72.67 5 //
AP .07 68900 68999 | macapa .04 -51.07 80; santana -.06 -51.18 10 //
RR .05 69300 69399 | boa vista 2.82 -60.67 95; rorainopolis .94 -60.44 3
"""
"""Per state: share of customers and code range; then each city with latitude, longitude and share of the state."""

_CATEGORIES = """
cama_mesa_banho bed_bath_table 10 80 1800; beleza_saude health_beauty 8.8 75 700; esporte_lazer sports_leisure 7.8 80
1200; moveis_decoracao furniture_decor 7.6 70 2500; informatica_acessorios computers_accessories 7.1 85 600;
utilidades_domesticas housewares 6.3 60 2200; relogios_presentes watches_gifts 5.4 130 400; telefonia telephony 4.1 30
250; ferramentas_jardim garden_tools 3.9 70 2400; automotivo auto 3.8 90 2000; brinquedos toys 3.7 80 1500; cool_stuff
cool_stuff 3.4 120 1800; perfumaria perfumery 3.1 90 450; bebes baby 2.8 90 2500; eletronicos electronics 2.5 30 350;
papelaria stationery 2.3 55 1300; fashion_bolsas_e_acessorios fashion_bags_accessories 1.8 45 450; pet_shop pet_shop
1.8 70 2700; moveis_escritorio office_furniture 1.5 140 9000; consoles_games consoles_games 1 60 500; malas_acessorios
luggage_accessories 1 110 2600; construcao_ferramentas_construcao construction_tools_construction .9 90 2500;
eletrodomesticos home_appliances .7 80 2200; instrumentos_musicais musical_instruments .6 150 2400; eletroportateis
small_appliances .6 160 4500; casa_construcao home_construction .55 80 3000; livros_interesse_geral
books_general_interest .5 50 700; alimentos food .45 45 900; moveis_sala furniture_living_room .45 110 6500;
casa_conforto home_comfort .4 75 2200; bebidas drinks .35 45 1500; audio audio .33 90 700; market_place market_place
.28 80 1500; construcao_ferramentas_iluminacao construction_tools_lights .27 70 1300; climatizacao air_conditioning
.27 110 4300; moveis_cozinha_area_de_servico_jantar_e_jardim kitchen_dining_laundry_garden_furniture .25 120 8000;
alimentos_bebidas food_drink .25 45 1200; industria_comercio_e_negocios industry_commerce_and_business .24 95 3500;
livros_tecnicos books_technical .24 60 900; telefonia_fixa fixed_telephony .24 90 700; fashion_calcados fashion_shoes
.24 75 800; eletrodomesticos_2 home_appliances_2 .22 300 9500; construcao_ferramentas_jardim costruction_tools_garden
.22 80 1500; agro_industria_e_comercio agro_industry_and_commerce .19 140 5000; artes art .19 60 1000; pcs computers
.18 900 6500; sinalizacao_e_seguranca signaling_and_security .18 75 1500; construcao_ferramentas_seguranca
construction_tools_safety .17 90 1200; artigos_de_natal christmas_supplies .14 45 1600; fashion_roupa_masculina
fashion_male_clothing .12 65 450; fashion_underwear_e_moda_praia fashion_underwear_beach .12 55 350; moveis_quarto
furniture_bedroom .1 140 9500; construcao_ferramentas_ferramentas costruction_tools_tools .09 110 1800;
tablets_impressao_imagem tablets_printing_image .08 80 700; portateis_casa_forno_e_cafe
small_appliances_home_oven_and_coffee .07 500 7000; cine_foto cine_photo .07 70 600; dvds_blu_ray dvds_blu_ray .06 60
400; livros_importados books_imported .06 70 800; fashion_roupa_feminina fashio_female_clothing .05 50 400;
artigos_de_festas party_supplies .04 55 800; musica music .04 110 500; moveis_colchao_e_estofado
furniture_mattress_and_upholstery .04 110 9000; fashion_esporte fashion_sport .03 60 450; flores flowers .03 35 900;
artes_e_artesanato arts_and_craftmanship .02 60 700; casa_conforto_2 home_comfort_2 .03 45 1700; fraldas_higiene
diapers_and_hygiene .04 40 1100; la_cuisine la_cuisine .02 120 3000; cds_dvds_musicais cds_dvds_musicals .02 50 400;
fashion_roupa_infanto_juvenil fashion_childrens_clothes .01 60 350; seguros_e_servicos security_and_services .01 130
500; pc_gamer pc_gamer .01 250 3000; portateis_cozinha_e_preparadores_de_alimentos portable_kitchen_food_preparers .02
240 3500
"""

MONTHLY_ORDERS = {
    2016: (0, 0, 0, 0, 0, 0, 0, 0, 5, 320, 15, 25),
    2017: (800, 1750, 2650, 2400, 3650, 3250, 4000, 4300, 4250, 4600, 6000, 5650),
    2018: (7200, 6700, 7150, 6900, 6850, 6150, 6300, 6500, 25, 5),
}
"""Order weights by month: a growing store; November without the Black Friday peak below."""

PEAK_DAYS = {(11, 23): 2.2, (11, 24): 8.0, (11, 25): 3.2, (11, 26): 2.2, (11, 27): 1.8, (5, 12): 1.3, (8, 10): 1.2}
"""Factors of peak days of 2017, by month and day: Black Friday, mothers' and fathers' day."""

HOUR_WEIGHTS = (24, 11, 5, 3, 2, 2, 5, 12, 29, 48, 61, 65, 60, 65, 66, 65, 67, 61, 58, 60, 62, 62, 58, 41)
WEEKDAY_WEIGHTS = (1.1, 1.1, 1.07, 1.02, 0.97, 0.75, 0.83)

STATUS_WEIGHTS = {
    "delivered": 97.0,
    "shipped": 1.1,
    "canceled": 0.63,
    "unavailable": 0.61,
    "invoiced": 0.32,
    "processing": 0.3,
    "created": 0.03,
    "approved": 0.01,
}

EXTRA_DELIVERY_DAYS = {
    "SP": 0.0, "RJ": 1.5, "MG": 1.5, "PR": 1.5, "ES": 2.5, "SC": 2.5, "DF": 2.5, "GO": 3.0, "MS": 3.5, "RS": 3.5,
    "BA": 5.0, "TO": 6.0, "MT": 6.0, "SE": 7.0, "PE": 6.5, "PB": 7.0, "RN": 7.0, "AL": 7.5, "PI": 7.0, "CE": 7.5,
    "MA": 8.0, "RO": 8.0, "PA": 9.5, "AC": 9.0, "AM": 11.0, "AP": 12.0, "RR": 13.0,
}  # fmt: skip
"""Additional delivery days per state, compared with São Paulo."""

SELLER_SHARES = {
    "SP": 60.0, "PR": 11.3, "MG": 8.0, "SC": 6.2, "RJ": 5.5, "RS": 4.2, "GO": 1.3, "DF": 1.0, "ES": 0.8, "BA": 0.6,
    "CE": 0.4, "PE": 0.3, "PB": 0.2, "RN": 0.2, "MS": 0.2, "MT": 0.1,
}  # fmt: skip

REVIEW_SCORE_WEIGHTS = {"on time": (8, 3, 8, 20, 61), "late": (46, 9, 12, 13, 20), "never": (57, 9, 10, 8, 16)}
"""Weights of one to five stars, by delivery outcome."""

REVIEW_TITLES = {
    1: ("Não recomendo", "Péssimo", "Produto não chegou", "Decepcionada", "Nunca mais"),
    2: ("Atrasou", "Esperava mais", "Veio errado", "Não gostei"),
    3: ("Regular", "Mais ou menos", "Ok", "Entrega demorada"),
    4: ("Bom", "Gostei", "Muito bom", "Boa compra"),
    5: ("Recomendo", "Super recomendo", "Ótimo", "Excelente", "Perfeito", "Amei"),
}
REVIEW_MESSAGES = {
    1: (
        "Ainda não recebi o produto e ninguém responde.",
        "Comprei dois e veio apenas um, quero meu dinheiro de volta.",
        "O produto chegou quebrado.",
        "Produto diferente do anúncio, péssima qualidade.",
        "A entrega atrasou muito e a loja não deu retorno.",
    ),
    2: (
        "Chegou depois do prazo e a embalagem estava aberta.",
        "A qualidade deixa a desejar pelo preço.",
        "Veio na cor errada.",
        "Faltou uma peça na caixa.",
    ),
    3: (
        "O produto é bom, mas a entrega demorou.",
        "Atende ao que preciso, nada além disso.",
        "O tamanho é menor do que parece na foto.",
    ),
    4: (
        "Gostei do produto, chegou dentro do prazo.",
        "Boa qualidade, só a embalagem poderia ser melhor.",
        "Entrega rápida e produto conforme a descrição.",
    ),
    5: (
        "Produto excelente, chegou antes do prazo!",
        "Muito bom, recomendo a loja.",
        "Adorei, superou as minhas expectativas.",
        "Chegou tudo certinho e bem embalado.",
        "Ótimo preço e entrega rápida, comprarei mais vezes.",
        "Perfeito, igual à foto.",
    ),
}


def cities() -> list[City]:
    """Return all cities, with shares of the whole country and a range of the codes of their state."""
    found = []
    for line in " ".join(_CITIES.split()).replace(" | ", "|").split("//"):
        head, _, tail = line.strip().partition("|")
        if not head:
            continue
        state, share, first, last = head.split()
        entries = [entry.strip().rsplit(" ", 3) for entry in tail.split(";")]
        whole = sum(float(entry[3]) for entry in entries)
        width = (int(last) - int(first) + 1) // len(entries)
        for number, (name, lat, lng, part) in enumerate(entries):
            start = int(first) + number * width
            codes = range(start, start + width)
            found.append(City(name, state, float(lat), float(lng), codes, float(share) * float(part) / whole))
    return found


def categories() -> list[Category]:
    """Return all product categories."""
    entries = (entry.split() for entry in _CATEGORIES.split(";"))
    return [Category(name, english, *map(float, numbers)) for name, english, *numbers in entries]
