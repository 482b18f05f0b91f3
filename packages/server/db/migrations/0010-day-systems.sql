-- On which operating systems ads were seen and clicked, by day (UTC), from the same records and verdicts as campaign_day_places, and
-- added to with them. System unknown is that of records that do not say it.
create table campaign_day_systems (
  campaign_id integer not null,
  day date not null,
  system text not null check (system in ('android', 'ios', 'windows', 'macos', 'linux', 'chromeos', 'other', 'unknown')),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (campaign_id, day, system)
);
create table unit_day_systems (
  unit_id integer not null,
  day date not null,
  system text not null check (system in ('android', 'ios', 'windows', 'macos', 'linux', 'chromeos', 'other', 'unknown')),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (unit_id, day, system)
);

-- The first day of which these two say everything. What was counted before the upgrade is not in them.
alter table day_places_since add column systems_day date;
update day_places_since
  set systems_day = (select greatest(day, coalesce(max((at at time zone 'UTC')::date) + 1, '2000-01-01')) from event_log_verdicts);
alter table day_places_since alter column systems_day set not null;
