-- On pages in which languages a campaign is shown, whatever the language of its ad. Null means no such limit.
alter table campaigns
  -- Whether it is shown on pages in these languages only, or in all but those.
  add column page_language_mode text check (page_language_mode in ('include', 'exclude')),
  -- Two letters each.
  add column page_languages text[]
    check (cardinality(page_languages) between 1 and 44 and array_to_string(page_languages, '') ~ '^([a-z]{2})+$'),
  add check ((page_language_mode is null) = (page_languages is null));

create or replace view shared_campaigns as
select id, user_id, state, asset, name, starts_at, ends_at, fee_halved, auto_fund, country_mode, countries, devices,
  utm_source, utm_medium, utm_campaign, utm_content, utm_term, systems, page_language_mode, page_languages
from campaigns;
