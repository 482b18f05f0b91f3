-- What the operator gives away.

create table coupons (
  id integer generated always as identity primary key,
  -- In capitals, without spaces: people type codes as they like.
  code text not null unique check (code ~ '^[A-Z0-9-]{4,40}$'),
  effect text not null check (effect in ('half_fee', 'promotion')),
  asset text check (asset in ('BTC', 'USD')),
  amount bigint check (amount > 0),
  expires_at timestamptz,
  -- How often it may be used in all; null is any number.
  uses_limit integer check (uses_limit > 0),
  uses_per_account integer not null default 1 check (uses_per_account > 0),
  uses integer not null default 0 check (uses >= 0),
  created_by integer not null references users,
  created_at timestamptz not null,
  check (uses_limit is null or uses <= uses_limit),
  check ((effect = 'promotion') = (asset is not null and amount is not null))
);

create table coupon_redemptions (
  campaign_id integer primary key references campaigns,
  coupon_id integer not null references coupons,
  user_id integer not null references users,
  created_at timestamptz not null
);
create index coupon_redemptions_coupon on coupon_redemptions (coupon_id, user_id);
create trigger append_only before update or delete on coupon_redemptions for each row execute function refuse_change();
create trigger no_truncate before truncate on coupon_redemptions execute function refuse_change();
