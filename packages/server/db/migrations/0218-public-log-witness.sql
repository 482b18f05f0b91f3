-- Logs of other networks that this one follows: the last checkpoint that was checked, as it was signed.
create table public_log_witnessed (
  origin text primary key,
  -- Where its files are, without the path.
  address text not null unique,
  vkey text not null,
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- With this network's cosignature.
  note text not null,
  checked_at timestamptz not null
);
