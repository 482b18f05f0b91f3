-- Passkeys (WebAuthn Level 3): a way in and a proof. Only public keys are kept.

create table passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  user_id integer not null references users,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is for one purpose, and for one session where there is one; it is gone with its use.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  session_id_hash bytea references sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id_hash is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
