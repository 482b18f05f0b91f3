-- What publishers own: sites and ad units, by category.

create table categories (
  id integer primary key,
  name text not null unique
);
insert into categories (id, name) values
  (1, 'root'), (10, 'bitcoin'), (104, 'premium_crypto'), (105, 'premium_other'), (90, 'blogs'), (91, 'business'),
  (92, 'commerce'), (93, 'community_sites'), (94, 'earning_online'), (95, 'education'), (96, 'entertainment'),
  (98, 'information_technologies'), (101, 'news'), (102, 'nsfw'), (81, 'unknown'), (103, 'online_tools_and_software');

create table sites (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Host name, with the port where it is not the usual one.
  domain_name text not null,
  origin text not null,
  state text not null default 'unverified' check (state in ('unverified', 'verified', 'rejected')),
  language text not null,
  verification_token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, domain_name)
);
-- Many may claim a site; one can prove it.
create unique index sites_verified on sites (domain_name) where state = 'verified';

create table site_categories (
  site_id integer not null references sites,
  category_id integer not null references categories,
  primary key (site_id, category_id)
);

create table ad_units (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  site_id integer references sites,
  kind text not null check (kind in ('site', 'app', 'affiliate')),
  state text not null default 'active' check (state in ('active', 'archived')),
  name text not null,
  page_url text not null,
  size text not null,
  screen_type text not null,
  ad_type text not null check (ad_type in ('mixed', 'banners', 'text')),
  disallowed_ratings text[] not null,
  impressions integer not null,
  settings jsonb not null,
  created_at timestamptz not null,
  check ((kind = 'site') = (site_id is not null))
);
create index ad_units_user on ad_units (user_id, id desc);
create index ad_units_site on ad_units (site_id);
