-- Until the network believes the traffic of an ad unit, all such units of an account together earn a limited amount a day.
-- What is above it lies on the unit like the rest and waits until the unit is believed, or goes back to who paid.

create table slow_starts (
  unit_id integer primary key references ad_units,
  -- The unit's first earning.
  started_at timestamptz not null,
  -- Days of traffic that looked like that of people; each is 24 hours that none of the others has.
  good_days integer not null default 0 check (good_days >= 0),
  -- Up to where they are counted.
  counted_until timestamptz,
  -- The count began here, or anew: a score or an operator spoke against the unit.
  counted_from timestamptz not null,
  ended_at timestamptz,
  -- The operator who ended it; nobody when the network did.
  ended_by integer references users,
  check (ended_at is not null or ended_by is null)
);

-- Units that were paid before have had their time.
insert into slow_starts (unit_id, started_at, counted_from, ended_at)
select unit_id, min(last_at), min(last_at), greatest(min(ended_at), min(last_at))
from unit_earnings where state = 'paid' group by unit_id;

-- What waits for the end of the slow start is a row of its own beside the rest of the day.
alter table unit_earnings add column waits boolean not null default false;
drop index unit_earnings_open;
create unique index unit_earnings_open on unit_earnings (unit_id, asset, day, waits) where ended_at is null;

-- So much of a share's net amount waits, in that earning; the rest is in the other one.
alter table settlement_shares add column waiting bigint not null default 0;
alter table settlement_shares add column waiting_id bigint references unit_earnings;
alter table settlement_shares add check (waiting >= 0 and waiting <= net and (waiting > 0) = (waiting_id is not null));
create index settlement_shares_waiting on settlement_shares (waiting_id) where waiting_id is not null;

-- A share by the earnings it is in, with the part of the fee that belongs to each.
create view earning_shares as
select campaign_id, window_start, unit_id, earning_id, net - waiting as net,
  (fee - floor(fee::numeric * waiting / net))::bigint as fee
from settlement_shares where net > waiting
union all
select campaign_id, window_start, unit_id, waiting_id, waiting, floor(fee::numeric * waiting / net)::bigint
from settlement_shares where waiting > 0;
