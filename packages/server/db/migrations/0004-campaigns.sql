-- What advertisers own: banners, campaigns, the versions of their creatives, and how they are charged.

create table banners (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  file_name text not null,
  size text not null,
  width integer not null,
  height integer not null,
  content_type text not null,
  -- SHA-256 of the encoded picture, in its address.
  hash text not null,
  bytes bytea not null check (octet_length(bytes) <= 700000),
  created_at timestamptz not null
);
create index banners_user on banners (user_id, id desc);

create table campaigns (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  state text not null check (state in ('draft', 'pending', 'active', 'paused', 'out_of_funds', 'rejected', 'archived')),
  currency text not null check (currency in ('btc', 'usd', 'satoshi', 'us_cents')),
  asset text not null check (asset in ('BTC', 'USD')),
  traffic_type text not null check (traffic_type in ('cpd', 'cpm')),
  daily_budget bigint not null check (daily_budget > 0),
  max_cpm bigint check (max_cpm >= 0),
  total_budget bigint check (total_budget >= 0),
  created_at timestamptz not null,
  check (traffic_type <> 'cpm' or max_cpm > 0),
  check ((asset = 'BTC') = (currency in ('btc', 'satoshi')))
);
create index campaigns_user on campaigns (user_id, id desc);

-- A creative is never changed: an edit adds one, which waits for moderation while the live one goes on.
create table creatives (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaigns,
  state text not null check (state in ('pending', 'live', 'rejected', 'superseded')),
  language text not null,
  link_text text not null,
  creative_link text not null,
  creative_text text not null,
  rating text check (rating in ('investments', 'gambling', 'nsfw', 'risky')),
  banners_only boolean not null,
  rejected_reason text,
  decided_by integer references users,
  decided_at timestamptz,
  created_at timestamptz not null
);
create unique index creatives_live on creatives (campaign_id) where state = 'live';
create unique index creatives_pending on creatives (campaign_id) where state = 'pending';
create index creatives_queue on creatives (id) where state = 'pending';
create index creatives_campaign on creatives (campaign_id, id desc);

create table creative_banners (
  creative_id integer not null references creatives,
  banner_id integer not null references banners,
  primary key (creative_id, banner_id)
);
create index creative_banners_banner on creative_banners (banner_id);

-- Where a campaign wants to run, and where not. No allowed target means everywhere.
create table campaign_targets (
  campaign_id integer not null references campaigns,
  type text not null check (type in ('category', 'site', 'ad_unit')),
  target_id integer not null,
  allowed boolean not null,
  primary key (campaign_id, type, target_id)
);

-- When a campaign was active: a CPD portion is charged pro rata for these seconds.
create table campaign_activity (
  campaign_id integer not null references campaigns,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (campaign_id, started_at),
  check (ended_at >= started_at)
);
create unique index campaign_activity_open on campaign_activity (campaign_id) where ended_at is null;
