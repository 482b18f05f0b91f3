-- Accounts that have less than what their campaigns that fund themselves need for a day, and were notified of it. A row is removed as soon as
-- the account covers a day again.
create table low_accounts (
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  notified_at timestamptz not null,
  primary key (user_id, asset)
);
