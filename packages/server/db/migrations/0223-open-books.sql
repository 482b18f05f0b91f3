-- What moved on each day of UTC, by kind and by who paid. Made from sealed transfers alone, so that a public page need not
-- read the ledger; the next seal counts what was sealed before this table was there.
create table book_days (
  day date not null,
  asset text not null,
  kind text not null,
  -- Whose account it left: user, campaign, ad_unit, order or network.
  payer text not null,
  amount bigint not null check (amount > 0),
  transfers bigint not null check (transfers > 0),
  primary key (day, asset, kind, payer)
);

-- Which sealed transfers are in these totals. A server of the version before seals without adding to them.
create table book_days_progress (
  one boolean primary key default true check (one),
  rows int8multirange not null
);

-- What the blockchains held and what was owed when that was last compared.
create table reserve_checks (
  asset text primary key check (asset in ('BTC', 'USD')),
  checked_at timestamptz not null,
  holdings bigint not null check (holdings >= 0),
  liabilities bigint not null
);

-- Billable views and rejected reports of the whole network by days of UTC: the counters of a month are too many to add up
-- whenever somebody asks.
create table view_days (
  day date not null,
  -- billable, or rejected_<reason>.
  kind text not null,
  count bigint not null check (count > 0),
  counted_at timestamptz not null,
  primary key (day, kind)
);

-- The last settlement periods of all campaigns.
create index settlements_window_end on settlements (window_end);
