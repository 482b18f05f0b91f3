-- The least that a unit takes for 1,000 billable views after the network's fee, in units of 1e-8 of the currency. Null: no floor.
alter table ad_units
  add column floor_asset text check (floor_asset in ('BTC', 'USD')),
  add column floor_net_cpm bigint check (floor_net_cpm > 0),
  add check ((floor_asset is null) = (floor_net_cpm is null));

-- What a CPD campaign paid units in the period in which 1,000 views paid the least, in proportion to its daily budget. It is kept for
-- 14 days; then the next period takes its place. What was seen while a campaign was not active was chosen before, and does not count.
create table campaign_lowest_prices (
  campaign_id integer primary key references campaigns,
  -- The units' part of the charge.
  net bigint not null check (net >= 0),
  billable bigint not null check (billable > 0),
  daily_budget bigint not null check (daily_budget > 0),
  -- The end of the period.
  at timestamptz not null
);

insert into campaign_lowest_prices
select distinct on (campaign_id) campaign_id, charged - fee - referral, billable, daily_budget, window_end
from settlements join campaign_terms as terms using (campaign_id)
where terms.id = terms_id and traffic_type = 'cpd' and billable > 0 and active_seconds > 0 and window_end > now() - interval '14 days'
order by campaign_id, (charged - fee - referral)::numeric / (billable::numeric * daily_budget), window_end desc;

create function keep_lowest_price() returns trigger language plpgsql as $$
begin
  insert into campaign_lowest_prices as kept (campaign_id, net, billable, daily_budget, at)
  select new.campaign_id, new.charged - new.fee - new.referral, new.billable, daily_budget, new.window_end
  from campaign_terms where id = new.terms_id and traffic_type = 'cpd'
  on conflict (campaign_id) do update
  set net = excluded.net, billable = excluded.billable, daily_budget = excluded.daily_budget, at = excluded.at
  where kept.at <= excluded.at - interval '14 days'
    or excluded.net::numeric * kept.billable * kept.daily_budget <= kept.net::numeric * excluded.billable * excluded.daily_budget;
  return null;
end $$;

create trigger lowest_price after insert on settlements for each row
  when (new.billable > 0 and new.active_seconds > 0) execute function keep_lowest_price();

-- For delivery, which holds it against the floors.
create view campaign_prices as select campaign_id, net, billable, daily_budget, at from campaign_lowest_prices;
