-- What an ad sells, by the list of the contract. It is a part of each version of an ad, as its rating is, so that a change is reviewed
-- before it counts. Null: the advertiser has not said.
alter table creatives add column product_category text check (product_category ~ '^[a-z_]{1,40}$');

create or replace view shared_creatives as
select id, campaign_id, state, language, link_text, creative_text, creative_link, creative_action, rating, banners_only, advert_logo,
  advert_illustration, variant_id, product_category
from creatives;

-- A publisher can refuse all ads of a category.
alter table block_rules add column product_category text;
alter table block_rules
  drop constraint block_rules_kind_check,
  add check (kind in ('advertiser', 'domain', 'creative', 'category')),
  add check ((kind = 'category') = (product_category is not null)),
  drop constraint block_rules_check1,
  add check ((kind in ('advertiser', 'creative')) = (creative_id is not null)),
  drop constraint block_rules_user_id_kind_domain_creative_id_site_id_unit_id_key,
  add unique nulls not distinct (user_id, kind, domain, creative_id, product_category, site_id, unit_id);
