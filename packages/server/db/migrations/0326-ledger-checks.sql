-- Verifications that operators have asked for on the health page: one at a time, and the last ones with what they found.
create table ledger_checks (
  id integer generated always as identity primary key,
  is_full boolean not null,
  requested_at timestamptz not null,
  -- Null while it waits for a worker.
  begun_at timestamptz,
  -- By the database's clock: whoever runs it says so every few seconds.
  alive_at timestamptz not null,
  part smallint,
  parts smallint,
  part_name text,
  ended_at timestamptz,
  -- Null when it was interrupted.
  ok boolean,
  found text,
  note text,
  -- What came before was proven by an earlier one; null when everything was computed.
  since timestamptz,
  check ((ok is null) = (found is null)),
  check (ended_at is not null or ok is null)
);
create unique index ledger_checks_open on ledger_checks ((true)) where ended_at is null;
