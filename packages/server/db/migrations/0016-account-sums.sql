-- For domains that add up by publisher.
create or replace view unit_owners as select id as unit_id, user_id from ad_units;

-- What reports over time read where nothing narrows them: the sums of all campaigns of an advertiser, of all ad units of a publisher, and of
-- the whole network (user 0), with rows of hours and of days like the sums that they are made of.
create table account_sums (
  is_day boolean not null,
  bucket timestamptz not null,
  side text not null check (side in ('advertiser', 'publisher', 'network')),
  user_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (side, user_id, is_day, bucket)
);
create table account_share_sums (
  is_day boolean not null,
  window_start timestamptz not null,
  side text not null check (side in ('advertiser', 'publisher', 'network')),
  user_id integer not null,
  asset text not null,
  gross bigint not null check (gross > 0),
  net bigint not null check (net >= 0 and net <= gross),
  primary key (side, user_id, is_day, window_start, asset)
);
-- A request is of no advertiser. Rows are added to together with ad_unit_request_sums.
create table account_request_sums (
  is_day boolean not null,
  at timestamptz not null,
  side text not null check (side in ('publisher', 'network')),
  user_id integer not null,
  requests bigint not null check (requests > 0),
  filled bigint not null check (filled between 0 and requests),
  primary key (side, user_id, is_day, at)
);
create index account_sums_hours on account_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index account_share_sums_windows on account_share_sums using brin (window_start) with (pages_per_range = 16, autosummarize = on);

insert into account_sums (is_day, bucket, side, user_id, served, rendered, viewable, billable, clicked, rejected)
  select is_day, bucket, side, user_id, sum(served), sum(rendered), sum(viewable), sum(billable), sum(clicked), sum(rejected)
  from (
    select 'advertiser' as side, user_id, is_day, bucket, served, rendered, viewable, billable, clicked, rejected
    from campaign_sums join campaign_owners using (campaign_id)
    union all
    select side, case side when 'publisher' then user_id else 0 end, is_day, bucket, served, rendered, viewable, billable, clicked, rejected
    from unit_sums left join unit_owners using (unit_id), (values ('publisher'), ('network')) as sides (side)
    where side = 'network' or user_id is not null
  ) as sums
  group by 1, 2, 3, 4 order by 2, 3, 4;
insert into account_share_sums (is_day, window_start, side, user_id, asset, gross, net)
  select is_day, case when is_day then date_trunc('day', window_start, 'UTC') else window_start end as start, side,
    case side when 'advertiser' then advertiser.user_id when 'publisher' then publisher.user_id else 0 end as owner, asset, sum(gross), sum(net)
  from settlements join settlement_shares using (campaign_id, window_start)
  left join campaign_owners advertiser using (campaign_id) left join unit_owners publisher using (unit_id),
    (values (false), (true)) as span (is_day), (values ('advertiser'), ('publisher'), ('network')) as sides (side)
  where window_start < (
    select case when is_day then date_trunc('day', until, 'UTC') else until end from share_sums_until)
    and (side <> 'advertiser' or advertiser.user_id is not null) and (side <> 'publisher' or publisher.user_id is not null)
  group by 1, 2, 3, 4, 5 having sum(gross) > 0 order by 2, 3, 4, 5;
insert into account_request_sums (is_day, at, side, user_id, requests, filled)
  select is_day, at, side, case side when 'publisher' then user_id else 0 end as owner, sum(requests), sum(filled)
  from ad_unit_request_sums left join unit_owners on unit_id = ad_unit_id, (values ('publisher'), ('network')) as sides (side)
  where side = 'network' or user_id is not null
  group by 1, 2, 3, 4 order by 2, 3, 4;
