-- A campaign may take the money that its next period needs from the balance of its account: at most so much in a day (UTC) and in its
-- life, in units of 1e-8 of its asset. Null is no such limit.
alter table campaigns add column auto_fund boolean not null default false;
alter table campaigns add column auto_fund_daily_max bigint check (auto_fund_daily_max > 0);
alter table campaigns add column auto_fund_total_max bigint check (auto_fund_total_max > 0);
create index campaigns_auto_fund on campaigns (id) where auto_fund;

-- What a campaign has taken: once for a settlement period at most.
create table campaign_draws (
  campaign_id integer not null references campaigns,
  window_start timestamptz not null,
  amount bigint not null check (amount > 0),
  -- How much of that was promotional credit.
  promotion bigint not null check (promotion between 0 and amount),
  -- All that it has taken in its life, with this.
  total bigint not null check (total >= amount),
  drawn_at timestamptz not null,
  primary key (campaign_id, window_start)
);
create trigger append_only before update or delete on campaign_draws for each row execute function refuse_change();
create trigger no_truncate before truncate on campaign_draws execute function refuse_change();
