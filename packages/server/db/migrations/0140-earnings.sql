-- What an ad unit earns on a day matures on the unit's account and then moves to its owner by itself.

create table unit_earnings (
  id bigint generated always as identity primary key,
  unit_id integer not null references ad_units,
  asset text not null check (asset in ('BTC', 'USD')),
  -- In UTC, that of the windows it was earned in.
  day date not null,
  amount bigint not null check (amount > 0),
  -- When the last of it was earned, within the day.
  last_at timestamptz not null,
  matures_at timestamptz not null,
  state text not null default 'maturing' check (state in ('maturing', 'paid', 'taken_back')),
  ended_at timestamptz,
  -- Why the operator took it back.
  reason text,
  check ((state = 'maturing') = (ended_at is null)),
  check ((state = 'taken_back') = (reason is not null))
);
-- What is earned after a day was taken back is a row of its own.
create unique index unit_earnings_open on unit_earnings (unit_id, asset, day) where ended_at is null;
create index unit_earnings_due on unit_earnings (matures_at, id) where ended_at is null;
create index unit_earnings_unit on unit_earnings (unit_id, day desc);
create function refuse_second_end_of_earning() returns trigger language plpgsql as $$
begin
  if old.state <> 'maturing' then
    raise exception 'earning % has ended already', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ends_once before update on unit_earnings for each row execute function refuse_second_end_of_earning();
create trigger no_delete before delete on unit_earnings for each row execute function refuse_change();
create trigger no_truncate before truncate on unit_earnings execute function refuse_change();

-- While a unit is on hold nothing of it moves to its owner.
create table earning_holds (
  id integer generated always as identity primary key,
  unit_id integer not null references ad_units,
  reason text not null,
  created_by integer not null references users,
  created_at timestamptz not null,
  released_by integer references users,
  released_at timestamptz,
  check ((released_by is null) = (released_at is null))
);
create unique index earning_holds_open on earning_holds (unit_id) where released_at is null;

-- In which earning a share is. Those without a net amount are in none.
alter table settlement_shares add column earning_id bigint references unit_earnings;

-- What lies on the units of a network that was there before: it matures as if it had been earned under these rules, so
-- that most of it is due at once.
insert into unit_earnings (unit_id, asset, day, amount, last_at, matures_at)
select unit_id, asset, earned.day, sum(net), max(window_end) - interval '1 millisecond',
  (earned.day + 1)::timestamp at time zone 'UTC' + case
    when min(kind) = 'app' or min(created_at) > (earned.day + 1)::timestamp at time zone 'UTC' - interval '30 days'
    then interval '7 days' else interval '1 day' end
from settlement_shares
join settlements using (campaign_id, window_start)
join ad_units on ad_units.id = unit_id
cross join lateral (select ((window_end - interval '1 millisecond') at time zone 'UTC')::date as day) as earned
where net > 0
group by unit_id, asset, earned.day
order by earned.day, unit_id, asset;
alter table settlement_shares disable trigger append_only;
update settlement_shares share set earning_id = earning.id
from settlements, unit_earnings earning
where settlements.campaign_id = share.campaign_id and settlements.window_start = share.window_start and net > 0
  and earning.unit_id = share.unit_id and earning.asset = settlements.asset
  and earning.day = ((window_end - interval '1 millisecond') at time zone 'UTC')::date;
alter table settlement_shares enable trigger append_only;
create index settlement_shares_earning on settlement_shares (earning_id) where earning_id is not null;
