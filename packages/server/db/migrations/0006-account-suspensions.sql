-- When an operator suspended an account, why, and until when. What has ended stays as it is.
create table account_suspensions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  reason text not null check (length(reason) between 3 and 500),
  started_at timestamptz not null,
  started_by integer not null references users,
  ended_at timestamptz check (ended_at >= started_at),
  ended_by integer references users,
  check ((ended_at is null) = (ended_by is null)),
  check (started_by <> user_id)
);
create unique index account_suspensions_open on account_suspensions (user_id) where ended_at is null;
create index account_suspensions_user on account_suspensions (user_id, id);

-- One change is allowed: that it ends.
create trigger append_only before update on account_suspensions for each row
  when (old.ended_at is not null or new.ended_at is null
    or (old.id, old.user_id, old.reason, old.started_at, old.started_by)
      is distinct from (new.id, new.user_id, new.reason, new.started_at, new.started_by))
  execute function refuse_change();
create trigger no_delete before delete on account_suspensions for each row execute function refuse_change();
create trigger no_truncate before truncate on account_suspensions execute function refuse_change();
-- Delivery reads all campaigns and ad units of the account again.
create trigger inventory after insert or update on account_suspensions for each row
  execute function notify_inventory('account', 'user_id');

-- What other domains may know of it in a statement of their own.
create view suspended_accounts as
  select user_id, reason, started_at, started_by from account_suspensions where ended_at is null;
