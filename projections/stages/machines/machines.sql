-- Each machine as it stands: its lifetime counters by the events, and the state it goes on from.
CREATE TABLE {s}.machine (
    machine text PRIMARY KEY,
    casino text NOT NULL,
    maker text,
    model text,
    configuration text,
    opened bigint,
    interdicted bigint,
    era integer NOT NULL,
    read bigint,
    read_at text,
    parted integer NOT NULL,
    cj numeric NOT NULL,
    cg numeric NOT NULL,
    je numeric NOT NULL,
    rb numeric NOT NULL,
    de numeric NOT NULL,
    be numeric NOT NULL,
    pa numeric NOT NULL,
    cc numeric NOT NULL,
    bp numeric NOT NULL,
    pap numeric NOT NULL,
    pam numeric NOT NULL,
    ccm numeric NOT NULL,
    sc numeric NOT NULL,
    window_since bigint,
    window_plays bigint,
    window_staked numeric,
    window_returned numeric,
    observed_ppm bigint,
    band_ppm bigint,
    low boolean NOT NULL,
    state text NOT NULL
);
-- What moved on a machine, gaming day and denomination (0: money in and out), by the events; the
-- events are those of the machine and day between first and last.
CREATE TABLE {s}.machine_day (
    key text PRIMARY KEY,
    machine text NOT NULL,
    day date NOT NULL,
    denomination bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    interdicted bigint NOT NULL,
    closed boolean NOT NULL,
    cj numeric NOT NULL,
    cg numeric NOT NULL,
    je numeric NOT NULL,
    de_n numeric NOT NULL,
    de_c numeric NOT NULL,
    be numeric NOT NULL,
    pa numeric NOT NULL,
    cc_m numeric NOT NULL,
    cc_c numeric NOT NULL,
    bp numeric NOT NULL,
    pap_m numeric NOT NULL,
    pap_h numeric NOT NULL,
    pam numeric NOT NULL,
    ccm numeric NOT NULL
);
-- The daily close (fecho): the day's twelve and the frozen totals. A late event of the day is booked
-- on the next one and referred to here, in another version.
CREATE TABLE {s}.machine_close (
    machine text NOT NULL,
    day date NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    closing bigint NOT NULL,
    casino text NOT NULL,
    cj numeric NOT NULL,
    cg numeric NOT NULL,
    je numeric NOT NULL,
    rb numeric NOT NULL,
    de numeric NOT NULL,
    be numeric NOT NULL,
    pa numeric NOT NULL,
    cc numeric NOT NULL,
    bp numeric NOT NULL,
    pap numeric NOT NULL,
    pam numeric NOT NULL,
    ccm numeric NOT NULL,
    sc numeric NOT NULL,
    de_n numeric NOT NULL,
    de_c numeric NOT NULL,
    cc_m numeric NOT NULL,
    cc_c numeric NOT NULL,
    pap_m numeric NOT NULL,
    pap_h numeric NOT NULL,
    receita numeric NOT NULL,
    totals text NOT NULL,
    device text NOT NULL,
    late_rb numeric NOT NULL,
    late bigint[] NOT NULL
);
CREATE INDEX machine_close_now ON {s}.machine_close (machine, day) WHERE known_until IS NULL;
-- Readings of a device's own counters.
CREATE TABLE {s}.meter_reading (
    position bigint PRIMARY KEY,
    machine text NOT NULL,
    day date NOT NULL,
    at text NOT NULL,
    era integer NOT NULL,
    why text NOT NULL,
    denomination bigint,
    marks text NOT NULL
);
-- Counters of a reading that are not the events': void jogadas explain some, the difference remains.
CREATE TABLE {s}.meter_variance (
    position bigint NOT NULL,
    counter text NOT NULL,
    machine text NOT NULL,
    day date NOT NULL,
    at text NOT NULL,
    device numeric NOT NULL,
    events numeric NOT NULL,
    voided numeric NOT NULL,
    difference numeric NOT NULL,
    first bigint,
    play text
);
-- How a machine stood before each of its last readings: a corrected one is taken again.
CREATE TABLE {s}.meter_context (
    position bigint PRIMARY KEY,
    context text NOT NULL
);
-- Void jogadas, whether the void moved anything, and what withdrew it.
CREATE TABLE {s}.machine_void (
    play text PRIMARY KEY,
    position bigint NOT NULL,
    machine text NOT NULL,
    day date NOT NULL,
    returned numeric NOT NULL,
    effective boolean NOT NULL,
    withdrawn bigint
);
-- What corrected events say since then; without a replacement they were withdrawn.
CREATE TABLE {s}.machine_corrected (
    target text PRIMARY KEY,
    position bigint NOT NULL,
    replacement text
);
-- Boxes counted, beside the counters.
CREATE TABLE {s}.machine_drop (
    position bigint PRIMARY KEY,
    machine text NOT NULL,
    day date NOT NULL,
    notes_expected numeric,
    notes numeric NOT NULL,
    tickets_expected numeric,
    tickets numeric NOT NULL,
    tolerance numeric NOT NULL,
    since bigint
);
-- Bilhetes codificados; owed is what each adds to those in circulation.
CREATE TABLE {s}.ticket (
    ticket text PRIMARY KEY,
    state text NOT NULL,
    amount bigint,
    owed numeric NOT NULL,
    issued bigint,
    issued_at text,
    taken bigint,
    taken_at text,
    taken_by text,
    until text,
    record text NOT NULL
);
CREATE INDEX ticket_open ON {s}.ticket (ticket) WHERE state = 'issued';
-- Prizes and balances that a hand pays, by jogada, or by slip where no jogada is known.
CREATE TABLE {s}.hand_pay (
    subject text PRIMARY KEY,
    machine text,
    day date NOT NULL,
    category text NOT NULL,
    due numeric NOT NULL,
    paid numeric NOT NULL,
    means text,
    slip text,
    open boolean NOT NULL,
    play bigint,
    slips bigint[] NOT NULL,
    first bigint NOT NULL,
    record text NOT NULL
);
CREATE INDEX hand_pay_open ON {s}.hand_pay (first) WHERE open;
-- Awards of machines, and when they were shown.
CREATE TABLE {s}.award_signal (
    award text PRIMARY KEY,
    position bigint NOT NULL,
    machine text,
    at text NOT NULL,
    shown text,
    signalled bigint,
    late boolean NOT NULL,
    record text NOT NULL
);
-- Players' sessions at machines.
CREATE TABLE {s}.machine_session (
    session text PRIMARY KEY,
    machine text NOT NULL,
    player text NOT NULL,
    position bigint NOT NULL,
    plays bigint NOT NULL,
    over boolean NOT NULL,
    record text NOT NULL
);
-- indexes
ALTER TABLE {s}.machine_close ADD PRIMARY KEY (machine, day, known_from);
ALTER TABLE {s}.meter_variance ADD PRIMARY KEY (position, counter);
CREATE INDEX machine_day_day ON {s}.machine_day (day, machine);
CREATE INDEX machine_close_day ON {s}.machine_close (day, machine);
CREATE INDEX meter_reading_machine ON {s}.meter_reading (machine, position);
CREATE INDEX meter_variance_machine ON {s}.meter_variance (machine, position);
CREATE INDEX hand_pay_slips ON {s}.hand_pay USING gin (slips);
