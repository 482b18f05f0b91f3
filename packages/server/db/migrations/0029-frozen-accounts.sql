-- An operator may stop the money of an account alone, and may say when either ends by itself.
alter table account_suspensions
  add column kind text not null default 'everything' check (kind in ('everything', 'money')),
  add column until timestamptz check (until > started_at),
  drop constraint account_suspensions_check1,
  add constraint ended_by_someone_or_in_time check (
    case when ended_at is null then ended_by is null else ended_by is not null or coalesce(ended_at >= until, false) end
  );
create index account_suspensions_until on account_suspensions (until) where ended_at is null;

drop trigger append_only on account_suspensions;
create trigger append_only before update on account_suspensions for each row
  when (old.ended_at is not null or new.ended_at is null
    or (old.id, old.user_id, old.kind, old.reason, old.started_at, old.started_by, old.until)
      is distinct from (new.id, new.user_id, new.kind, new.reason, new.started_at, new.started_by, new.until))
  execute function refuse_change();

create or replace view suspended_accounts as
  select user_id, reason, started_at, started_by from account_suspensions
  where ended_at is null and kind = 'everything';

-- Accounts that no money leaves: those that are suspended are among them.
create view frozen_accounts as
  select user_id, kind, reason, started_at, started_by, until from account_suspensions where ended_at is null;

-- For the history of an account, as operators see it.
create view shared_suspensions as
  select id, user_id, kind, reason, started_at, started_by, ended_at, ended_by from account_suspensions;
