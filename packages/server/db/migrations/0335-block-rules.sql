-- What a publisher refuses to show: an advertiser, a domain with all that is below it, or a single ad; on one ad unit, on all units of
-- a site, or on all of its units. Domains are host names in lower case, without `www.`. An advertiser is the one whose ad the publisher
-- named: the number of that account is not written here, since publishers are not told it.
create table block_rules (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null check (kind in ('advertiser', 'domain', 'creative')),
  domain text check ((kind = 'domain') = (domain is not null)),
  creative_id integer references creatives check ((kind = 'domain') = (creative_id is null)),
  site_id integer references sites,
  unit_id integer references ad_units,
  -- The publisher's own, shown to nobody else.
  note text,
  created_at timestamptz not null,
  check (num_nonnulls(site_id, unit_id) <= 1),
  unique nulls not distinct (user_id, kind, domain, creative_id, site_id, unit_id)
);
insert into block_rules (user_id, kind, domain, created_at)
  select user_id, 'domain', domain, now() from publisher_rules, unnest(blocked_domains) as domain;
create trigger inventory after insert or update or delete on block_rules
  for each row execute function notify_inventory('publisher', 'user_id');
drop table publisher_rules;
