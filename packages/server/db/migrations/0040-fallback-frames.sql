-- The page of another network that an ad unit shows in a sandboxed frame when it has neither a campaign nor a house ad. The address is
-- kept while the unit is set to show something else.
alter table ad_units
  drop constraint ad_units_fallback_check,
  add constraint ad_units_fallback_check check (fallback in ('invitation', 'own', 'collapse', 'frame')),
  add column fallback_url text check (length(fallback_url) <= 2000),
  add check (fallback <> 'frame' or fallback_url is not null);

create or replace view shared_ad_units as
select id, user_id, site_id, kind, state, name, size, ad_type, disallowed_ratings, settings, fallback, fallback_text, fallback_link,
  floor_asset, floor_net_cpm, created_at, fallback_url
from ad_units;
