-- What the home page of a verified site says of itself, for campaigns that choose pages by keywords.
create table site_words (
  site_id integer primary key references sites,
  -- Of its title, keywords, main headings and description, folded as keywords are. None until the page could be read once.
  words text[] not null default '{}' check (cardinality(words) <= 200 and char_length(array_to_string(words, '')) <= 8000),
  -- When they were read. Null: not yet.
  read_at timestamptz,
  tried_at timestamptz not null,
  check (read_at is not null or words = '{}')
);
create trigger inventory_read after insert on site_words for each row
  when (new.words <> '{}') execute function notify_inventory('site', 'site_id');
create trigger inventory_changed after update of words on site_words for each row
  when (old.words <> new.words) execute function notify_inventory('site', 'site_id');

create view shared_site_words as select site_id, words from site_words;

-- By which of those words a campaign chooses pages. `bit*` is every word that begins with `bit`. Null means no such limit.
alter table campaigns
  add column included_keywords text[] check (cardinality(included_keywords) between 1 and 20 and '' <> all (included_keywords)),
  add column excluded_keywords text[] check (cardinality(excluded_keywords) between 1 and 20 and '' <> all (excluded_keywords));

create or replace view shared_campaigns as
select id, user_id, state, asset, name, starts_at, ends_at, fee_halved, auto_fund, country_mode, countries, devices,
  utm_source, utm_medium, utm_campaign, utm_content, utm_term, systems, page_language_mode, page_languages,
  included_keywords, excluded_keywords
from campaigns;
