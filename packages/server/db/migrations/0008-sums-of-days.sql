-- The sums that reports read also have rows of whole days of UTC (`is_day`, with the beginning of the day as bucket or window_start), and
-- there are sums of an advertiser's or a campaign's views in each ad unit. The job adds everything up again, from the beginning.
drop table campaign_sums;
drop table unit_sums;
drop table unit_share_sums;
update counter_sums_until set until = '2000-01-01 00:00:00+00';
update share_sums_until set until = '2000-01-01 00:00:00+00';

create table campaign_sums (
  is_day boolean not null,
  bucket timestamptz not null,
  campaign_id integer not null,
  banner_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (campaign_id, is_day, bucket, banner_id)
);
create table unit_sums (
  is_day boolean not null,
  bucket timestamptz not null,
  unit_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (unit_id, is_day, bucket)
);
-- Of all campaigns of one advertiser.
create table advertiser_unit_sums (
  is_day boolean not null,
  bucket timestamptz not null,
  user_id integer not null,
  unit_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (user_id, is_day, unit_id, bucket)
);
-- Of days alone: by the hour it would have nearly as many rows as delivery_counters.
create table campaign_unit_sums (
  bucket timestamptz not null,
  campaign_id integer not null,
  unit_id integer not null,
  banner_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (campaign_id, unit_id, bucket, banner_id)
);
create table unit_share_sums (
  is_day boolean not null,
  window_start timestamptz not null,
  unit_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  net bigint not null check (net >= 0 and net <= gross),
  primary key (unit_id, is_day, window_start, asset)
);
create table advertiser_unit_share_sums (
  is_day boolean not null,
  window_start timestamptz not null,
  user_id integer not null,
  unit_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  primary key (user_id, is_day, unit_id, window_start, asset)
);
create table campaign_unit_share_sums (
  window_start timestamptz not null,
  campaign_id integer not null,
  unit_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  primary key (campaign_id, unit_id, window_start, asset)
);

-- Rows are written in the order of their time.
create index campaign_sums_hours on campaign_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index unit_sums_hours on unit_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index advertiser_unit_sums_hours on advertiser_unit_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index campaign_unit_sums_days on campaign_unit_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index unit_share_sums_windows on unit_share_sums using brin (window_start) with (pages_per_range = 16, autosummarize = on);
create index advertiser_unit_share_sums_windows on advertiser_unit_share_sums
  using brin (window_start) with (pages_per_range = 16, autosummarize = on);
create index campaign_unit_share_sums_days on campaign_unit_share_sums
  using brin (window_start) with (pages_per_range = 16, autosummarize = on);
-- A day is one row among many of its hours.
create index campaign_sums_days on campaign_sums (bucket) where is_day;
create index unit_sums_days on unit_sums (bucket) where is_day;
create index advertiser_unit_sums_days on advertiser_unit_sums (user_id, bucket) where is_day;
create index unit_share_sums_days on unit_share_sums (window_start) where is_day;
create index advertiser_unit_share_sums_days on advertiser_unit_share_sums (user_id, window_start) where is_day;

-- For domains that add up by advertiser.
create view campaign_owners as select id as campaign_id, user_id from campaigns;
