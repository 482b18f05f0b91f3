-- Texts with a link of a publisher's own, of which an ad unit shows one while no campaign matches it: each as often as its weight among
-- those whose dates have come and are not over.
create table house_ads (
  id integer generated always as identity primary key,
  unit_id integer not null references ad_units,
  text text not null,
  link text not null,
  weight integer not null check (weight between 1 and 100),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  created_at timestamptz not null
);
create index house_ads_unit on house_ads (unit_id, id);
create trigger inventory after insert or update or delete on house_ads for each row execute function notify_inventory('unit', 'unit_id');

create view shared_house_ads as
select id, unit_id, text, link, weight, starts_at, ends_at from house_ads;

-- A unit's own text is its first house ad. Its columns stay, empty, for processes that are not restarted yet.
insert into house_ads (unit_id, text, link, weight, created_at)
select id, fallback_text, fallback_link, 10, now() from ad_units where fallback = 'own' order by id;
update ad_units set fallback = 'invitation', fallback_text = null, fallback_link = null where fallback = 'own';
