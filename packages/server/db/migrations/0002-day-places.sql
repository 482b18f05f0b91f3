-- From which countries and on which kinds of device ads were seen and clicked, by day (UTC), from the same records and verdicts as
-- delivery_counters. Country ZZ and device unknown are those of records that say neither.
create table campaign_day_places (
  campaign_id integer not null,
  day date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  device text not null check (device in ('phone', 'tablet', 'computer', 'other', 'unknown')),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (campaign_id, day, country, device)
);
create table unit_day_places (
  unit_id integer not null,
  day date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  device text not null check (device in ('phone', 'tablet', 'computer', 'other', 'unknown')),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (unit_id, day, country, device)
);

-- The first day of which the two tables say everything: some of the day of an upgrade was counted without them. One row.
create table day_places_since (
  day date not null
);
create unique index day_places_since_one on day_places_since ((true));
insert into day_places_since (day)
  select coalesce(max((at at time zone 'UTC')::date) + 1, '2000-01-01') from event_log_verdicts;

-- Up to where a partition is counted in these tables. They are added to every half a minute, in the transaction that moves this on.
alter table counter_partitions add column places_until bigint;
update counter_partitions set places_until = position;
alter table counter_partitions alter column places_until set not null,
  alter column places_until set default 0,
  add constraint counter_partitions_places_until check (places_until between 0 and position);
