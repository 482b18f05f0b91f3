-- What reports by country and device read of campaigns and ad units: the rows of campaign_day_places and unit_day_places of days of UTC that
-- are over, where few views from a country are under 'other' already. There are about a tenth as many.
create table campaign_place_sums (
  campaign_id integer not null,
  day date not null,
  country text not null check (country = 'other' or country ~ '^[A-Z]{2}$'),
  device text not null check (device in ('phone', 'tablet', 'computer', 'other', 'unknown')),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  primary key (campaign_id, day, country, device)
);
create table unit_place_sums (
  unit_id integer not null,
  day date not null,
  country text not null check (country = 'other' or country ~ '^[A-Z]{2}$'),
  device text not null check (device in ('phone', 'tablet', 'computer', 'other', 'unknown')),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  primary key (unit_id, day, country, device)
);
insert into campaign_place_sums (campaign_id, day, country, device, viewable, billable, clicked)
  select campaign_id, day, case when viewable >= 5 or country = 'ZZ' then country else 'other' end as reported, device,
    sum(viewable), sum(billable), sum(clicked)
  from campaign_day_places where day < (select until from place_sums_until)
  group by 1, 2, 3, 4 order by 2, 1, 3, 4;
insert into unit_place_sums (unit_id, day, country, device, viewable, billable, clicked)
  select unit_id, day, case when viewable >= 5 or country = 'ZZ' then country else 'other' end as reported, device,
    sum(viewable), sum(billable), sum(clicked)
  from unit_day_places where day < (select until from place_sums_until)
  group by 1, 2, 3, 4 order by 2, 1, 3, 4;
create index campaign_place_sums_days on campaign_place_sums using brin (day) with (pages_per_range = 16, autosummarize = on);
create index unit_place_sums_days on unit_place_sums using brin (day) with (pages_per_range = 16, autosummarize = on);

-- What a campaign was charged on each whole day of UTC.
create table campaign_share_sums (
  window_start timestamptz not null,
  campaign_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  primary key (campaign_id, window_start, asset)
);
insert into campaign_share_sums (window_start, campaign_id, asset, gross)
  select date_trunc('day', window_start, 'UTC') as day, campaign_id, asset, sum(charged)
  from settlements where window_start < (select date_trunc('day', until, 'UTC') from share_sums_until)
  group by 1, 2, 3 having sum(charged) > 0 order by 1, 2, 3;
create index campaign_share_sums_days on campaign_share_sums using brin (window_start) with (pages_per_range = 16, autosummarize = on);

-- Days are scattered among their hours, and these indexes have all that is read of them.
drop index campaign_sums_days;
drop index unit_sums_days;
drop index unit_share_sums_days;
drop index ad_unit_request_sums_days;
create index campaign_sums_days on campaign_sums (bucket)
  include (campaign_id, banner_id, served, rendered, viewable, billable, clicked, rejected) where is_day;
create index unit_sums_days on unit_sums (bucket) include (unit_id, served, rendered, viewable, billable, clicked, rejected) where is_day;
create index unit_share_sums_days on unit_share_sums (window_start) include (unit_id, asset, gross, net) where is_day;
create index ad_unit_request_sums_days on ad_unit_request_sums (at) include (ad_unit_id, requests, filled) where is_day;
