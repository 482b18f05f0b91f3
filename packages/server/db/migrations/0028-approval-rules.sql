-- Publishers may show only ads that they approved. A rule of the kind `only_approved` asks for it; one of the others lets an ad, or
-- all ads of an advertiser, be shown. Each is for one ad unit, for all units of a site, or for all of the account's, as block rules are.
-- An advertiser is the one whose ad the publisher named.
create table approval_rules (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null check (kind in ('only_approved', 'creative', 'advertiser')),
  creative_id integer references creatives check ((kind = 'only_approved') = (creative_id is null)),
  site_id integer references sites,
  unit_id integer references ad_units,
  created_at timestamptz not null,
  check (num_nonnulls(site_id, unit_id) <= 1),
  unique nulls not distinct (user_id, kind, creative_id, site_id, unit_id)
);
create trigger inventory after insert or update or delete on approval_rules
  for each row execute function notify_inventory('publisher', 'user_id');
