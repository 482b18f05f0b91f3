-- Keys for programs of advertisers and publishers: a few things that an account may do, without its session.

create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['statistics', 'campaigns']),
  -- SHA-256 of the key; the key itself is shown once and never kept.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- How the key begins, to know it again.
  token_start text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id, id desc);
