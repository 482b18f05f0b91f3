-- Money that one operator alone cannot move.

-- Since when somebody is an operator; null for those from before this was kept.
alter table users add column operator_since timestamptz;

-- What an operator adds to a balance or takes from it. Above the approval limit another operator decides.
create table adjustments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  -- Less than zero takes away.
  amount bigint not null check (amount <> 0),
  reason text not null,
  made_by integer not null references users,
  made_at timestamptz not null,
  state text not null check (state in ('pending', 'done', 'rejected')),
  decided_by integer references users,
  decided_at timestamptz,
  transfer_id bigint,
  check (made_by <> user_id),
  check (decided_by is null or (decided_by <> made_by and decided_by <> user_id)),
  check ((state = 'done') = (transfer_id is not null)),
  check (state <> 'rejected' or decided_by is not null)
);
create index adjustments_pending on adjustments (id) where state = 'pending';
create index adjustments_user on adjustments (user_id, id);
