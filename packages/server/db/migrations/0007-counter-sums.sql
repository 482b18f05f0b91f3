-- What reports read in place of delivery_counters: the same counts of the same buckets, added up over ad units or over campaigns and
-- banners, with a column for each figure. A reader of these tables adds the counters that begin at counter_sums_until or later.
create table campaign_sums (
  bucket timestamptz not null,
  campaign_id integer not null,
  banner_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (campaign_id, bucket, banner_id)
);
create table unit_sums (
  bucket timestamptz not null,
  unit_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (unit_id, bucket)
);
-- Rows are written in the order of their buckets.
create index campaign_sums_bucket on campaign_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index unit_sums_bucket on unit_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);

-- Everything that begins before is in both tables, and nothing else is. One row. The first run of the job adds up all that was
-- counted before there were these tables.
create table counter_sums_until (
  until timestamptz not null
);
create unique index counter_sums_until_one on counter_sums_until ((true));
insert into counter_sums_until (until) values ('2000-01-01 00:00:00+00');

-- In the same way what was paid for views in ad units, added up over campaigns from settlement_shares.
create table unit_share_sums (
  window_start timestamptz not null,
  unit_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  net bigint not null check (net >= 0 and net <= gross),
  primary key (unit_id, window_start, asset)
);
create index unit_share_sums_window on unit_share_sums using brin (window_start) with (pages_per_range = 16, autosummarize = on);

-- The shares of all windows that begin before are added up, and of no other. One row.
create table share_sums_until (
  until timestamptz not null
);
create unique index share_sums_until_one on share_sums_until ((true));
insert into share_sums_until (until) values ('2000-01-01 00:00:00+00');
