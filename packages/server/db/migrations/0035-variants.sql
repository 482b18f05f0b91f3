-- The variants of a campaign: ads that share its money and where it runs, each with its own versions and review. One that was removed keeps
-- its creatives for reports and the clicks that still come.
create table variants (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaigns,
  -- What the advertiser calls it, which no one else sees.
  name text not null check (length(name) between 1 and 80),
  -- How often it is chosen in proportion to the others, if the campaign chooses by weights.
  weight integer not null default 1 check (weight between 1 and 100),
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (campaign_id, id)
);
create trigger inventory after insert or update or delete on variants
  for each row execute function notify_inventory('campaign', 'campaign_id');

insert into variants (campaign_id, name, created_at) select id, 'A', created_at from campaigns order by id;

-- By the weights of its variants, or the one that is clicked most.
alter table campaigns add column variant_choice text not null default 'weights' check (variant_choice in ('weights', 'best'));

alter table creatives add column variant_id integer;
update creatives set variant_id = variants.id from variants where variants.campaign_id = creatives.campaign_id;
alter table creatives alter column variant_id set not null;
alter table creatives add foreign key (campaign_id, variant_id) references variants (campaign_id, id);
drop index creatives_live;
drop index creatives_pending;
create unique index creatives_live on creatives (variant_id) where state = 'live';
create unique index creatives_pending on creatives (variant_id) where state = 'pending';
create index creatives_variant on creatives (variant_id, id desc);

create view shared_variants as
select id, campaign_id, weight, name from variants where removed_at is null;

-- All variants of an account, for what it takes along.
create view account_variants as
select variants.id, user_id, campaign_id, variants.name, weight, variants.created_at, removed_at
from variants join campaigns on campaigns.id = campaign_id;

create or replace view shared_creatives as
select id, campaign_id, state, language, link_text, creative_text, creative_link, creative_action, rating, banners_only, advert_logo,
  advert_illustration, variant_id
from creatives;

create or replace view shared_campaigns as
select id, user_id, state, asset, name, starts_at, ends_at, fee_halved, auto_fund, country_mode, countries, devices,
  utm_source, utm_medium, utm_campaign, utm_content, utm_term, systems, page_language_mode, page_languages,
  included_keywords, excluded_keywords, variant_choice
from campaigns;

-- The headline is the one of the campaign's first variant.
create or replace view campaign_titles as
  select campaigns.id, coalesce(name, (
    select link_text from shared_variants join creatives on creatives.variant_id = shared_variants.id
    where shared_variants.campaign_id = campaigns.id
    order by shared_variants.id, state = 'live' desc, creatives.id desc limit 1), '') as title
  from campaigns;
