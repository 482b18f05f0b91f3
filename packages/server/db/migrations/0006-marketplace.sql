-- Publication offers, as far as they are shown.

create table publication_offers (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  site_id integer references sites,
  publication_offer_type text not null check (publication_offer_type in
    ('article', 'press_release', 'social_post', 'newsletter', 'banner_placement', 'video')),
  state text not null check (state in ('pending', 'live', 'rejected', 'archived')),
  name text not null,
  description text not null,
  domain_name text not null,
  logo text,
  languages text[] not null,
  categories text[] not null,
  -- Up to what a JSON number holds exactly.
  price_us_cents bigint not null check (price_us_cents between 1 and 9007199254740991),
  promotion_level integer not null default 0 check (promotion_level in (0, 1)),
  created_at timestamptz not null
);
create index publication_offers_newest on publication_offers (id desc) where state = 'live';
create index publication_offers_price on publication_offers (price_us_cents desc, id desc) where state = 'live';
