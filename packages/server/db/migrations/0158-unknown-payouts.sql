-- What left the network's addresses by the chain's account, and no withdrawal in the books asks for: the withdrawal was
-- lost with what came after a backup.
create table unknown_payouts (
  id integer generated always as identity primary key,
  payout_id integer not null references payouts,
  output integer not null,
  address text not null,
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  asset text not null check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- When it was booked as a cost of the network's.
  booked_at timestamptz,
  unique (payout_id, output)
);
