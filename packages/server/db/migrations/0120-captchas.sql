-- Proofs of work that were shown once: a second time, to any process, they are worth nothing.
create table spent_captchas (
  -- The challenge's signature, which is the same for no two of them.
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_captchas_expiry on spent_captchas (expires_at);
