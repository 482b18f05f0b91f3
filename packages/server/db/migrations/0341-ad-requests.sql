-- How often an ad was requested for an ad unit in an hour, and what came of it: `filled`, or the reason for which the answer was empty.
-- Kept as long as delivery_counters.
create table ad_unit_request_hours (
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  ad_unit_id integer not null,
  outcome text not null,
  count bigint not null check (count > 0),
  primary key (hour, ad_unit_id, outcome)
) with (fillfactor = 70);
create index ad_unit_request_hours_unit on ad_unit_request_hours (ad_unit_id, hour);

-- The last sums that each process that answers such requests has added, so that what it sends again is not added twice.
create table ad_unit_request_flushes (
  node bigint primary key,
  sequence integer not null,
  at timestamptz not null
);
