-- What the operator took back of an ad unit's earnings, and to whom it went.
create table earning_returns (
  earning_id bigint not null references unit_earnings,
  campaign_id integer not null references campaigns,
  -- The advertiser.
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  -- Of the unit's net amount; promotion is the part that was paid with money from coupons, and goes back as such.
  net bigint not null check (net > 0),
  net_promotion bigint not null check (net_promotion >= 0 and net_promotion <= net),
  -- Of the network's fee.
  fee bigint not null check (fee >= 0),
  fee_promotion bigint not null check (fee_promotion >= 0 and fee_promotion <= fee),
  at timestamptz not null,
  primary key (earning_id, campaign_id)
);
create index earning_returns_user on earning_returns (user_id, at);
create trigger append_only before update or delete on earning_returns for each row execute function refuse_change();
create trigger no_truncate before truncate on earning_returns execute function refuse_change();
