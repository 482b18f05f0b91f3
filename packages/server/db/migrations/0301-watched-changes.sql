-- Rows that live on cannot be sealed themselves. Each of their states is written down as a row that can be: whoever changes
-- one with triggers switched off leaves it different from its last state, and the states are sealed.
create table watched_changes (
  id bigint generated always as identity primary key,
  -- What was changed: the table of the row.
  subject text not null,
  row_id bigint not null,
  -- Null when the row was deleted.
  state jsonb,
  at timestamptz not null
);
create index watched_changes_last on watched_changes (subject, row_id, id desc);
create trigger append_only before update or delete on watched_changes for each row execute function refuse_change();
create trigger no_truncate before truncate on watched_changes execute function refuse_change();

-- The states that are watched; moments are written in UTC, whatever the session's time zone.
create function slow_start_state(it slow_starts) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.started_at, it.good_days, it.counted_until, it.counted_from, it.ended_at, it.ended_by)
$$;
create function earning_hold_state(it earning_holds) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.unit_id, it.reason, it.created_by, it.created_at, it.released_by, it.released_at)
$$;
create function role_state(it users) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.roles, it.operator_since)
$$;

create function watch_slow_start() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at)
  values ('slow_starts', coalesce(new.unit_id, old.unit_id), case when tg_op <> 'DELETE' then slow_start_state(new) end, now());
  return null;
end $$;
create trigger watched after insert or update or delete on slow_starts for each row execute function watch_slow_start();

create function watch_earning_hold() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at)
  values ('earning_holds', coalesce(new.id, old.id), case when tg_op <> 'DELETE' then earning_hold_state(new) end, now());
  return null;
end $$;
create trigger watched after insert or update or delete on earning_holds for each row execute function watch_earning_hold();

create function watch_role() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at) values ('users', new.id, role_state(new), now());
  return null;
end $$;
create trigger watched_new after insert on users for each row when (new.roles <> '{}') execute function watch_role();
create trigger watched after update on users for each row
  when (old.roles is distinct from new.roles or old.operator_since is distinct from new.operator_since) execute function watch_role();

-- The rows as they are.
create view watched_states as
select 'slow_starts' as subject, unit_id::bigint as row_id, slow_start_state(slow_starts) as state from slow_starts
union all
select 'earning_holds', id, earning_hold_state(earning_holds) from earning_holds
union all
select 'users', id, role_state(users) from users where roles <> '{}' or operator_since is not null;

insert into watched_changes (subject, row_id, state, at)
select subject, row_id, state, now() from watched_states order by subject, row_id;

-- The fee of each statement beside what the settings of then say; null where no setting was ever changed, since what the
-- configuration said then is kept nowhere.
create view statement_fees as
select campaign_id, window_start, fee_basis_points,
  case when is_premium then case when lower is not null then least(usual, lower) end else usual end
    / case when fee_halved then 2 else 1 end as expected
from settlements join campaigns on campaigns.id = campaign_id
cross join lateral (
  select exists (
    select from premium_periods period where period.user_id = campaigns.user_id and since <= window_start
      and (until is null or until > window_start)) as is_premium, (
    select value from setting_changes where name = 'fee_basis_points' and valid_from <= window_start
    order by id desc limit 1) as usual, (
    select value from setting_changes where name = 'premium_fee_basis_points' and valid_from <= window_start
    order by id desc limit 1) as lower) as found
where terms_id is not null;
