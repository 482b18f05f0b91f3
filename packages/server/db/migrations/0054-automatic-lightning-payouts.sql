-- Automatic payouts to a Lightning Address, tried once in 24 hours at most. A failure is told once, until a payment succeeds.
alter table automatic_payouts
  add column method text not null default 'chain' check (method in ('chain', 'lightning')),
  -- Before this moment, nothing is tried by Lightning.
  add column next_try_at timestamptz,
  -- What exactly was wrong with the last try.
  add column problem_detail text,
  -- When the first of the tries failed that have failed since the last payment.
  add column failing_since timestamptz,
  -- The last withdrawal that it made by Lightning.
  add column last_withdrawal_id integer references withdrawals,
  add constraint automatic_payouts_lightning check (method = 'chain' or asset = 'BTC');
create index automatic_payouts_last_withdrawal on automatic_payouts (last_withdrawal_id) where last_withdrawal_id is not null;
