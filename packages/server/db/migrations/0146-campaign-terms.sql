-- How a campaign is charged, from which moment on. A change is a new row, and the last one that counts already is in force:
-- a window is charged by the terms that were in force while it ran, however late it is settled.

create table campaign_terms (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  valid_from timestamptz not null,
  -- Changes only while nothing is or was on the campaign.
  asset text not null check (asset in ('BTC', 'USD')),
  traffic_type text not null check (traffic_type in ('cpd', 'cpm')),
  daily_budget bigint not null check (daily_budget > 0),
  max_cpm bigint check (max_cpm > 0),
  total_budget bigint check (total_budget > 0),
  changed_at timestamptz not null,
  check (traffic_type <> 'cpm' or max_cpm is not null)
);
create index campaign_terms_campaign on campaign_terms (campaign_id, id);
create index campaign_terms_moment on campaign_terms (valid_from);

-- What counts today is carried over, and the windows that are open are charged by it.
insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, max_cpm, total_budget, changed_at)
select id, date_trunc('day', created_at at time zone 'UTC') at time zone 'UTC', asset, traffic_type, daily_budget,
  nullif(max_cpm, 0), nullif(total_budget, 0), created_at
from campaigns order by id;

create trigger append_only before update or delete on campaign_terms for each row execute function refuse_change();
create trigger no_truncate before truncate on campaign_terms execute function refuse_change();
create trigger inventory after insert on campaign_terms for each row
  execute function notify_inventory('campaign', 'campaign_id');

alter table campaigns
  drop column traffic_type,
  drop column daily_budget,
  drop column max_cpm,
  drop column total_budget;

-- All that a charge was computed from, so that a statement can be recomputed alone. Statements from before have none of it.
alter table settlements
  add column terms_id bigint references campaign_terms,
  -- The length of a window when it was settled, which says what part of a day it is.
  add column window_seconds integer check (window_seconds > 0),
  -- In units of 0.01 % of the charge, after a coupon.
  add column fee_basis_points integer check (fee_basis_points between 0 and 10000),
  -- What was on the campaign, what it had been charged in all where a total budget makes that matter, and in that day.
  add column balance bigint,
  add column spent bigint,
  add column spent_today bigint,
  -- What an earlier portion left for impressions that were seen late.
  add column unpaid bigint,
  -- Fractions of a CPM price in thousandths of a unit, from the statement before and for the next one.
  add column carried_in integer check (carried_in between 0 and 999),
  add column carried_out integer check (carried_out between 0 and 999),
  add check (num_nulls(terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out) in (0, 9));
