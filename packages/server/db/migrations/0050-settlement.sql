-- What a window may cost is held from its campaign's money, the fee is shared with partners, and outages cost nothing.

-- A coupon of the campaign halves the network's fee.
alter table campaigns add column fee_halved boolean not null default false;

-- For which window a campaign's money is held.
create table campaign_holds (
  hold_id bigint primary key references ledger_holds,
  campaign_id integer not null references campaigns,
  window_start timestamptz not null,
  window_end timestamptz not null,
  check (window_end > window_start)
);
create index campaign_holds_campaign on campaign_holds (campaign_id, window_start);
create trigger append_only before update or delete on campaign_holds for each row execute function refuse_change();
create trigger no_truncate before truncate on campaign_holds execute function refuse_change();

-- A charge is what the units get, the network's fee, and the part of it that goes to who brought the advertiser.
alter table settlements
  add column referral bigint not null default 0 check (referral >= 0),
  add column partner_id integer references users,
  -- How much of the charge was promotion money.
  add column promotion bigint not null default 0 check (promotion >= 0 and promotion <= charged),
  add check (referral = 0 or partner_id is not null),
  add check (fee + referral <= charged);
create index settlements_partner on settlements (partner_id, window_start) where referral > 0;
alter table settlement_shares
  drop constraint settlement_shares_check,
  add column referral bigint not null default 0 check (referral >= 0),
  add check (gross = fee + referral + net);

-- The minutes in which at least one node could choose ads and count them. A CPD campaign is charged for no other.
create table delivery_heartbeats (
  minute timestamptz primary key
);

-- What a campaign may spend is all its money, held or not. The arguments say what changed.
create trigger inventory_held after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'held' and (old.balance > 0) <> (new.balance > 0))
  execute function notify_inventory('campaign', 'owner_id');
create trigger inventory_promotion after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'promotion' and old.balance <> new.balance)
  execute function notify_inventory('campaign', 'owner_id');
