-- How often each ad unit served each creative, and how often it was seen, billed and clicked there, by day (UTC), from the same records
-- and verdicts as campaign_day_creatives, and added to with them.
create table unit_day_creatives (
  unit_id integer not null,
  day date not null,
  creative_id integer not null,
  served bigint not null default 0 check (served >= 0),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (unit_id, day, creative_id)
);
-- As for campaign_day_creatives: a check or a rebuild reads a range of days.
create index unit_day_creatives_days on unit_day_creatives using brin (day) with (pages_per_range = 16, autosummarize = on);

-- The first day of which the table says everything. What was counted before the upgrade is not in it.
alter table day_places_since add column unit_creatives_day date;
update day_places_since set unit_creatives_day = (
  select greatest(creatives_day, coalesce(max((at at time zone 'UTC')::date) + 1, '2000-01-01')) from counter_partitions where position > 0);
alter table day_places_since alter column unit_creatives_day set not null;

create view shared_unit_day_creatives as
select unit_id, day, creative_id, viewable from unit_day_creatives;
