-- How often each creative of a campaign was served, seen, billed and clicked, by day (UTC), from the same records and verdicts as
-- campaign_day_places, and added to with them.
create table campaign_day_creatives (
  campaign_id integer not null,
  day date not null,
  creative_id integer not null,
  served bigint not null default 0 check (served >= 0),
  viewable bigint not null default 0 check (viewable >= 0),
  billable bigint not null default 0 check (billable >= 0),
  clicked bigint not null default 0 check (clicked >= 0),
  primary key (campaign_id, day, creative_id)
);
-- Rows are written in the order of their days; a report of the whole network reads a range of days.
create index campaign_day_creatives_days on campaign_day_creatives using brin (day) with (pages_per_range = 16, autosummarize = on);

-- The first day of which the table says everything. What was counted before the upgrade is not in it: older counters name a campaign and
-- a banner, but not the creative.
alter table day_places_since add column creatives_day date;
update day_places_since set creatives_day = (
  select greatest(systems_day, coalesce(max((at at time zone 'UTC')::date) + 1, '2000-01-01')) from counter_partitions where position > 0);
alter table day_places_since alter column creatives_day set not null;
