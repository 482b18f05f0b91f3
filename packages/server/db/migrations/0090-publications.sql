-- The marketplace, from an offer to a paid publication.

alter table publication_offers
  add column included text[] not null default '{}',
  add column turnaround_days integer not null default 7 check (turnaround_days between 1 and 60),
  add column rejected_reason text,
  add column decided_by integer references users,
  add column decided_at timestamptz,
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0,
  -- In hundredths of a star; whole numbers sort and compare alike on every machine.
  add column rating integer generated always as (case when rating_count = 0 then null else rating_sum * 100 / rating_count end) stored,
  -- Offers come in many languages: words are kept as they are, and searched by their beginnings.
  add column search tsvector generated always as (
    setweight(to_tsvector('simple'::regconfig, name), 'A')
    || setweight(to_tsvector('simple'::regconfig, domain_name || ' ' || translate(domain_name, '.-:', '   ')), 'B')
    || setweight(to_tsvector('simple'::regconfig, description), 'C')) stored,
  add check (rating_sum between rating_count and rating_count * 5),
  add check (state <> 'rejected' or rejected_reason is not null);

-- Offers change seldom and are searched often: a list of what is not in the index yet would slow every search.
create index publication_offers_search on publication_offers using gin (search) with (fastupdate = off) where state = 'live';
create index publication_offers_categories on publication_offers using gin (categories) with (fastupdate = off) where state = 'live';
create index publication_offers_languages on publication_offers using gin (languages) with (fastupdate = off) where state = 'live';
create index publication_offers_type on publication_offers (publication_offer_type, price_us_cents desc, id desc) where state = 'live';
create index publication_offers_site on publication_offers (domain_name, price_us_cents desc, id desc) where state = 'live';
create index publication_offers_hot on publication_offers (price_us_cents desc, id desc) where state = 'live' and promotion_level = 1;
create index publication_offers_rating on publication_offers (rating desc nulls last, id desc) where state = 'live';
create index publication_offers_user on publication_offers (user_id, id desc);
create index publication_offers_pending on publication_offers (id) where state = 'pending';

-- Logos are kept by what they are: the same picture of one account is there once.
create table publication_logos (
  user_id integer not null references users,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (user_id, hash)
);
create index publication_logos_hash on publication_logos (hash);

create table publication_orders (
  id integer generated always as identity primary key,
  offer_id integer not null references publication_offers,
  advertiser_id integer not null references users,
  publisher_id integer not null references users,
  state text not null default 'placed' check (state in
    ('placed', 'accepted', 'declined', 'published', 'confirmed', 'disputed', 'completed', 'refunded')),
  -- What was agreed: a later change of the offer, the rate or the fee does not touch it.
  name text not null,
  publication_offer_type text not null,
  domain_name text not null,
  included text[] not null,
  turnaround_days integer not null,
  price_us_cents bigint not null check (price_us_cents > 0),
  asset text not null check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- Units of USD for one BTC at that moment.
  rate bigint check (rate > 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  partner_id integer references users,
  target_url text not null,
  brief text not null,
  hold_id bigint references ledger_holds,
  proof_url text,
  proof jsonb,
  published_at timestamptz,
  confirmed_at timestamptz,
  -- How much of the schedule has been paid, and what has gone back.
  released_days integer not null default 0 check (released_days between 0 and 30),
  released bigint not null default 0,
  refunded bigint not null default 0 check (refunded >= 0),
  -- When the order moves on by itself.
  due_at timestamptz,
  created_at timestamptz not null,
  check (advertiser_id <> publisher_id),
  check ((asset = 'BTC') = (rate is not null)),
  check (released between 0 and amount - refunded),
  check (released = 0 or confirmed_at is not null),
  check (state <> 'completed' or released = amount),
  check (state not in ('declined', 'refunded') or released + refunded = amount),
  check ((state in ('placed', 'accepted', 'published', 'confirmed')) = (due_at is not null))
);
create index publication_orders_advertiser on publication_orders (advertiser_id, id desc);
create index publication_orders_publisher on publication_orders (publisher_id, id desc);
create index publication_orders_due on publication_orders (due_at) where due_at is not null;
create index publication_orders_disputed on publication_orders (id) where state = 'disputed';

-- Each step of an order, by whom and why.
create table publication_order_events (
  order_id integer not null references publication_orders,
  sequence integer not null check (sequence > 0),
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('advertiser', 'publisher', 'operator', 'deadline')),
  user_id integer references users,
  reason text,
  at timestamptz not null,
  primary key (order_id, sequence),
  check ((actor = 'deadline') = (user_id is null))
);
create trigger append_only before update or delete on publication_order_events for each row execute function refuse_change();
create trigger no_truncate before truncate on publication_order_events execute function refuse_change();

-- What the publisher was paid up to a day of the schedule: gross is net and fee, the referral is a part of the fee.
create table publication_order_releases (
  order_id integer not null references publication_orders,
  day integer not null check (day between 1 and 30),
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  referral bigint not null check (referral between 0 and fee),
  net bigint not null check (net >= 0),
  at timestamptz not null,
  primary key (order_id, day),
  check (gross = net + fee)
);
create trigger append_only before update or delete on publication_order_releases for each row execute function refuse_change();
create trigger no_truncate before truncate on publication_order_releases execute function refuse_change();

create table publication_order_messages (
  id integer generated always as identity primary key,
  order_id integer not null references publication_orders,
  user_id integer not null references users,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null
);
create index publication_order_messages_order on publication_order_messages (order_id, id);

create table publication_attachments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Null until the order that it was uploaded for is placed.
  order_id integer references publication_orders,
  file_name text not null,
  content_type text not null,
  size integer not null check (size between 1 and 1000000),
  bytes bytea not null,
  created_at timestamptz not null
);
create index publication_attachments_order on publication_attachments (order_id, id) where order_id is not null;
create index publication_attachments_unused on publication_attachments (created_at) where order_id is null;

create table publication_order_ratings (
  order_id integer primary key references publication_orders,
  offer_id integer not null references publication_offers,
  stars integer not null check (stars between 1 and 5),
  comment text not null,
  created_at timestamptz not null
);
create index publication_order_ratings_offer on publication_order_ratings (offer_id, order_id desc);
