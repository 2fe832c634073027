"""The sentences of the kit, in Portuguese and in English, by the word that names the mistake."""

from typing import Final

WORDS: Final[dict[str, tuple[str, str]]] = {
    # ── lines ────────────────────────────────────────────────────────────────────────────────
    "not-json": (
        "a linha {line} não é JSON: {error}",
        "line {line} is no JSON: {error}",
    ),
    "many-lines": (
        "um só documento JSON está escrito em {lines} linhas: cada linha é um segmento inteiro",
        "one JSON document stands over {lines} lines: each line is one whole segment",
    ),
    "array": (
        "a linha {line} é uma lista JSON de {count}: cada linha é um objeto, um segmento",
        "line {line} is a JSON array of {count}: each line is an object, one segment",
    ),
    "no-object": (
        "a linha {line}: esperava um objeto JSON, um segmento; veio {got}",
        "line {line}: expected a JSON object, one segment; got {got}",
    ),
    "no-field": (
        "a linha {line} não tem {field}: um segmento tem key, signature e envelopes",
        "line {line} has no {field}: a segment has key, signature and envelopes",
    ),
    "odd-field": (
        "a linha {line} tem {field}, que um segmento não tem: só key, signature e envelopes",
        "line {line} has {field}, which a segment has not: key, signature and envelopes alone",
    ),
    "base64-no-text": (
        "{field} da linha {line}: esperava um texto em base64, veio {got}",
        "{field} of line {line}: expected a text in base64, got {got}",
    ),
    "base64-url": (
        "{field} da linha {line} usa o alfabeto base64 dos endereços (- e _): esperava o base64 "
        "comum, com + e / e com o = do fim",
        "{field} of line {line} is in the base64 alphabet of addresses (- and _): expected plain "
        "base64, with + and /, and the = at the end",
    ),
    "base64-hex": (
        "{field} da linha {line} está em hexadecimal: esperava base64",
        "{field} of line {line} is in hex: expected base64",
    ),
    "base64-text": (
        "{field} da linha {line} é o próprio texto do envelope: esperava os seus bytes em base64",
        "{field} of line {line} is the envelope's text itself: expected its bytes in base64",
    ),
    "base64-unpadded": (
        "{field} da linha {line} é base64 sem o = do fim: escreve-se inteiro, com ele",
        "{field} of line {line} is base64 without the = at its end: it is written whole, with it",
    ),
    "base64-folded": (
        "{field} da linha {line} é base64 com fins de linha ou espaços lá dentro: escreve-se de "
        "seguida",
        "{field} of line {line} is base64 with line ends or blanks within: it is written in one",
    ),
    "envelopes-no-list": (
        "envelopes da linha {line}: esperava uma lista de textos em base64, também de um só; "
        "veio {got}",
        "envelopes of line {line}: expected a list of texts in base64, also of a single one; got "
        "{got}",
    ),
    "base64-other": (
        "{field} da linha {line} não é base64",
        "{field} of line {line} is no base64",
    ),
    "no-envelopes": (
        "envelopes da linha {line}: esperava de 1 a 1000 eventos, não veio nenhum",
        "envelopes of line {line}: expected 1 to 1,000 events, got none",
    ),
    "long-segment": (
        "um segmento tem no máximo 1000 eventos, este tem {count}",
        "a segment has at most 1,000 events, this one {count:,}",
    ),
    "size": (
        "{field}: esperava {expected} bytes, vieram {got}{hint_pt}",
        "{field}: expected {expected} bytes, got {got}{hint_en}",
    ),
    # ── the header ───────────────────────────────────────────────────────────────────────────
    "bom": (
        "o envelope começa por uma marca de ordem de bytes (EF BB BF): o primeiro byte é o r de "
        "razao/2",
        "the envelope begins with a byte order mark (EF BB BF): its first byte is the r of razao/2",
    ),
    "utf-16": (
        "o envelope está em UTF-16: esperava UTF-8",
        "the envelope is in UTF-16: expected UTF-8",
    ),
    "cr": (
        "as linhas do cabeçalho acabam em CR LF: cada uma acaba só em LF",
        "the header's lines end in CR LF: each ends in LF alone",
    ),
    "no-empty-line": (
        "não há linha vazia entre o cabeçalho e o corpo",
        "no empty line stands between the header and the body",
    ),
    "format": (
        "a primeira linha diz {got!r}: esperava 'razao/2', um espaço e o nome do livro",
        "the first line says {got!r}: expected 'razao/2', a blank and the ledger's name",
    ),
    "no-origin": (
        "o nome do livro falta na primeira linha: esperava 'razao/2 {origin}'",
        "the name of the ledger is left out of the first line: expected 'razao/2 {origin}'",
    ),
    "origin-blank": (
        "há um espaço a mais junto ao nome do livro: {got!r}, esperava {origin!r}",
        "a blank too many stands by the name of the ledger: {got!r}, expected {origin!r}",
    ),
    "unblinded": (
        "o envelope é de razao/1, sem a linha do cego (blind): um aparelho novo escreve razao/2, "
        "com 16 bytes ao acaso",
        "the envelope is of razao/1, without the line of the blind: a new device writes razao/2, "
        "with 16 random bytes",
    ),
    "no-blind": (
        "falta a linha do cego (blind): razao/2 tem seis linhas antes da vazia",
        "the line of the blind is missing: razao/2 has six lines before the empty one",
    ),
    "line-count": (
        "o cabeçalho tem {got} linhas antes da vazia: esperava {expected} de {form}; a vazia é "
        "a única que não diz nada",
        "the header has {got} lines before the empty one: expected {expected} of {form}; no other "
        "line may be empty",
    ),
    "no-previous": (
        "o elo anterior (previous) está vazio: antes do primeiro evento são 64 zeros",
        "the previous link is empty: before the first event it is 64 zeros",
    ),
    "seq-zero": (
        "o número (seq) começa em 0: o primeiro evento é 1",
        "the seq begins at 0: the first event is 1",
    ),
    "seq-zeros": (
        "o número (seq) {got!r} tem zeros à frente: esperava {expected!r}",
        "the seq {got!r} has leading zeros: expected {expected!r}",
    ),
    "seq-other": (
        "o número (seq): esperava algarismos sem zeros à frente, veio {got!r}",
        "the seq: expected digits without leading zeros, got {got!r}",
    ),
    "hex-capitals": (
        "{field} está em maiúsculas: o hexadecimal escreve-se em minúsculas",
        "{field} is in capitals: hex is written in small letters",
    ),
    "hex-dressed": (
        "{field}: {got!r} tem 0x, hífenes ou outra coisa à volta: são só os {expected} algarismos",
        "{field}: {got!r} has 0x, hyphens or the like about it: it is the {expected} hex digits "
        "alone",
    ),
    "hex-size": (
        "{field}: esperava {expected} algarismos hexadecimais, veio {got!r}",
        "{field}: expected {expected} hex digits, got {got!r}",
    ),
    "name": (
        "{field}: esperava um nome de letras, algarismos e . _ : -, veio {got!r}",
        "{field}: expected a name of letters, digits and . _ : -, got {got!r}",
    ),
    "kind-letters": (
        "o tipo (kind) {got!r}: esperava letras minúsculas, algarismos e hífenes, / e a versão, "
        "como {near}",
        "the kind {got!r}: expected small letters, digits and hyphens, / and the version, such as "
        "{near}",
    ),
    "kind-form": (
        "o tipo (kind) {got!r} não tem versão: esperava nome/versão, como {near}",
        "the kind {got!r} has no version: expected name/version, such as {near}",
    ),
    # ── the body ─────────────────────────────────────────────────────────────────────────────
    "line-end": (
        "depois do corpo vem um fim de linha: o envelope acaba na última chaveta",
        "a line end follows the body: the envelope ends with the last brace",
    ),
    "blank": (
        "há espaços entre as chaves e os valores: o corpo não tem nenhum",
        "a blank stands between keys and values: the body has none",
    ),
    "not-utf-8": (
        "o corpo não é UTF-8; lê-se como Latin-1: {got!r}",
        "the body is not UTF-8; read as Latin-1 it says {got!r}",
    ),
    "not-nfc": (
        "{path}: {got!r} está decomposto (NFD): os textos escrevem-se em NFC",
        "{path}: {got!r} is decomposed (NFD): texts are written in NFC",
    ),
    "escape": (
        "{got} escreve uma letra por um escape: as letras escrevem-se como são",
        "{got} writes a letter by an escape: letters stand as they are",
    ),
    "body-not-json": (
        "o corpo não é JSON: {error}",
        "the body is no JSON: {error}",
    ),
    "wants-object": (
        "{path}: esperava um objeto JSON, veio {got}",
        "{path}: expected a JSON object, got {got}",
    ),
    "wants-list": ("{path}: esperava uma lista, veio {got}", "{path}: expected a list, got {got}"),
    "wants-text": ("{path}: esperava um texto, veio {got}", "{path}: expected a text, got {got}"),
    "wants-flag": (
        "{path}: esperava true ou false, veio {got}",
        "{path}: expected true or false, got {got}",
    ),
    "wants-other": (
        "{path}: veio {got}, que ali não pode estar",
        "{path}: got {got}, which may not stand there",
    ),
    "float": (
        "{path}: {got} é um número com vírgula: esperava um número inteiro",
        "{path}: {got} is a float: expected a whole number",
    ),
    "number-as-text": (
        "{path}: {got} é um texto: esperava um número inteiro, sem aspas",
        "{path}: {got} is a text: expected a whole number, without quotes",
    ),
    "wants-number": (
        "{path}: esperava um número inteiro, veio {got}",
        "{path}: expected a whole number, got {got}",
    ),
    "range": (
        "{path}: {got} está fora dos limites: esperava de {least} a {most}",
        "{path}: {got} is out of range: expected {least} to {most}",
    ),
    "length": (
        "{path}: {got!r} tem {size} letras: esperava de {least} a {most}",
        "{path}: {got!r} has {size} letters: expected {least} to {most}",
    ),
    "word": (
        "{path}: {got!r} não é uma das palavras dali: {words}",
        "{path}: {got!r} is none of the words for it: {words}",
    ),
    "missing": (
        "{of}: falta {path}, que tem de lá estar",
        "{of}: {path} is missing, and must be there",
    ),
    "missing-null": (
        "falta {path}: at, day, place, round e payload estão sempre lá, com null quando não são "
        "nada",
        "{path} is left out: at, day, place, round and payload are always there, null where they "
        "are nothing",
    ),
    "unknown-field": (
        "{of} não tem o campo {path}; tem {near}",
        "{of} has no field {path}; it has {near}",
    ),
    "null": (
        "{path} está a null: um campo que não existe não se escreve",
        "{path} is null: a field that is not there is left out",
    ),
    "default": (
        "{path} diz {got}, que já é o seu valor por omissão: não se escreve",
        "{path} says {got}, which is its default: it is left out",
    ),
    "twice": (
        "a chave {path} está duas vezes",
        "the key {path} stands twice",
    ),
    "order": (
        "{of}: as chaves vêm por outra ordem: esperava {expected}, vieram {got}",
        "{of}: its keys are in another order: expected {expected}, got {got}",
    ),
    "time": (
        "{path}: {got} não está escrito como 2026-11-20T22:15:31.123456Z (UTC, seis decimais, Z)",
        "{path}: {got} is not written like 2026-11-20T22:15:31.123456Z (UTC, six decimals, Z)",
    ),
    "day": (
        "{path}: {got} não é um dia (day) escrito como 2026-11-20",
        "{path}: {got} is no day written like 2026-11-20",
    ),
    "round": (
        "round: {got} não é <mesa>/<dia de jogo>/<número>, como RA-04/2026-11-20/412",
        "round: {got} is not <place>/<gaming day>/<number>, such as RA-04/2026-11-20/412",
    ),
    "nul": ("um texto tem o carácter NUL", "a text holds the character NUL"),
    "large": (
        "um envelope tem no máximo 65535 bytes, este tem {got}",
        "an envelope has at most 65535 bytes, this one {got}",
    ),
    "spelling": (
        "o evento escreve-se de outra maneira; a porta mostra onde",
        "the event is spelt otherwise; the door shows where",
    ),
    # ── links ────────────────────────────────────────────────────────────────────────────────
    "link-zeros": (
        "o elo anterior (previous) é só zeros: é assim antes do primeiro evento, e mais nenhum",
        "the previous link is zeros: it is so before the first event, and before no other",
    ),
    "link-no-zero-byte": (
        "o elo anterior (previous) é o SHA-256 do envelope só: falta o byte 0x00 à frente",
        "the previous link is the SHA-256 of the envelope alone: the byte 0x00 before it is left "
        "out",
    ),
    "link-body": (
        "o elo anterior (previous) é o SHA-256 do corpo só: é do envelope inteiro, "
        "com 0x00 à frente",
        "the previous link is the SHA-256 of the body alone: it is over the whole envelope, after "
        "0x00",
    ),
    "link-older": (
        "o elo anterior (previous) é o de {other}: esperava o do evento antes",
        "the previous link is that of {other}: expected that of the event before",
    ),
    "link-other": (
        "o elo anterior (previous) {got} não é o do evento antes, {expected}",
        "the previous link {got} is not that of the event before, {expected}",
    ),
    "first-link": (
        "o primeiro evento tem um elo anterior (previous): esperava 64 zeros",
        "the first event has a previous link: expected 64 zeros",
    ),
    "seq-order": (
        "no segmento esperava o número (seq) {expected}, veio {got}",
        "in this segment expected seq {expected}, got {got}",
    ),
    "other-source": (
        "um segmento é de uma só fonte e um só livro: começa por {first}, traz {other}",
        "a segment is of one source and one ledger: it begins with {first}, and has {other}",
    ),
    "alone": (
        "{kind} tem de ser um segmento sozinho",
        "{kind} must be a segment of its own",
    ),
    # ── signatures ───────────────────────────────────────────────────────────────────────────
    "sig-envelope": (
        "está assinado o envelope: assina-se a declaração de 172 bytes, na codificação DSSE",
        "the envelope is signed: what is signed is the statement of 172 bytes, in DSSE's encoding",
    ),
    "sig-no-dsse": (
        "estão assinados os 172 bytes sem a codificação DSSE à volta",
        "the 172 bytes are signed without DSSE's pre-authentication encoding around them",
    ),
    "sig-digest": (
        "está assinado o resumo dos bytes: o Ed25519 assina os próprios bytes",
        "a digest of the signed bytes is signed: Ed25519 signs the bytes themselves",
    ),
    "sig-endian": (
        "os números da declaração estão em little-endian: são big-endian",
        "the statement's numbers are little-endian: they are big-endian",
    ),
    "sig-count": (
        "a declaração conta {got} evento(s), o segmento tem {expected}",
        "the statement's count is {got}, the segment has {expected} events",
    ),
    "sig-previous": (
        "na declaração o elo antes do primeiro é zeros: é o que o primeiro "
        "evento do segmento nomeia",
        "in the statement the link before the first event is zeros: it is the one that the "
        "segment's first event names",
    ),
    "sig-names": (
        "a declaração traz a fonte antes do livro: por ordem, é o livro e depois a fonte",
        "the statement has the source before the ledger: their order is the ledger, then the "
        "source",
    ),
    "sig-plain-names": (
        "a declaração traz os nomes do livro e da fonte tal e qual: são os SHA-256 deles",
        "the statement has the names of ledger and source as they are: it is the SHA-256 of each",
    ),
    "sig-key": (
        "a declaração traz o resumo da chave (key): é a própria chave pública",
        "the statement has the key's digest: it is the public key itself",
    ),
    "sig-first": (
        "a declaração traz o seq {got}: é o do primeiro evento (first), {expected}",
        "the statement has the seq {got}: it is that of the first event, {expected}",
    ),
    "sig-type": (
        "o tipo (type) que a codificação DSSE nomeia é {got}: é {expected}",
        "the type that DSSE's encoding names is {got}: it is {expected}",
    ),
    "sig-hex": (
        "está assinado o hexadecimal dos bytes: o Ed25519 assina os próprios bytes",
        "the hex of the signed bytes is signed: Ed25519 signs the bytes themselves",
    ),
    "sig-root-doubled": (
        "a raiz repete a última folha quando são ímpares: a do RFC 6962 sobe-a como está",
        "the root doubles the last leaf where their number is odd: RFC 6962 takes it up as it is",
    ),
    "sig-root-last": (
        "a raiz é o elo do último evento: é a do RFC 6962 sobre todos",
        "the root is the last event's link: it is RFC 6962's over all of them",
    ),
    "sig-root-hashed": (
        "a raiz volta a resumir os elos, com 0x00: os elos já são as folhas",
        "the root hashes the links once more, after 0x00: the links are the leaves already",
    ),
    "sig-other": (
        "a assinatura não corresponde à declaração do segmento: {signed} (hexadecimal do que se "
        "assina)",
        "the signature does not fit the segment's statement: {signed} (hex of what is signed)",
    ),
    # ── the door ─────────────────────────────────────────────────────────────────────────────
    "gap": (
        "falta um segmento antes deste, ou saíram por outra ordem: envia-se a partir do número "
        "(seq) que a porta diz",
        "a segment before it is missing, or they went out in another order: send from the seq "
        "that the door says",
    ),
    "held": (
        "não foi julgado, porque {pt} se recusou: corrige-se isso, e envia-se isto outra vez, tal "
        "e qual",
        "not judged because {en} was refused: mend that, and send this again as it is",
    ),
    "gap-left": (
        "veio fora da sua vez, porque {pt} se recusara; isso corrigiu-se, e isto não se voltou a "
        "enviar",
        "out of turn because {en} was refused; that was mended, and this was not sent again",
    ),
    "overlap": (
        "uma parte já está registada: o que se escreveu num segmento reenvia-se tal e qual, sem "
        "mais nada",
        "part of it is recorded: what was written in a segment is sent again as it is, with "
        "nothing more",
    ),
    "fork": (
        "neste número (seq) já está registado outro evento: o aparelho perdeu a memória, "
        "escreveu-o outra vez (outro cego é outro evento) ou há dois aparelhos",
        "another event is recorded at this seq: the device lost its memory, wrote it anew (another "
        "blind is another event), or there are two devices",
    ),
    "unknown-key": (
        "a chave que assina não é a que está inscrita",
        "the key that signs is not the one that is enrolled",
    ),
    "unknown-source": (
        "a fonte {source} não está inscrita; estão {known}",
        "the source {source} is not enrolled; enrolled: {known}",
    ),
    "wrong-origin": (
        "os envelopes são de outro livro: esperava {origin}",
        "the envelopes are of another ledger: expected {origin}",
    ),
    "not-entitled": (
        "{kind} não é para esta fonte dizer: diz-o {roles}",
        "{kind} is not for this source to say: it is said by {roles}",
    ),
    "refused": ("a porta recusa-o", "the door refuses it"),
    "http": (
        "o pedido teve a resposta HTTP {status}",
        "the request was answered by HTTP {status}",
    ),
    # ── habits ───────────────────────────────────────────────────────────────────────────────
    "blind-same": (
        "o cego (blind) é o mesmo em {count} eventos: são 16 bytes ao acaso, novos em cada um",
        "the blind is the same in {count} events: it is 16 random bytes, fresh in each",
    ),
    "blind-counted": (
        "os cegos (blind) contam de {step} em {step}: tiram-se ao acaso, que ninguém os adivinhe",
        "the blinds count up by {step}: they are to be random, that nobody guesses them",
    ),
    "kind-unknown": (
        "{kind} é um tipo desconhecido: fica registado e provado, e ninguém o julga",
        "{kind} is an unknown kind: it is recorded and proved, and judged by nobody",
    ),
    "kind-near": (
        "{kind} é um tipo desconhecido, que ninguém julga; parecido: {near}",
        "{kind} is an unknown kind, judged by nobody; near: {near}",
    ),
    "kind-version": (
        "{kind} é uma versão que não há, que ninguém julga; há {near}",
        "{kind} is a version that there is not, judged by nobody; there is {near}",
    ),
    "place-other": (
        "o lugar (place) {got} não é desta fonte, inscrita para {places}",
        "the place {got} is not this source's, which is enrolled for {places}",
    ),
    "place-none": (
        "um evento de uma ronda não diz o lugar (place): é {of}",
        "an event of a round does not say its place: it is {of}",
    ),
    "number-in-text": (
        "number: {got!r} é um número escrito como texto: escreve-se sem aspas; texto só o que não "
        "tem número, como 00",
        "number: {got!r} is a number written as a text: it is written without quotes; a text is "
        "only for what has no number, such as 00",
    ),
    "clock-behind": (
        "o relógio está atrasado, ou tudo se envia tarde: cada segmento chegou pelo menos {lag} "
        "segundos depois da hora que diz",
        "the clock is behind, or all is sent late: each segment came at least {lag} seconds after "
        "the time that it says",
    ),
    "day-astray": (
        "o dia de jogo (day) {day} não é o da hora {at}, nem o da véspera",
        "the gaming day {day} is neither that of the time {at} nor the one before",
    ),
    "clock-ahead": (
        "o relógio está adiantado: {recorded}, esperava {expected}",
        "the clock is ahead: {recorded}, expected {expected}",
    ),
    "clock-back": (
        "o relógio anda para trás: {recorded}, esperava {expected}",
        "the clock goes back: {recorded}, expected {expected}",
    ),
    "clock-1970": (
        "o relógio voltou a 1970, como depois de um corte de corrente: {recorded}, "
        "esperava {expected}",
        "the clock began anew at 1970, as after a power cut: {recorded}, expected {expected}",
    ),
    "round-open": (
        "a ronda {round} foi aberta e nunca fechada: só se julga uma ronda fechada",
        "the round {round} was opened and never closed: only a closed round is judged",
    ),
    "no-outcome": (
        "a ronda {round} fecha sem resultado, e a mesa diz que regista resultados",
        "the round {round} closes without an outcome, and the table says that it records them",
    ),
    "outcome-twice": (
        "a ronda {round} diz dois resultados diferentes, sem que nada anulasse o primeiro: não se "
        "sabe qual vale",
        "the round {round} says two outcomes that differ, and nothing annulled the first: nobody "
        "can tell which counts",
    ),
    "place-not-opened": (
        "{place} joga sem table-opened, nunca foi aberta: não tem regras nem moeda, e "
        "nada se julga",
        "{place} plays without table-opened, it was never opened: it has no rules and no currency, "
        "and nothing is judged",
    ),
    "profile-unknown": (
        "o perfil {got} não existe; existem {near}",
        "there is no profile {got}; there is {near}",
    ),
    "game-unknown": (
        "{profile} não tem o jogo {got!r}; parecidos: {near}",
        "{profile} has no game {got!r}; near: {near}",
    ),
    "record-unknown": (
        "{got!r} não é um registo que alguma regra peça; são {known}",
        "{got!r} is no record that any rule asks for; those are {known}",
    ),
    "record-undeclared": (
        "{what}: a mesa envia {kind} e não os tem entre os seus registos (records): as regras "
        "deles não se verificam: {rules}",
        "{what}: the table sends {kind} and has them not among its records: their rules are not "
        "checked: {rules}",
    ),
    "negative": (
        "{path} é negativo: {got}",
        "{path} is negative: {got}",
    ),
    # ── findings ─────────────────────────────────────────────────────────────────────────────
    "finding": (
        "{pt} {where} — esperava {expected}; veio {recorded}{more_pt}",
        "{en} {where} — expected {expected}; got {recorded}{more_en}",
    ),
    "unpaid": (
        "a ronda {round} fechou sem pagar quem ganhou: {due_pt}",
        "the round {round} was closed with a winner unpaid: {due_en}",
    ),
    "unfolded": (
        "um evento autêntico não se pôde lançar nas contas ({stage}): {error}",
        "an authentic event could not be folded into the figures ({stage}): {error}",
    ),
    "unchecked": (
        "{game}: sem {what} não se verificam {rules}",
        "{game}: without {what} these are not checked: {rules}",
    ),
}
"""By the word that names the mistake: the sentence in Portuguese, and in English."""
