-- People: accounts, sessions, one-time codes, outgoing mail, request limits.

create table users (
  id integer generated always as identity primary key,
  email text unique check (email = lower(email)),
  email_confirmed_at timestamptz,
  username text,
  -- SHA-256 of the account code; the code itself is shown once and never kept.
  account_code_hash bytea unique check (octet_length(account_code_hash) = 32),
  roles text[] not null default '{}',
  locale text not null default 'en',
  utm_source text,
  partner_id integer references users,
  created_at timestamptz not null,
  check (email is not null or account_code_hash is not null)
);
create unique index users_username on users (lower(username));

create table sessions (
  -- SHA-256 of the cookie.
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  user_id integer not null references users,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table access_code_requests (
  -- SHA-256 of the cookie that binds the request to the browser that made it.
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  email text not null,
  -- HMAC of the mailed code with a server key; null when nothing was mailed.
  code_hmac bytea,
  username text,
  -- A sign-up may open a new account; asking for a code may not.
  may_create boolean not null,
  utm_source text,
  partner_id integer references users,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_code_requests_expiry on access_code_requests (expires_at);

-- Mail is written in the transaction of the event it reports and sent by a job.
create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

create table idempotency_keys (
  user_id integer not null references users,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
