-- Named lists of targets, exclusions by the advertiser, and notifications that say what changed.

create table traffic_packs (
  id integer generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null
);

create table traffic_pack_targets (
  traffic_pack_id integer not null references traffic_packs,
  type text not null check (type in ('category', 'site', 'ad_unit')),
  target_id integer not null,
  allowed boolean not null,
  primary key (traffic_pack_id, type, target_id)
);

alter table campaign_targets drop constraint campaign_targets_type_check;
alter table campaign_targets add check (type in ('category', 'site', 'ad_unit', 'traffic_pack'));
create index campaign_targets_target on campaign_targets (type, target_id);

-- What an advertiser took out after having seen where the campaign ran. Unlike a blocked target it is taken back with
-- one click and leaves the selection as it was.
create table campaign_exclusions (
  campaign_id integer not null references campaigns,
  type text not null check (type in ('site', 'ad_unit')),
  target_id integer not null,
  created_at timestamptz not null,
  primary key (campaign_id, type, target_id)
);

drop trigger inventory on campaigns;
drop trigger inventory on creatives;
drop trigger inventory on creative_banners;
drop trigger inventory on campaign_targets;
drop trigger inventory on ad_units;
drop trigger inventory on sites;
drop trigger inventory on site_categories;
drop trigger inventory_funded on ledger_accounts;
drop trigger inventory on ledger_accounts;
drop function notify_inventory();

-- Its arguments are what the row is part of and the column that holds that one's id: `campaign 12`. PostgreSQL sends
-- equal notifications of a transaction once.
create function notify_inventory() returns trigger language plpgsql as $$
begin
  perform pg_notify('inventory', tg_argv[0] || ' ' || (to_jsonb(coalesce(new, old)) ->> tg_argv[1]));
  return null;
end $$;
create trigger inventory after insert or update or delete on campaigns for each row execute function notify_inventory('campaign', 'id');
create trigger inventory after insert or update or delete on creatives for each row execute function notify_inventory('campaign', 'campaign_id');
create trigger inventory after insert or update or delete on creative_banners for each row execute function notify_inventory('creative', 'creative_id');
create trigger inventory after insert or update or delete on campaign_targets for each row execute function notify_inventory('campaign', 'campaign_id');
create trigger inventory after insert or update or delete on campaign_exclusions for each row execute function notify_inventory('campaign', 'campaign_id');
create trigger inventory after insert or update or delete on traffic_pack_targets for each row execute function notify_inventory('traffic_pack', 'traffic_pack_id');
create trigger inventory after insert on settlements for each row execute function notify_inventory('campaign', 'campaign_id');
create trigger inventory after insert or update or delete on ad_units for each row execute function notify_inventory('unit', 'id');
create trigger inventory after insert or update or delete on sites for each row execute function notify_inventory('site', 'id');
create trigger inventory after insert or update or delete on site_categories for each row execute function notify_inventory('site', 'site_id');
create trigger inventory_funded after insert on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'available' and new.balance > 0)
  execute function notify_inventory('campaign', 'owner_id');
create trigger inventory after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'available' and old.balance <> new.balance)
  execute function notify_inventory('campaign', 'owner_id');
