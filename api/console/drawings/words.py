"""The words of a drawn round, in Portuguese and English: cards, chances, choices, causes, money.

A word that nobody wrote here is said as the table says it, with spaces for underscores: the
vocabulary is open, and an unknown word is evidence.
"""

from collections.abc import Mapping
from typing import Final

from ledger.text.amounts import Style, chip_text, figure_text
from projections.replay.kit.cards import DECK

Two = tuple[str, str]
"""Portuguese, English."""
NBSP: Final = "\u00a0"

RANKS: Final[Mapping[str, Two]] = {
    "A": ("ás", "ace"),
    "K": ("rei", "king"),
    "Q": ("dama", "queen"),
    "J": ("valete", "jack"),
    "T": ("dez", "ten"),
}
SUITS: Final[Mapping[str, Two]] = {
    "s": ("espadas", "spades"),
    "h": ("copas", "hearts"),
    "d": ("ouros", "diamonds"),
    "c": ("paus", "clubs"),
}
TILES: Final[Mapping[str, Two]] = {
    "bambu": ("bambu", "bamboo"),
    "numero": ("número", "character"),
    "circulo": ("círculo", "circle"),
    "este": ("vento este", "east wind"),
    "sul": ("vento sul", "south wind"),
    "oeste": ("vento oeste", "west wind"),
    "norte": ("vento norte", "north wind"),
    "encarnada": ("encarnada", "red dragon"),
    "branca": ("branca", "white"),
    "verde": ("verde", "green dragon"),
}
CHANCES: Final[Mapping[str, Two]] = {
    "pleno": ("pleno", "straight up"),
    "cavalo": ("cavalo", "split"),
    "rua": ("rua", "street"),
    "quadro": ("quadro", "corner"),
    "linha": ("linha", "line"),
    "duzia": ("dúzia", "dozen"),
    "coluna": ("coluna", "column"),
    "cavalo_de_duzia": ("cavalo de dúzia", "split dozens"),
    "cavalo_de_coluna": ("cavalo de coluna", "split columns"),
    "par": ("par", "even"),
    "impar": ("ímpar", "odd"),
    "menor": ("1 a 18", "1 to 18"),
    "maior": ("19 a 36", "19 to 36"),
    "encarnado": ("encarnado", "red"),
    "preto": ("preto", "black"),
    "vermelho": ("vermelho", "red"),
    "serie_grande": ("série grande", "large series"),
    "serie_pequena": ("série pequena", "small series"),
    "serie_0_2_3": ("série 0-2-3", "series 0-2-3"),
    "serie_5_8": ("série 5-8", "series 5-8"),
    "vadios": ("órfãos", "orphans"),
    "orfaos": ("órfãos", "orphans"),
    "vizinhos": ("vizinhos do", "neighbours of"),
    "terminacao": ("terminação", "final"),
    "pequeno": ("pequeno", "small"),
    "grande": ("grande", "big"),
    "ases": ("ases", "aces"),
    "dois_numeros": ("dois números", "two numbers"),
    "tres_numeros": ("três números", "three numbers"),
    "quatro_numeros": ("quatro números", "four numbers"),
    "seis_numeros": ("seis números", "six numbers"),
    "oito_numeros": ("oito números", "eight numbers"),
    "doze_numeros": ("doze números", "twelve numbers"),
    "seccao": ("secção", "section"),
    "pass_line": ("pass line", "pass line"),
    "dont_pass_line": ("don't pass", "don't pass"),
    "come": ("come", "come"),
    "dont_come": ("don't come", "don't come"),
    "odds": ("odds", "odds"),
    "field": ("field", "field"),
    "big_6": ("big 6", "big 6"),
    "big_8": ("big 8", "big 8"),
    "hardway": ("par de", "hardway"),
    "under_seven": ("menos de 7", "under seven"),
    "over_seven": ("mais de 7", "over seven"),
    "craps": ("craps", "any craps"),
    "numero_favor": ("a favor do", "place to win"),
    "numero_contra": ("contra o", "place to lose"),
    **{f"total_{n}": (f"total {n}", f"total {n}") for n in (2, 3, 7, 11, 12)},
    "numero": ("número", "number"),
    "dois_dados": ("dois dados", "two dice"),
    "trio": ("trio de", "triple"),
    "qualquer_trio": ("qualquer trio", "any triple"),
    "total": ("total", "total"),
    "inicial": ("inicial", "ante"),
    "empate": ("empate", "tie"),
    "desafio": ("desafio", "challenge"),
    "desafiar": ("desafio", "challenge"),
    "principal": ("principal", "main"),
    "complementar": ("complementar", "behind"),
    "jackpot": ("acumulado", "jackpot"),
    "acumulado": ("acumulado", "jackpot"),
    "progressivo": ("progressivo", "progressive"),
    "adicional": ("adicional", "raise"),
    "segunda": ("segunda", "raise"),
    "vou": ("vou", "call"),
    "seguro": ("seguro", "insurance"),
    "duplica": ("duplicação", "double"),
    "desdobra": ("desdobramento", "split"),
    "ponto": ("ponto", "player"),
    "banca": ("banca", "banker"),
    "par_do_ponto": ("par do ponto", "player pair"),
    "par_da_banca": ("par da banca", "banker pair"),
    "banco": ("banco", "banco"),
    "com_a_mesa": ("com a mesa", "with the table"),
    "suivi": ("suivi", "suivi"),
    "seul": ("seul", "alone"),
    "pequena_aposta": ("pequena aposta", "small blind"),
    "grande_aposta": ("grande aposta", "big blind"),
    "ante": ("entrada", "ante"),
    "entrada": ("entrada", "ante"),
    "lugar": ("lugar", "place"),
    "bingo": ("bingo", "bingo"),
    "quatro_cantos": ("quatro cantos", "four corners"),
    "figura": ("figura", "figure"),
    "horizontal": ("linha horizontal", "horizontal line"),
    "vertical": ("linha vertical", "vertical line"),
    "diagonal": ("diagonal", "diagonal"),
}
ACTIONS: Final[Mapping[str, Two]] = {
    "pede": ("pede carta", "asks for a card"),
    "fica": ("fica", "stands"),
    "desdobra": ("desdobra", "splits"),
    "duplica": ("duplica", "doubles"),
    "desiste": ("desiste de metade", "surrenders half"),
    "seguro": ("faz seguro", "takes insurance"),
    "par_dinheiro": ("aceita par a dinheiro", "takes even money"),
    "desafiar": ("desafia", "challenges"),
    "perder_metade": ("perde metade", "gives up half"),
    "desistir": ("desiste", "folds"),
    "desistencia": ("desiste", "folds"),
    "acompanhar": ("acompanha", "calls"),
    "passar": ("passa", "checks"),
    "apostar": ("aposta", "bets"),
    "repicar": ("repica", "raises"),
    "estardilho": ("estardilho", "straddles"),
    "restardilho": ("restardilho", "restraddles"),
    "ante": ("põe a entrada", "antes"),
    "passo": ("diz passo", "says pass"),
    "vou": ("diz vou", "says call"),
    "adicional": ("põe a adicional", "raises"),
    "aceitar": ("aceita", "calls"),
    "elevar": ("eleva", "raises"),
    "redobrar": ("redobra", "re-raises"),
}
ANNOUNCED: Final[Mapping[str, Two]] = {
    "nada_mais": ("“Nada mais”", "“No more bets”"),
    "resultado": ("Anuncia o resultado", "Announces the result"),
    "marcador": ("Põe o marcador", "Places the marker"),
    "chance": ("Anuncia a chance", "Announces the chance"),
    "ponto_fixado": ("Ponto fixado", "Point set"),
    "luzes": ("Luzes do número", "Lights of the number"),
    "ponto": ("Anuncia o ponto", "Announces the player's points"),
    "banca": ("Anuncia a banca", "Announces the banker's points"),
    "par_do_ponto": ("Anuncia par do ponto", "Announces player pair"),
    "par_da_banca": ("Anuncia par da banca", "Announces banker pair"),
    "carta": ("“Carta”", "“Card”"),
    "nao": ("“Não”", "“No”"),
    "abate": ("Abate as cartas", "Lays the cards down"),
    "limite_alterado": ("Limite alterado", "Limit changed"),
    "vejam_o_vosso_jogo": ("“Vejam o vosso jogo”", "“Look at your hands”"),
    "banca_qualifica": ("Banca vai a jogo", "Bank plays"),
    "capital_desfalcado": ("Capital desfalcado", "Capital short"),
    "forma_distribuicao": ("Forma de distribuição", "Way of dealing"),
    "last_coup": ("Último golpe", "Last coup"),
}
CAUSES: Final[Mapping[str, Two]] = {
    "fichas": ("fichas no prato", "chips in the wheel"),
    "bola": ("outra bola no prato", "another ball in the wheel"),
    "objeto": ("objeto no prato", "an object in the wheel"),
    "object": ("objeto", "an object"),
    "defeito": ("defeito", "a defect"),
    "fratura": ("fratura", "a fracture"),
    "desaparecimento": ("desaparecimento", "a disappearance"),
    "off_table": ("fora da mesa", "off the table"),
    "fallen": ("caídos", "fallen"),
    "broken": ("partido", "broken"),
    "in_cup": ("no copo", "in the cup"),
    "no_copo": ("no copo", "in the cup"),
    "not_past_middle": ("não passaram o meio", "not past the middle"),
    "overlapping": ("sobrepostos", "overlapping"),
    "sobrepostos": ("sobrepostos", "overlapping"),
    "leaning": ("encostado", "leaning"),
    "illegible": ("ilegível", "illegible"),
    "own": ("por sua vontade", "own choice"),
    "late": ("tarde", "late"),
    "refused": ("recusada", "refused"),
    "moved": ("mudou de lugar", "moved"),
    "cut": ("reduzida", "cut"),
    "covered": ("coberta", "covered"),
    "not_covered": ("não coberta", "not covered"),
    "rede": ("falha da rede", "network failure"),
    "avaria": ("avaria", "breakdown"),
    "reclamacao": ("reclamação", "a complaint"),
    "opening": ("à abertura", "at the opening"),
    "coup": ("antes do golpe", "before the coup"),
    "flop": ("antes das três comuns", "before the flop"),
    "turn": ("antes da quarta", "before the turn"),
    "rio": ("antes da quinta", "before the river"),
    "challenge": ("do desafio", "of the challenge"),
    "remedy": ("remédio", "remedy"),
    "lost": ("perdida", "lost"),
    "tie": ("empate", "tie"),
    "left": ("saiu", "left"),
    "shoe": ("fim do sabot", "end of the shoe"),
    "operator": ("do operador", "the operator's"),
    "player": ("do jogador", "the player's"),
    "left_direction": ("para a esquerda", "to the left"),
    "undecided": ("demora", "undecided"),
    "slow": ("demora", "slow"),
    "dados_partidos": ("dados partidos", "broken dice"),
    "carta_danificada": ("carta danificada", "a damaged card"),
    "numero_de_cartas": ("número de cartas errado", "wrong number of cards"),
    "carta_descoberta": ("carta descoberta", "an exposed card"),
    "avaria_do_baralhador": ("avaria do baralhador", "shuffler breakdown"),
    "lapso_incorrigivel": ("lapso sem correção", "a slip beyond remedy"),
    "cartas_caidas": ("cartas caídas", "fallen cards"),
    "carta_exposta": ("carta exposta", "an exposed card"),
    "sim": ("sim", "yes"),
    "ganha": ("ganha", "wins"),
    "perde": ("perde", "loses"),
    "seguida": ("seguida", "in a row"),
}
CLAIMS: Final[Mapping[str, Two]] = {
    "chi": ("ch'i", "ch'i"),
    "pong": ("p'óng", "p'óng"),
    "kong": ("k'óng", "k'óng"),
    "kong_fechado": ("k'óng fechado", "closed k'óng"),
    "ganho": ("mah-jong", "mah-jong"),
}
COLOURS: Final[Mapping[int, Two]] = {
    1: ("azul", "blue"),
    2: ("laranja", "orange"),
    3: ("verde", "green"),
    4: ("rosa", "pink"),
}


def spoken(word: str) -> str:
    """Return a code as a reader sees it where nobody wrote words for it."""
    return word.replace("_", " ").strip()


class Words:
    """The words of a language."""

    def __init__(self, language: str = "pt", currency: str = "") -> None:
        """Speak ``pt`` or ``en``."""
        self.language: Style = "en" if language == "en" else "pt"
        self.currency = currency
        self._at = 1 if self.language == "en" else 0

    def __call__(self, pt: str, en: str) -> str:
        """Return the one of two texts that is in the language."""
        return en if self._at else pt

    def of(self, table: Mapping[str, Two], word: str) -> str:
        """Return a table's word; the code itself where the table has none."""
        two = table.get(word)
        return spoken(word) if two is None else two[self._at]

    def rank(self, card: str | None) -> tuple[str, str]:
        """Return a card's rank and suit as it is drawn; ``?`` for what no deck has."""
        if card is None:
            return "", ""
        if card not in DECK:
            return "?", ""
        return ("10" if card[0] == "T" else card[0]), card[1]

    def card(self, card: str | None) -> str:
        """Say a card: ``rei de copas``."""
        if card is None:
            return self("carta virada para baixo", "card face down")
        if card not in DECK:
            return self(f"carta ilegível: {card}", f"unreadable card: {card}")
        rank, suit = card
        name = RANKS[rank][self._at] if rank in RANKS else rank
        return self(f"{name} de {SUITS[suit][0]}", f"{name} of {SUITS[suit][1]}")

    def tile(self, tile: str | None) -> str:
        """Say a piece of mah-jong: ``bambu 6``."""
        if tile is None:
            return self("pedra virada para baixo", "piece face down")
        group, _, number = tile.partition("-")
        return f"{self.of(TILES, group)} {number}".strip()

    def chance(self, chance: str, selection: str = "") -> str:
        """Say a chance and what of it."""
        said = self.of(CHANCES, chance)
        return f"{said} {selection}" if selection else said

    def seat(self, seat: int | None) -> str:
        """Say a seat: ``lugar 3``; 0 is the bank."""
        if seat is None:
            return self("um lugar", "a seat")
        return self("banca", "bank") if seat == 0 else self(f"lugar {seat}", f"seat {seat}")

    def action(self, action: str) -> str:
        """Say a choice, in the third person."""
        return self.of(ACTIONS, action)

    def cause(self, cause: str) -> str:
        """Say why something was null, void, withdrawn."""
        return self.of(CAUSES, cause)

    def money(self, units: int, *, signed: bool = False) -> str:
        """Say an amount of minor units, as every page writes it."""
        return figure_text(units, self.currency, self.language, signed=signed)

    def chip(self, units: int) -> str:
        """Say an amount as short as it fits a chip: no cents where there are none.

        >>> Words().chip(500), Words().chip(1250), Words("en").chip(1250)
        ('5', '12,5', '12.5')
        """
        return chip_text(units, self.currency, self.language)

    def numbers(self, count: int, one: Two, more: Two) -> str:
        """Say how many there are of something."""
        return f"{count}{NBSP}{(one if count == 1 else more)[self._at]}"

    def ordinal(self, number: int) -> str:
        """Say which one: ``3.º``."""
        if self._at == 0:
            return f"{number}.º"
        teen = number % 100 in {11, 12, 13}
        return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
