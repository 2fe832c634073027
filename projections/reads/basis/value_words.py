"""The expected and recorded values of findings in both languages: written once, read in either.

A check that judges what happens between rounds writes in English, one that replays a game in the
law's own words; names, amounts and times stand in both as they are.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

Language = Literal["pt", "en"]
ENGLISH: Final[tuple[tuple[str, str], ...]] = (
    # the log and its sources
    ("a signature by a key of the source that is in force",
     "uma assinatura por chave da fonte que esteja em vigor"),
    ("the event that follows the source's last", "o evento que se segue ao último da fonte"),
    ("a canonical event of a known kind", "um evento canónico de espécie conhecida"),
    ("a source whose role may say it", "uma fonte a cujo papel caiba dizê-lo"),
    ("{}: 1 submissions in the name of {}", "{}: 1 envio em nome de {}"),
    ("{}: {} submissions in the name of {}", "{}: {} envios em nome de {}"),
    ("{}; {} is another event", "{}; {} é outro evento"),
    ("{}; not filled in time", "{}; não preenchida a tempo"),
    ("gap", "lacuna"), ("fork", "bifurcação"), ("repeated-fork", "bifurcação já vista"),
    ("more-forks", "mais bifurcações"), ("unknown-source", "fonte desconhecida"),
    ("not-canonical", "não canónico"), ("unknown-kind", "espécie desconhecida"),
    ("bad-signature", "assinatura inválida"), ("not-entitled", "sem legitimidade"),
    ("a root over fewer than {} positions", "uma raiz sobre menos de {} posições"),
    ("{} faults up to position {}", "{} falhas até à posição {}"),
    ("a checkpoint within {} h of {}", "um ponto de controlo dentro de {} h de {}"),
    ("a kind that this version knows", "uma espécie que esta versão conheça"),
    ("a clean log", "um registo íntegro"),
    ("an event that {} can fold", "um evento que {} consiga lançar"),
    ("not tried: {} events of {} could not be folded before",
     "não tentado: {} eventos de {} não se puderam lançar antes"),
    ("one JSON object in UTF-8", "um objecto JSON em UTF-8"),
    ("a record that the rules can judge", "um registo que as regras possam julgar"),
    # who may say what
    ("said by {}, about its own", "dito por {}, sobre o que é seu"),
    ("said by {}", "dito por {}"),
    ("{} by {}, {}", "{} por {}, {}"),
    ("approved by {}", "aprovado por {}"),
    ("approval by another person's key", "aprovação pela chave de outra pessoa"),
    ("approval by another human being", "aprovação por outra pessoa"),
    ("approved in its own casino", "aprovado no seu próprio casino"),
    ("{} approved by its own author", "{} aprovado pelo próprio autor"),
    ("corrected in its own casino", "corrigido no seu próprio casino"),
    ("corrected by itself or {}", "corrigido pelo próprio ou por {}"),
    ("no hold by an open case", "nenhum caso aberto que o retenha"),
    ("no correction of the matrix that judges the ledger",
     "nenhuma correcção da matriz por que o registo é julgado"),
    ("an event of a kind that may be corrected", "um evento de espécie que se possa corrigir"),
    ("an event that had effect; who may say it says it anew",
     "um evento que tivesse efeito; quem o pode dizer di-lo de novo"),
    ("a key that its holder may be given", "uma chave que ao seu titular se possa dar"),
    ("another person than who {}", "outra pessoa que não a que {}"),
    ("{}: {} and {} by {}", "{}: {} e {} por {}"),
    ("confirmed by its witness, above {}", "confirmado pela testemunha, acima de {}"),
    ("{} by an act, and a chief who answers for it",
     "{} por acto, e um chefe que responda por ele"),
    ("a role of the list", "um papel da lista"),
    ("1 signatures", "1 assinatura"), ("{} signatures", "{} assinaturas"),
    ("{} signatures, one of the floor", "{} assinaturas, uma delas da sala"),
    ("noted by {}", "anotado por {}"), ("a finding's code", "um código de constatação"),
    ("a code that people note", "um código que as pessoas anotem"),
    ("no such event", "não há tal evento"),
    ("an event that is no {}", "um evento que não seja {}"),
    ("another one instead", "outro em seu lugar"), ("a payload of {}", "um conteúdo de {}"),
    ("left", "saiu"), ("accepted", "aceite"), ("rejected", "indeferido"), ("settled", "acordado"),
    ("player", "jogador"), ("table", "mesa"), ("machine", "máquina"), ("finance", "finanças"),
    ("bingo_room", "sala de bingo"), ("technician", "técnico"), ("inspector", "inspector"),
    ("floor_manager", "chefe de sala"), ("director", "director"), ("authority", "autoridade"),
    ("session", "sessão"), ("round", "jogada"), ("ticket", "bilhete"), ("lost", "perdida"),
    ("compromised", "comprometida"),
    # days, clocks and the floor
    ("a day after {}, which is closed", "um dia depois de {}, que está fechado"),
    ("{} up to {}", "{} até {}"), ("{} closed before {}", "{} fechado antes de {}"),
    ("left open", "deixado aberto"), ("a word until {}", "uma palavra até {}"),
    ("a word within {} s of {}", "uma palavra dentro de {} s de {}"),
    ("a word on {}", "uma palavra em {}"), ("none until {}", "nenhuma até {}"),
    ("none at {}", "nenhuma em {}"), ("none before", "nenhuma antes"),
    ("none after", "nenhuma depois"), ("not after {}", "não depois de {}"),
    ("not before {}", "não antes de {}"), ("within {} s of {}", "dentro de {} s de {}"),
    ("{} in force not before {}", "{} em vigor não antes de {}"),
    ("a gaming day that is closed", "um dia de jogo fechado"),
    ("gaming days, the first not after the last",
     "dias de jogo, o primeiro não depois do último"),
    ("an open round", "uma jogada aberta"), ("never opened", "nunca aberta"),
    ("opened again", "aberta outra vez"), ("nothing after {}", "nada depois de {}"),
    ("one of {}", "um de {}"),
    # tables and accounts
    ("a result", "um resultado"), ("one closing", "um só fecho"),
    ("{} days between notice and change", "{} dias entre o aviso e a alteração"),
    ("told {}, from {}", "avisado em {}, a partir de {}"),
    ("a counted float", "um fundo contado"), ("a counted drop", "um drop contado"),
    ("a reason for the void", "um motivo da anulação"),
    ("both sides of the slip", "os dois lados do talão"), ("{} only", "só {}"),
    ("{} to {} ppm of the drop", "{} a {} ppm do drop"),
    ("{}: {} of {}, {} in {} or more", "{}: {} em {}, {} em {} ou mais"),
    ("{}: {} of {}, {} in {}", "{}: {} em {}, {} em {}"),
    ("{} or more", "{} ou mais"), ("more", "mais"),
    ("amounts that add to {} at most", "importâncias que somem {} no máximo"),
    ("a debt that is open: a case decided with a sum, or a finding of too little paid",
     "uma dívida em aberto: um caso decidido com importância, ou uma constatação de menos pago"),
    ("cash", "dinheiro"), ("transfer", "transferência"), ("account", "conta"), ("chips", "fichas"),
    ("cheque", "cheque"), ("card", "cartão"), ("none", "nenhum"), ("physical", "física"),
    ("shared", "partilhada"), ("list", "lista"), ("shuffled", "baralhadas"),
    ("not shuffled", "não baralhadas"), ("jam", "encravamento"), ("winning", "a ganhar"),
    # bingo
    ("{} for {} jogadas", "{} por {} jogadas"), ("{} after {}", "{} depois de {}"),
    ("an approved set", "um jogo aprovado"),
    ("doubles valid in the next jogada", "duplos válidos na jogada seguinte"),
    ("the room closed before it", "a sala fechou antes dela"),
    ("paid when {} was over, at {}", "pago quando {} acabou, em {}"), ("paid at {}", "pago em {}"),
    ("{} from 1 or {}", "{} a partir de 1 ou {}"), ("{} from {} to {}", "{} de {} a {}"),
    ("{} from {}", "{} de {}"),
    ("every datum of R61 before the record is signed",
     "todos os dados da R61 antes de assinado o registo"),
    ("signed before it was", "assinado antes disso"),
    ("the record of {} complete first", "o registo de {} completo primeiro"),
    ("{} {} before", "{} {} antes"), ("the session", "a sessão"), ("opened", "aberta"),
    ("closed", "fechada"),
    ("equipment tested before the session", "equipamento ensaiado antes da sessão"),
    ("not tested", "não ensaiado"),
    ("an act that allows continuous play", "um acto que permita o jogo contínuo"),
    ("continuous", "contínuo"),
    ("no other jogada after {}, announced as the last",
     "nenhuma jogada depois de {}, anunciada como última"),
    ("{} announced as the last", "{} anunciada como última"),
    ("the last jogada announced", "a última jogada anunciada"),
    ("the last jogada announced after {}", "a última jogada anunciada depois de {}"),
    ("it was not", "não foi"), ("it is not", "não está"),
    ("all {} balls shown at the start", "as {} bolas mostradas no início"),
    ("all {} balls shown at the end", "as {} bolas mostradas no fim"), ("{} balls", "{} bolas"),
    ("used cards of {} destroyed, or kept as evidence",
     "cartões usados de {} destruídos, ou guardados como prova"),
    ("nothing of {}", "nada de {}"), ("{} in the acta", "{} na acta"),
    ("a session, and its acta", "uma sessão, e a sua acta"),
    ("none was opened", "nenhuma foi aberta"), ("cards used in {}", "cartões usados em {}"),
    ("each card destroyed or delivered once", "cada cartão destruído ou entregue uma vez"),
    ("winning cards kept for eight days", "cartões premiados guardados oito dias"),
    ("kept while a complaint is pending", "guardados enquanto pende uma reclamação"),
    ("destroyed at {}", "destruídos em {}"), ("destroyed", "destruídos"),
    ("cards kept until {} is decided", "cartões guardados até se decidir {}"),
    # machines
    ("a progressive prize", "um prémio progressivo"), ("free play", "jogo gratuito"),
    ("free_play", "jogo gratuito"),
    ("credits or the player's account, at once", "créditos ou a conta do jogador, de imediato"),
    ("{} by hand", "{} à mão"),
    ("1 to {} lines, whole credits, a bet level of the table",
     "1 a {} linhas, créditos inteiros, um nível de aposta da tabela"),
    ("{} on {} lines at {}", "{} em {} linhas a {}"), ("{} ppm of {}", "{} ppm de {}"),
    ("a guia or bilhete", "uma guia ou bilhete"), ("a warning before", "um aviso antes"),
    ("ended by {}: {}", "terminada por {}: {}"),
    ("{} s without a jogada since {}", "{} s sem jogada desde {}"), ("{} at {}", "{} em {}"),
    ("an accredited diagnosis", "um diagnóstico acreditado"), ("one issue", "uma só emissão"),
    ("an issue", "uma emissão"), ("until {}", "até {}"), ("once, at {}", "uma vez, em {}"),
    ("again, at {}", "outra vez, em {}"), ("at least {}", "pelo menos {}"),
    ("the authority's leave", "a licença da autoridade"),
    ("a homologated configuration", "uma configuração homologada"),
    ("a homologation", "uma homologação"), ("an enrolled machine", "uma máquina registada"),
    ("money put on it", "dinheiro metido nela"),
    ("at most {} from the balance", "no máximo {} do saldo"), ("played until {}", "jogada até {}"),
    ("{} on the balance", "{} no saldo"),
    ("a play of this machine that is not void", "uma jogada desta máquina que não seja nula"),
    ("no play", "nenhuma jogada"), ("a stake of {}", "uma aposta de {}"),
    ("at most {} plays", "no máximo {} jogadas"), ("at most {} owed", "no máximo {} em dívida"),
    ("at most {} taken out", "no máximo {} retirados"), ("at most {}", "no máximo {}"),
    ("a limit, and a way to stop", "um limite, e um modo de parar"),
    ("{}, can be stopped", "{}, pode parar-se"),
    ("{}, cannot be stopped", "{}, não se pode parar"),
    ("no limit, can be stopped", "sem limite, pode parar-se"),
    ("no limit, cannot be stopped", "sem limite, não se pode parar"), ("no limit", "sem limite"),
    ("a start with its limit", "um início com o seu limite"),
    ("the twelve counters", "os doze contadores"), ("without {}", "sem {}"),
    ("readings before and after", "leituras antes e depois"),
    ("{} or at most {} more", "{} ou no máximo mais {}"),
    ("a reading within {} s of {}", "uma leitura dentro de {} s de {}"),
    # jackpots
    ("an approved pool", "um prémio aprovado"), ("an active pool", "um prémio activo"),
    ("paid within the limit", "pago dentro do prazo"),
    ("paid within {} days", "pago dentro de {} dias"), ("{} unpaid", "{} por pagar"),
    ("funds of the operator", "fundos do operador"),
    ("funds of the players", "fundos dos jogadores"),
    ("one increment a stake", "um incremento por aposta"),
    ("no increment said", "nenhum incremento dito"), ("no increment", "nenhum incremento"),
    ("an increment", "um incremento"), ("between {} and {}", "entre {} e {}"),
    ("won by the stake from {} to {}", "ganho pela aposta de {} a {}"),
    ("the trigger fixed before", "o gatilho antes fixado"), ("another trigger", "outro gatilho"),
    ("a trigger fixed beforehand", "um gatilho fixado de antemão"),
    ("a trigger {}", "um gatilho {}"), ("opened after the hit", "aberto depois de ganho"),
    ("won at {} at the latest", "ganho o mais tardar em {}"),
    ("institutions for the whole of it", "instituições para o todo"),
    ("the authority's designation", "a designação da autoridade"),
    ("the institution's receipt", "o recibo da instituição"),
    ("{} still owed to {}", "{} ainda em dívida a {}"),
    ("no figure of the day", "nenhum valor do dia"), ("a member of {}", "um membro de {}"),
    ("a stake that was credited", "uma aposta que fosse creditada"),
    ("left the pool", "saiu do prémio"), ("a side and what it moved", "um lado e o que moveu"),
    ("both sides, and nothing in transit at the close",
     "os dois lados, e nada em trânsito ao fecho"),
    ("{} in transit", "{} em trânsito"), ("opened once, at {}", "aberto uma vez, em {}"),
    ("an approval or communication", "uma aprovação ou comunicação"),
    ("member {} without", "membro {} sem ela"), ("{} without", "{} sem ela"),
    ("nobody was told", "ninguém foi avisado"),
    ("balances declared before all else", "saldos declarados antes de tudo"),
    ("a base up to {}", "uma base até {}"), ("a whole number for {}", "um número inteiro para {}"),
    ("notice before {}", "aviso antes de {}"), ("a base put in", "uma base reposta"),
    ("{} that stays owed", "{} que fica em dívida"), ("a base that stays", "uma base que fica"),
    ("a machine, group or table, or a transfer",
     "uma máquina, grupo ou mesa, ou uma transferência"),
    ("evidence of a malfunction", "prova de avaria"), ("taken down: {}", "retirado: {}"),
    ("{} back from {} to {}", "{} de volta de {} a {}"),
    ("nothing below zero", "nada abaixo de zero"),
    ("accumulated", "acumulado"), ("{} in {}", "{} em {}"),
    # cases
    ("an inspector's decision", "a decisão de um inspector"),
    ("play by a device", "jogo por um aparelho"), ("{} closed by {}", "{} fechado por {}"),
    ("recorded", "registado"), ("not in the ledger", "não está no registo"),
    ("an answer until {}", "uma resposta até {}"), ("{} to {}", "{} a {}"), ("from {}", "de {}"),
    ("after {}", "depois de {}"),
)  # fmt: skip
"""What checks write in English, with the same in Portuguese; ``{}`` is a name, amount or time."""
PORTUGUESE: Final[tuple[tuple[str, str], ...]] = (
    ("retirada", "taken away"), ("fichas", "chips"), ("admitida", "admitted"),
    ("reclamação não admitida", "claim not admitted"), ("o baralho inteiro", "the whole deck"),
    ("golpe anulado", "void coup"), ("jogada anulada", "void round"), ("golpe_nulo", "void coup"),
    ("sem_limite", "no limit"), ("resultado", "result"), ("autorização", "approval"),
    ("sem autorização", "no approval"), ("uma edição autorizada", "an approved edition"),
    ("anúncio", "announcement"), ("válidos na segunda jogada", "valid in the second round"),
    ("{} cartões por anunciar", "{} cards not announced"),
    ("combinações diferentes", "different combinations"), ("{} bolas", "{} balls"),
    ("bola {}", "ball {}"), ("bola", "ball"), ("regime aprovado", "approved regime"),
    ("sessão anunciada antes da venda", "session announced before the sale"),
    ("1 fecho", "1 closing"), ("{} avisos", "{} calls"), ("cartão entregue", "card handed in"),
    ("sem cartão", "no card"), ("depois da verificação", "after the verification"),
    ("antes", "before"), ("antes do fecho", "before the close"), ("jogada válida", "valid round"),
    ("jogada terminada", "round ended"), ("extracção manual", "drawn by hand"),
    ("anulação e devolução", "void and given back"), ("segunda pergunta", "second question"),
    ("devolução passados 15 minutos", "given back after 15 minutes"),
    ("selo, {} testemunhas", "seal, {} witnesses"), ("{}, {} testemunhas", "{}, {} witnesses"),
    ("sem selo", "no seal"), ("lançamento {}", "throw {}"), ("recusada", "refused"),
    ("baralho", "deck"), ("sem corte", "no cut"), ("corte", "cut"), ("recomeca", "starts anew"),
    ("anulada", "void"), ("válida", "valid"), ("conjuntos: {}, pares: {}", "sets: {}, pairs: {}"),
    ("exibido", "shown"), ("pagador", "dealer"), ("cave perdida", "lost cave"),
    ("rotação inválida", "void spin"), ("avaria", "breakdown"), ("engano", "mistake"),
    ("lapso", "slip"), ("carta", "card"), ("nenhuma", "none"), ("nenhum", "none"),
    ("não licita", "does not bid"), ("nao", "no"), ("sim", "yes"), ("passar", "check"),
    ("passo", "pass"), ("desistir", "fold"), ("apostar", "bet"), ("aceitar", "call"),
    ("ganha", "wins"), ("perde", "loses"), ("fica", "stands"), ("tira", "draws"),
    ("esquerda", "left"), ("direita", "right"), ("comunicado", "told"), ("preto", "black"),
    ("vermelho", "red"), ("amarelo", "yellow"), ("azul", "blue"), ("verde", "green"),
    ("jogadores", "players"), ("verbal", "spoken"), ("ponto {}", "point {}"),
    ("rede_do_jogador", "player's network"), ("coluna {}: {}", "column {}: {}"),
    ("compra {}", "draw {}"), ("quadro {}", "corner {}"), ("vizinhos {}", "neighbours {}"),
)  # fmt: skip
"""What replay writes in the law's words, with the same in English."""


class _Said(NamedTuple):
    """A sentence with places for values, and how it reads in the other language."""

    fits: re.Pattern[str]
    other: str


class Phrases:
    """Sentences that are written in one language, and how each reads in the other."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Keep the whole sentences apart from those with values, the longest of these first."""
        pairs = tuple(pairs)
        self._whole = {said: other for said, other in pairs if "{}" not in said}
        self._phrases = tuple(_phrases(pairs))

    def read(self, text: str) -> str:
        """Return a sentence in the other language, its values likewise; what is none stays."""
        words = self._whole
        if text in words:
            return words[text]
        for one in self._phrases:
            found = one.fits.fullmatch(text)
            if found is not None:
                return one.other.format(*map(self.read, found.groups()))
        parts = text.split(", ")
        if len(parts) > 1 and any(part in words for part in parts):
            return ", ".join(words.get(part, part) for part in parts)
        return text


@lru_cache(maxsize=4_096)
def value_in(text: str, language: Language) -> str:
    """Return the expected or recorded value of a finding in a language; what is no phrase stays.

    >>> value_in("0.75 unpaid", "pt"), value_in("conjuntos: 4, pares: 1", "en")
    ('0.75 por pagar', 'sets: 4, pairs: 1')
    >>> value_in("fork: 3 submissions in the name of quiosque", "pt"), value_in("RA-01", "pt")
    ('bifurcação: 3 envios em nome de quiosque', 'RA-01')
    """
    return _table(language).read(text)


@cache
def _table(language: Language) -> Phrases:
    """Return the sentences that are written in the language that is not asked for."""
    return Phrases(ENGLISH if language == "pt" else PORTUGUESE)


def _phrases(pairs: Iterable[tuple[str, str]]) -> Iterable[_Said]:
    open_ones = [(said, other) for said, other in pairs if "{}" in said]
    for said, other in sorted(open_ones, key=lambda one: -len(one[0].replace("{}", ""))):
        parts = (re.escape(part) for part in said.split("{}"))
        yield _Said(re.compile("(.+?)".join(parts)), other)
