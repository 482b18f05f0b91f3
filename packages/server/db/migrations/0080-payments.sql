-- Money in and out over chains: where each chain was read to, deposit addresses, deposits, withdrawals and payouts.

-- What miners take is the network's cost: it goes below zero as it is spent.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside', 'costs'));
alter table ledger_accounts drop constraint ledger_accounts_check1;
alter table ledger_accounts add constraint ledger_accounts_check1
  check (balance >= 0 or (owner = 'network' and kind in ('outside', 'promotion', 'costs')));

create table chains (
  name text primary key check (name in ('bitcoin', 'ethereum')),
  -- Everything up to this block was read, and it is deep enough to be read from again.
  read_hash text,
  read_height integer,
  -- The end of the active chain when it was read last.
  height integer,
  read_at timestamptz,
  -- The next index of the operator's extended public key.
  next_index integer not null default 0 check (next_index between 0 and 2147483647)
);
insert into chains (name) values ('bitcoin'), ('ethereum');

create table deposit_addresses (
  id integer generated always as identity primary key,
  depositable_type text not null check (depositable_type in ('user', 'campaign')),
  depositable_id integer not null,
  user_id integer not null references users,
  chain text not null references chains,
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  address_index integer not null check (address_index >= 0),
  address text not null,
  created_at timestamptz not null,
  -- One for each token, never reused.
  unique (depositable_type, depositable_id, token_code),
  unique (chain, address_index),
  unique (chain, address)
);
create index deposit_addresses_user on deposit_addresses (user_id);

create table deposits (
  id integer generated always as identity primary key,
  chain text not null references chains,
  transaction_id text not null,
  -- Bitcoin's output, or the place among the transaction's logs; -1 is the transaction's own value.
  output integer not null,
  address text not null,
  -- Null while it is nobody's: then it waits for the operator.
  address_id integer references deposit_addresses,
  -- An operator may give what is nobody's to an account.
  user_id integer references users,
  token_code text not null,
  -- Null for a token that is none of our assets; its amount is then in units of 1e-8 all the same.
  asset text check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- Null while it is in no block of the active chain.
  block_hash text,
  block_height integer,
  -- Another transaction took its place, or no node knows it any more.
  is_gone boolean not null default false,
  -- What is on the account now because of it; it follows the chain in steps, each a transfer with its number.
  credited bigint not null default 0 check (credited between 0 and amount),
  steps integer not null default 0,
  -- A campaign's deposit goes on to the campaign in a transaction of its own.
  is_forwarded boolean not null default true,
  seen_at timestamptz not null,
  credited_at timestamptz,
  unique (chain, transaction_id, output),
  check ((block_hash is null) = (block_height is null))
);
create index deposits_address on deposits (address_id);
create index deposits_user on deposits (user_id);
create index deposits_height on deposits (chain, block_height);

-- Where accounts have money sent to; a new one is frozen for a while, unless it is the first.
create table payout_addresses (
  user_id integer not null references users,
  token_code text not null,
  address text not null,
  usable_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, token_code, address)
);

-- A transaction of ours that pays one or more withdrawals. Its signed bytes are stored before they are sent.
create table payouts (
  id integer generated always as identity primary key,
  chain text not null references chains,
  transaction_id text not null,
  raw text not null,
  -- Units of 1e-8 of the chain's coin; what the transaction offers to miners.
  fee bigint not null check (fee >= 0),
  state text not null check (state in ('signed', 'sent', 'confirmed', 'replaced', 'failed')),
  -- The one whose input it shares, to pay more.
  replaces integer references payouts,
  nonce integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  unique (chain, transaction_id)
);
create index payouts_open on payouts (id) where state in ('signed', 'sent');

create table payout_inputs (
  payout_id integer not null references payouts,
  transaction_id text not null,
  output integer not null,
  amount bigint not null,
  address text not null,
  primary key (payout_id, transaction_id, output)
);

create table withdrawals (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  chain text not null references chains,
  address text not null,
  -- What leaves the account; the fee is a part of it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  state text not null check (state in ('requested', 'approved', 'signed', 'sent', 'confirmed', 'cancelled', 'failed')),
  hold_id bigint not null unique references ledger_holds,
  -- Above the operator's limit a second person says yes.
  needs_approval boolean not null,
  approved_by integer references users check (approved_by <> user_id),
  -- Not sent before: its address was new.
  not_before timestamptz,
  payout_id integer references payouts,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('signed', 'sent', 'confirmed')) <= (payout_id is not null)),
  check (not needs_approval or approved_by is not null or state in ('requested', 'cancelled', 'failed'))
);
create index withdrawals_user on withdrawals (user_id, id desc);
create index withdrawals_open on withdrawals (id) where state in ('requested', 'approved', 'signed', 'sent');
create index withdrawals_payout on withdrawals (payout_id);

-- While a row is open nothing is paid out of its asset.
create table payout_stops (
  id integer generated always as identity primary key,
  asset text not null check (asset in ('BTC', 'USD')),
  reason text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index payout_stops_open on payout_stops (asset) where ended_at is null;

-- What a coin was worth in dollars, by the middle of the sources that answered.
create table exchange_rates (
  id integer generated always as identity primary key,
  asset text not null check (asset in ('BTC')),
  -- Units of 1e-8 USD for one whole coin.
  usd bigint not null check (usd > 0),
  sources integer not null check (sources > 0),
  at timestamptz not null
);
create index exchange_rates_newest on exchange_rates (asset, id desc);
