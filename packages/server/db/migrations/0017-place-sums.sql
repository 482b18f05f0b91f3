-- For domains that add up by publisher.
create or replace view unit_owners as select id as unit_id, user_id from ad_units;

-- What reports by country and device read where nothing else narrows them: the rows of all campaigns of an advertiser, of all ad units of a
-- publisher, and of all ad units of the network (user 0), of days of UTC that are over. Few views from a country are under 'other' here
-- already, by campaign or ad unit.
create table account_day_places (
  side text not null check (side in ('advertiser', 'publisher', 'network')),
  user_id integer not null,
  day date not null,
  country text not null check (country = 'other' or country ~ '^[A-Z]{2}$'),
  device text not null check (device in ('phone', 'tablet', 'computer', 'other', 'unknown')),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  primary key (side, user_id, day, country, device)
);
create index account_day_places_days on account_day_places using brin (day) with (pages_per_range = 16, autosummarize = on);

-- The days before are in the table, and no other. One row. The first run of the job adds up all days that there are.
create table place_sums_until (
  until date not null
);
create unique index place_sums_until_one on place_sums_until ((true));
insert into place_sums_until (until) values ('2000-01-01');

-- Rows are written in the order of their days, and the days that are not added up are the last.
create index campaign_day_places_days on campaign_day_places using brin (day) with (pages_per_range = 16, autosummarize = on);
create index unit_day_places_days on unit_day_places using brin (day) with (pages_per_range = 16, autosummarize = on);
