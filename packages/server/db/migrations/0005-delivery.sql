-- What was seen. Events are kept by day; counters for ever. No address of a visitor is stored anywhere: a visitor is
-- eight bytes of a keyed hash whose key changes every day and is then deleted.

create table delivery_events (
  -- The day the decision was made, so that copies of one event meet in one partition.
  day date not null,
  decision uuid not null,
  kind text not null check (kind in ('rendered', 'viewable', 'clicked')),
  at timestamptz not null,
  -- The counters' bucket that the event was added to.
  bucket timestamptz not null,
  unit_id integer not null,
  campaign_id integer not null,
  banner_id integer not null,
  visitor bytea not null check (octet_length(visitor) = 8),
  -- Why a viewable event is not billable or a click not counted; null when it counts.
  rejected text,
  primary key (day, decision, kind)
) partition by range (day);
create table delivery_events_default partition of delivery_events default;

-- A campaign is charged for a visitor once in a day.
create table campaign_visitors (
  day date not null,
  campaign_id integer not null,
  visitor bytea not null,
  primary key (day, campaign_id, visitor)
);

create table delivery_counters (
  bucket timestamptz not null,
  -- 0 where a forged token names no unit.
  unit_id integer not null,
  campaign_id integer not null,
  -- 0 for the text creative.
  banner_id integer not null,
  -- served, rendered, viewable, billable, clicked, or rejected_<reason>.
  kind text not null,
  count bigint not null check (count > 0),
  primary key (bucket, unit_id, campaign_id, banner_id, kind)
);
create index delivery_counters_campaign on delivery_counters (campaign_id, bucket);
create index delivery_counters_unit on delivery_counters (unit_id, bucket);

create table visitor_keys (
  day date primary key,
  key bytea not null check (octet_length(key) = 32)
);

-- A statement for each campaign and window: what was charged and who got it.
create table settlements (
  campaign_id integer not null references campaigns,
  window_start timestamptz not null,
  window_end timestamptz not null,
  asset text not null,
  active_seconds integer not null,
  billable bigint not null,
  -- The most the window could cost: the CPD portion, or the CPM price of what was seen.
  due bigint not null check (due >= 0),
  charged bigint not null check (charged >= 0 and charged <= due),
  fee bigint not null check (fee >= 0),
  settled_at timestamptz not null,
  primary key (campaign_id, window_start),
  check (window_end > window_start)
);

create table settlement_shares (
  campaign_id integer not null,
  window_start timestamptz not null,
  unit_id integer not null references ad_units,
  billable bigint not null,
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net >= 0),
  primary key (campaign_id, window_start, unit_id),
  foreign key (campaign_id, window_start) references settlements,
  check (gross = fee + net)
);
create index settlement_shares_unit on settlement_shares (unit_id, window_start);
create trigger append_only before update or delete on settlements for each row execute function refuse_change();
create trigger append_only before update or delete on settlement_shares for each row execute function refuse_change();
create trigger no_truncate before truncate on settlements execute function refuse_change();
create trigger no_truncate before truncate on settlement_shares execute function refuse_change();

-- Windows up to here are settled for every campaign.
create table settlement_progress (
  one boolean primary key default true check (one),
  settled_until timestamptz not null
);

-- Whatever changes what may be shown wakes the delivery nodes, once a transaction.
create function notify_inventory() returns trigger language plpgsql as $$
begin
  perform pg_notify('inventory', '');
  return null;
end $$;
create trigger inventory after insert or update or delete on campaigns for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on creatives for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on creative_banners for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on campaign_targets for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on ad_units for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on sites for each statement execute function notify_inventory();
create trigger inventory after insert or update or delete on site_categories for each statement execute function notify_inventory();
-- Money changes with every settlement; what may be shown changes with the first and the last of it.
create trigger inventory_funded after insert on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'available' and new.balance > 0) execute function notify_inventory();
create trigger inventory after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'available' and (old.balance > 0) <> (new.balance > 0))
  execute function notify_inventory();
