"""Words of a verification: each kind of fault, and the sentences that checks of the log write.

Checks write in English, as `razao verify` prints them; names, hashes and positions stand as they
are, and so does what a library or a system said of why it could not be reached.
"""

from collections.abc import Mapping
from typing import Final

from api.console.language.words import Language
from api.console.language.words import mark as _
from projections.reads.basis.value_words import Phrases

FAULTS: Final[Mapping[str, str]] = {
    "envelope": _("the bytes of an event"),
    "link": _("the link of an event"),
    "source": _("the source in an event’s row"),
    "seq": _("the number in an event’s row"),
    "kind": _("the kind in an event’s row"),
    "position": _("the place of an event"),
    "exchanged": _("two events that changed places"),
    "signature": _("a signature"),
    "key": _("the key of a signature"),
    "missing": _("an event that is gone"),
    "inserted": _("an event that was put in"),
    "head": _("the head of the record"),
    "source-head": _("the head of a source"),
    "tile": _("the order that was kept of the links"),
    "tree": _("the tree over the events"),
    "root": _("a root that was signed"),
    "checkpoint": _("a signed checkpoint"),
    "stamp": _("a stamp of the time"),
    "since": _("what was kept outside"),
    "log-key": _("the key of the record"),
    "entitlement": _("an event whose source may not say it"),
    "catalogue": _("an object of the database"),
    "kept": _("a refused submission that was kept"),
    "api-key": _("a key that lets in"),
    "text": _("a text that people wrote"),
    "archive": _("a file of an archive that holds events which left"),
    "figures": _("figures that were made of the events"),
}
"""What was changed, of each kind of fault."""
SENTENCES: Final[tuple[tuple[str, str], ...]] = (
    # what is at fault
    ("API key {}", "chave da API {}"), ("kept submission {}", "envio guardado {}"),
    ("kept checkpoint", "ponto de controlo guardado"), ("log key {}", "chave do registo {}"),
    ("checkpoint of {}", "ponto de controlo de {}"),
    ("checkpoints of {}", "pontos de controlo de {}"), ("stamp of {}", "selo temporal de {}"),
    ("tree level {}", "nível {} da árvore"), ("text {}", "texto {}"), ("schema {}", "esquema {}"),
    ("table {}", "tabela {}"), ("column {}", "coluna {}"), ("function {}", "função {}"),
    ("trigger {}", "gatilho {}"), ("index {}", "índice {}"), ("role {}", "papel {}"),
    ("constraint {}", "restrição {}"), ("sequence {}", "sequência {}"),
    ("view {}", "vista {}"), ("policy {}", "política {}"), ("type {}", "tipo {}"),
    ("event trigger {}", "gatilho de comandos {}"),
    ("positions {} to {}", "posições {} a {}"), ("position {}", "posição {}"),
    ("{}, {} events", "{}, {} eventos"), ("none", "nenhuma"), ("origin", "origem"),
    ("format", "formato"), ("source", "fonte"), ("seq", "número"), ("kind", "espécie"),
    ("previous link", "elo anterior"), ("blinded", "cegueira"), ("prefix", "prefixo"),
    ("hash", "hash"), ("name", "nome"), ("sources", "fontes"), ("expires", "termo"),
    ("issued", "emissão"), ("at most {}", "no máximo {}"), ("the migrations", "as migrações"),
    # events, links and places
    ("{}; {}", "{}; {}"), ("{}: {}", "{}: {}"), ("expected {}, got {}", "esperado {}, obtido {}"),
    ("{}: expected {}, got {}", "{}: esperado {}, obtido {}"),
    ("expected link {}, the bytes give {}", "esperado o elo {}, os bytes dão {}"),
    ("envelope or link: expected link {}, the bytes give {}",
     "bytes ou elo: esperado o elo {}, os bytes dão {}"),
    ("expected seq {} and link {}, got {} and {}",
     "esperado o número {} e o elo {}, obtido {} e {}"),
    ("expected position {}, got {}", "esperada a posição {}, obtida {}"),
    ("expected none, because nobody enrolled this source",
     "esperada nenhuma, porque ninguém inscreveu esta fonte"),
    ("no head knows of this event: it did not come through the door",
     "nenhuma cabeça sabe deste evento: não entrou pela porta"),
    ("stands beyond the log's {} positions", "está para lá das {} posições do registo"),
    ("a second {}", "um segundo {}"),
    ("a second row at position {}", "segunda linha na posição {}"),
    ("repeats {} as {}", "repete {} como {}"),
    ("the header is not well formed", "o cabeçalho não está bem formado"),
    ("the bytes are not an envelope", "os bytes não são um evento"),
    ("names {} before it, expected none", "nomeia {} antes de si, esperado nenhum"),
    ("names {} before it, expected {}", "nomeia {} antes de si, esperado {}"),
    ("envelope and link were replaced: the next event names {}, the link is {}",
     "bytes e elo foram substituídos: o evento seguinte nomeia {}, o elo é {}"),
    ("{} more events from position {} to {} contradict themselves",
     "mais {} eventos da posição {} à {} contradizem-se"),
    ("{} events are gone: {}", "faltam {} eventos: {}"),
    ("no event stands here", "aqui não há evento"),
    ("no events stand at positions {} to {}", "não há eventos nas posições {} a {}"),
    ("expected {}; it is gone", "esperado {}; já não está"),
    ("expected {}, its link {}; it is gone", "esperado {}, com o elo {}; já não está"),
    ("expected {} to {}; they are gone", "esperados {} a {}; já não estão"),
    ("stands at {}, belongs between {} and {}", "está em {}, o seu lugar é entre {} e {}"),
    ("stands at {}, belongs at {}", "está em {}, o seu lugar é {}"),
    ("{} stands at {} and belongs at {}, {} the other way round",
     "{} está em {} e o seu lugar é {}, {} ao contrário"),
    ("{} events from here to {} stand {} from where they belong",
     "{} eventos daqui até {} estão a {} do seu lugar"),
    # roots, checkpoints, keys
    (("the events from {} to {} are not in the order, or not those, whose root {} position {} "
     "signed"),
     ("os eventos de {} a {} não estão pela ordem, ou não são os mesmos, cuja raiz {} foi assinada "
     "na posição {}")),
    (("{} and {} at {} stand in each other's place, and so does the memo: position {} signed the "
     "root"),
     ("{} e {} em {} estão no lugar um do outro, e a ordem guardada também: a posição {} assinou a "
     "raiz")),
    ("the memo of position {} has {}, which is no event's link",
     "a ordem guardada tem na posição {} {}, que não é elo de evento nenhum"),
    (("tile {} of the memo: expected the links of all positions to {}, because a tick signed their "
     "root"),
     ("mosaico {} da ordem guardada: esperados os elos de todas as posições até {}, porque uma "
     "batida do relógio assinou a sua raiz")),
    ("not the event that stood here: position {} signed a root with link {}",
     "não é o evento que aqui estava: a posição {} assinou uma raiz com o elo {}"),
    ("expected {} events, as the checkpoint says; positions {} to {} are gone",
     "esperados {} eventos, como diz o ponto de controlo; as posições {} a {} já não estão"),
    ("the first {} events: expected root {}, got {}",
     "os primeiros {} eventos: esperada a raiz {}, obtida {}"),
    ("{} is gone: its receipt has link {}", "{} já não está: o seu recibo tem o elo {}"),
    ("expected link {} at {}, as its receipt says; got {} at {}",
     "esperado o elo {} em {}, como diz o seu recibo; obtido {} em {}"),
    ("tile {}: expected {} hashes, got {}", "mosaico {}: esperados {} hashes, obtidos {}"),
    ("tile {}: hash {}, of positions {} to {}: expected {}, got {}",
     "mosaico {}: hash {}, das posições {} a {}: esperado {}, obtido {}"),
    ("{}: the log has {}; positions {} to {} are gone",
     "{}: o registo tem {}; as posições {} a {} já não estão"),
    (("{}: the root that was signed is {}, the events give another; one of positions {} to {} was "
     "altered since"),
     ("{}: a raiz assinada é {}, os eventos dão outra; uma das posições {} a {} foi alterada desde "
     "então")),
    ("the log signed {} roots of {} events: {}", "o registo assinou {} raízes de {} eventos: {}"),
    ("its note says {} events", "a sua nota diz {} eventos"),
    ("{}: its note says {} events", "{}: a sua nota diz {} eventos"),
    (("the log's {} key: expected {}, the ledger's founding binds {}: this is another log, or its "
     "founding was rewritten"),
     ("a chave {} do registo: esperada {}, a fundação fixa {}: este registo é outro, ou a sua "
     "fundação foi reescrita")),
    (("a checkpoint of {} events of {} was kept that is not signed by the log's key as this "
     "ledger's founding binds it: it is of another log, or the founding was rewritten; --log-key "
     "tells which"),
     ("guardou-se um ponto de controlo de {} eventos de {} que não está assinado pela chave que a "
     "fundação fixa: é de outro registo, ou a fundação foi reescrita; --log-key diz qual")),
    ("it holds none, and the log was signed: {}", "não tem nenhum, e o registo foi assinado: {}"),
    # signatures and who may say what
    ("no signature fits the events from {} to {}", "nenhuma assinatura serve aos eventos {} a {}"),
    ("expected one here, got none: {} events from {} on are unsigned",
     "esperada uma aqui, obtida nenhuma: {} eventos a partir de {} estão por assinar"),
    ("expected one here, got none: it is unsigned",
     "esperada uma aqui, obtida nenhuma: está por assinar"),
    ("expected one over {} to {}; it does not fit", "esperada uma sobre {} a {}; não serve"),
    ("expected one, because {} is always alone; got none",
     "esperada uma, porque {} está sempre só; obtida nenhuma"),
    ("expected none, because the segment goes on to {}; got one that fits nothing",
     "esperada nenhuma, porque o segmento vai até {}; obtida uma que não serve a nada"),
    ("expected a key that may sign for {} here; there is none",
     "esperada uma chave que aqui possa assinar por {}; não há"),
    ("{}, which is missing", "{}, que falta"),
    ("{}: expected {}, which names person and places, got {}, a {}",
     "{}: esperado {}, que nomeia pessoa e lugares, obtido {}, com o papel {}"),
    ("{}: expected a {}, got {}, a {}", "{}: esperado um {}, obtido {}, com o papel {}"),
    ("{}: expected nobody, once it is founded, got {}, a {}",
     "{}: esperado ninguém, depois da fundação, obtido {}, com o papel {}"),
    ("{} or {}", "{} ou {}"), ("stranger", "desconhecido"),
    # rows beside the events
    ("it is kept as a second story of {}, and no key of {} signed it",
     "está guardado como segunda versão de {}, e nenhuma chave de {} o assinou"),
    ("{} told a second story with the hash {}, and its bytes are not kept any more",
     "{} contou uma segunda versão com o hash {}, e os seus bytes já não estão guardados"),
    ("{} told {} second stories, of which the bytes of {} are kept",
     "{} contou {} segundas versões, das quais estão guardados os bytes de {}"),
    ("of {}, {}: its bytes are not those of its hash {}",
     "de {}, {}: os seus bytes não são os do seu hash {}"),
    ("{} bytes were kept that prove nothing by themselves, and {} stand",
     "guardaram-se {} bytes que por si nada provam, e estão {}"),
    ("{} keys of role {}, and {} were granted", "{} chaves do papel {}, e foram concedidas {}"),
    ("its {} is {}, and {} was granted", "a coluna {} tem {}, e foi concedido {}"),
    ("its key of role {} lets in, and was withdrawn",
     "a sua chave do papel {} deixa entrar, e foi retirada"),
    ("its key of role {} was ended, and no event says so",
     "a sua chave do papel {} foi terminada, e nenhum evento o diz"),
    ("of {}: {}", "de {}: {}"),
    ("its row was deleted: its key stands, which erasing destroys first",
     "a sua linha foi apagada: a chave existe, e apagar destrói-a primeiro"),
    ("its key was destroyed, and nobody ordered that it be erased",
     "a sua chave foi destruída, e ninguém mandou que se apagasse"),
    ("what stands there is not what was committed to", "o que lá está não é o que se comprometeu"),
    # the database's objects and the figures
    ("{} is missing", "{} falta"), ("{} is not of {}: {}", "{} não é das migrações ({}): {}"),
    ("{}: its body is another than {} give it", "{}: o seu corpo não é o que lhe dão {}"),
    ("its rows are not those that were written; `razao verify figures` names them",
     "as suas linhas não são as que foram escritas; `razao verify figures` nomeia-as"),
    (("{}; but at position {} the service stated figures of this version: somebody altered the "
     "mark that they bear"),
     ("{}; mas na posição {} o serviço declarou números desta versão: alguém alterou a marca que "
     "têm")),
    # what left for an archive
    ("positions {} to {} left this ledger for an archive: {}",
     "as posições {} a {} saíram deste registo para um arquivo: {}"),
    (("positions {} to {} left this ledger for an archive: {}; RAZAO_ARCHIVE names where a copy "
     "stands now"),
     ("as posições {} a {} saíram deste registo para um arquivo: {}; RAZAO_ARCHIVE diz onde está "
     "agora uma cópia")),
    ("position {}: the archive has another envelope", "posição {}: o arquivo tem outros bytes"),
    ("this installation has nothing that reads archives",
     "esta instalação não tem com que ler arquivos"),
    ("{}: it is missing", "{}: falta"), ("{}: it has no {}", "{}: não tem {}"),
    ("it is missing", "falta"), ("it has no {}", "não tem {}"),
    ("expected SHA-256 {}, as sealed, got {}", "esperado o SHA-256 {}, como selado, obtido {}"),
    ("expected SHA-256 {}, got {}", "esperado o SHA-256 {}, obtido {}"),
    ("expected {} events, got {}", "esperados {} eventos, obtidos {}"),
    ("{}: bytes {} to {} are not those that were sealed",
     "{}: os bytes {} a {} não são os que foram selados"),
    ("it speaks of events after it", "fala de eventos que lhe são posteriores"),
    ("the first {} rows that it had are not those that stand",
     "as primeiras {} linhas que tinha não são as que estão"),
    ("hash {}, of positions {} to {}: expected {}, got {}",
     "hash {}, das posições {} a {}: esperado {}, obtido {}"),
    ("its body is another than {} give it", "o seu corpo não é o que lhe dão {}"),
    ("{}: expected {} events, got {}", "{}: esperados {} eventos, obtidos {}"),
    ("bytes {} to {} are not those that were sealed", "os bytes {} a {} não são os selados"),
    ("it is of {} of {}", "é de {} de {}"),
    ("No such file or directory", "não há tal ficheiro ou pasta"),
)  # fmt: skip
"""What checks write in English, with the same in Portuguese; ``{}`` is a name, hash or place."""
_PORTUGUESE: Final = Phrases(SENTENCES)


def check_words(text: str, language: Language) -> str:
    """Return a sentence of a check of the log in a language; names and hashes stay.

    >>> check_words("stands at 7, belongs at 9", "pt")
    'está em 7, o seu lugar é 9'
    >>> check_words("checkpoint of 40", "pt"), check_words("RA-01", "pt")
    ('ponto de controlo de 40', 'RA-01')
    """
    return text if language == "en" else _PORTUGUESE.read(text)
