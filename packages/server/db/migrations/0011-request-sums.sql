-- What reports read in place of ad_unit_request_hours: the same requests with a row for each hour, and one for each whole day of UTC
-- (`is_day`, with the beginning of the day in `at`). Both are added to together with it.
create table ad_unit_request_sums (
  is_day boolean not null,
  at timestamptz not null,
  ad_unit_id integer not null,
  requests bigint not null check (requests > 0),
  filled bigint not null check (filled between 0 and requests),
  primary key (ad_unit_id, is_day, at)
);
create index ad_unit_request_sums_hours on ad_unit_request_sums using brin (at) with (pages_per_range = 16, autosummarize = on);
create index ad_unit_request_sums_days on ad_unit_request_sums (at) where is_day;
insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled)
  select is_day, case when is_day then date_trunc('day', hour, 'UTC') else hour end as at, ad_unit_id, sum(count),
    coalesce(sum(count) filter (where outcome = 'filled'), 0)
  from ad_unit_request_hours, (values (false), (true)) as span (is_day)
  group by 1, 2, 3 order by 2, 3;
