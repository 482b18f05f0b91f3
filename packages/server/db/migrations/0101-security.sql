-- Sessions that can be named, the confirmation that it is still the same person, and links that confirm addresses.

alter table sessions
  -- What the list of sessions calls it; the cookie's hash never leaves the server.
  add column id integer generated always as identity unique,
  -- When a fresh code or a passkey last proved that it is the same person.
  add column stepped_up_at timestamptz;

-- The code mailed to a session that has to prove it: one at a time.
create table step_up_codes (
  session_id_hash bytea primary key references sessions on delete cascade,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- Links in mails that confirm an address: 256 random bits, of which the SHA-256 is kept, for a day.
create table confirmations (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- `new_address`: the account that it opens, or whose address it becomes. `old_address`: agrees that it is given up.
  side text not null check (side in ('sign_up', 'new_address', 'old_address')),
  email text not null check (email = lower(email)),
  username text,
  utm_source text,
  partner_id integer references users,
  -- Of a change: whose.
  user_id integer references users,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((side = 'sign_up') = (user_id is null))
);
create index confirmations_expiry on confirmations (expires_at);
-- A change has one link for each side; a new change takes the place of the last.
create unique index confirmations_change on confirmations (user_id, side) where user_id is not null;
