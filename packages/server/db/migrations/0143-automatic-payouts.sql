-- What is available is withdrawn by itself as soon as it reaches the threshold, by the account's own choice.
create table automatic_payouts (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  token_code text not null,
  address text not null,
  threshold bigint not null check (threshold > 0),
  -- How many withdrawals it has made.
  runs integer not null default 0,
  -- Why the last try made none, as the code of the call.
  problem text,
  changed_at timestamptz not null,
  unique (user_id, asset)
);
