-- What is reported is appended to the event log, and counted from it by the one process that owns its partition. What
-- counting remembered in tables until now is remembered in that process, and can be read again from the log.

-- Processes of the version before go on until they are stopped. None of them is counting while this transaction runs, and
-- what they count after it fails, so that whoever reported it sends it again.
select pg_advisory_xact_lock(7230002);
lock table visitor_rates, campaign_visitors, delivery_events, delivery_counters, counting_closed in access exclusive mode;

create table counter_partitions (
  partition smallint primary key check (partition >= 0),
  -- Up to here everything is counted. It is written with the counters, in one transaction.
  position bigint not null check (position >= 0),
  -- Of that position: the partition's time, which never goes back.
  at timestamptz not null,
  -- Records of what the operator and the advertisers have decided, as far as the log has said it up to that position.
  rules bytea not null default '',
  -- Grows with each owner. Whoever was one before cannot write any more.
  epoch bigint not null default 0 check (epoch >= 0),
  owner uuid,
  leased_until timestamptz,
  check ((owner is null) = (leased_until is null))
) with (fillfactor = 50);

-- Processes that count, so that each takes its share of the partitions.
create table counter_processes (
  id uuid primary key,
  alive_until timestamptz not null
);

-- What became of each record: a row for what an owner committed at once of a partition. Kept as long as the log.
create table event_log_verdicts (
  partition smallint not null,
  -- Of its last batch, and of the last one before its first.
  position bigint not null,
  before bigint not null check (before < position),
  -- Of its last batch.
  at timestamptz not null,
  -- For each batch, 32 bits each: its position, counted from `before`, and its records.
  batches bytea not null,
  -- A byte for each record.
  verdicts bytea not null,
  primary key (partition, position)
);
create index event_log_verdicts_at on event_log_verdicts (partition, at);
alter table event_log_verdicts alter column verdicts set storage external;

-- Paid views of units in an hour, by partition: a neighborhood may send a unit a share of all of them. Unlogged: after a
-- crash of the database busy units are taken for less busy ones for the rest of the hour.
create unlogged table counter_unit_hours (
  hour timestamptz not null,
  unit_id integer not null,
  partition smallint not null,
  paid integer not null check (paid > 0),
  primary key (hour, unit_id, partition)
);

-- What was decided outside of the log and is on its way into it: written in the transaction of the decision, appended in
-- the order of the ids, then deleted.
create table counting_rules (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('unit', 'visitor', 'cut')),
  unit_id integer,
  day date,
  visitor bytea check (octet_length(visitor) = 8),
  is_excluded boolean,
  campaign_id integer,
  -- From when the campaign has other terms.
  moment timestamptz,
  check ((kind = 'unit') = (unit_id is not null)),
  check ((kind = 'visitor') = (day is not null and visitor is not null)),
  check ((kind = 'cut') = (campaign_id is not null and moment is not null)),
  check ((kind = 'cut') = (is_excluded is null))
);

-- One process at a time appends them.
create table counting_rules_turn (
  one boolean primary key default true check (one),
  taken_until timestamptz not null
);
insert into counting_rules_turn (taken_until) values ('1970-01-01 00:00:00+00');

create function log_unit_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, unit_id, is_excluded)
  values ('unit', coalesce(new.unit_id, old.unit_id), tg_op = 'INSERT');
  return null;
end $$;
create trigger counters after insert or delete on excluded_units for each row execute function log_unit_rule();

create function log_visitor_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, day, visitor, is_excluded)
  values ('visitor', coalesce(new.day, old.day), coalesce(new.visitor, old.visitor), tg_op = 'INSERT');
  return null;
end $$;
create trigger counters after insert or delete on excluded_visitors for each row execute function log_visitor_rule();

create function log_terms_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, campaign_id, moment) values ('cut', new.campaign_id, new.valid_from);
  return null;
end $$;
create trigger counters after insert on campaign_terms for each row execute function log_terms_rule();

-- A network that runs: nothing is counted into a window that is closed, and counting begins with an empty log.
update event_log_heads
set at = greatest(at, (select max(closed_until) from counting_closed), (select max(at) from delivery_events));
insert into counter_partitions (partition, position, at) select partition, position, at from event_log_heads;

-- The rules that are in force.
insert into counting_rules (kind, unit_id, is_excluded) select 'unit', unit_id, true from excluded_units order by unit_id;
insert into counting_rules (kind, day, visitor, is_excluded)
select 'visitor', day, visitor, true from excluded_visitors order by day, visitor;
insert into counting_rules (kind, campaign_id, moment)
select 'cut', campaign_id, valid_from from campaign_terms
where valid_from > (select max(at) from event_log_heads) - interval '1 day' order by campaign_id, valid_from;

-- What was counted of the decisions that may still be reported, and for whom campaigns were charged in the last 24 hours.
-- In which partition their visitors are nobody can tell from here: every partition asks for them, until they are too old.
create table inherited_reports (
  decision uuid primary key,
  -- 1 rendered, 2 viewable, 4 clicked, added up.
  kinds smallint not null check (kinds between 1 and 7),
  -- Of the last of them.
  at timestamptz not null
);
insert into inherited_reports (decision, kinds, at)
select decision, bit_or(case kind when 'rendered' then 1 when 'viewable' then 2 else 4 end), max(at)
from delivery_events
where day >= ((select max(at) from delivery_events) at time zone 'UTC')::date - 1
  and at > (select max(at) from delivery_events) - interval '130 minutes'
group by decision;

alter table campaign_visitors rename to inherited_charges;
alter index campaign_visitors_pkey rename to inherited_charges_pkey;
delete from inherited_charges where charged_at <= (select max(at) from event_log_heads) - interval '1 day';

-- The day on which the log begins has earlier counters too: no rebuild can know those.
insert into event_retention (kept_from)
select (max(at) at time zone 'UTC')::date from delivery_events having max(at) is not null
on conflict (one) do update set kept_from = greatest(event_retention.kept_from, excluded.kept_from);

drop table delivery_events;
drop table visitor_rates;
drop table counting_closed;
