-- On which operating systems visitors see a campaign. Null means no such limit.
alter table campaigns
  add column systems text[] check (
    cardinality(systems) between 1 and 7
    and systems <@ array['android', 'ios', 'windows', 'macos', 'linux', 'chromeos', 'other']
  );

create or replace view shared_campaigns as
select id, user_id, state, asset, name, starts_at, ends_at, fee_halved, auto_fund, country_mode, countries, devices,
  utm_source, utm_medium, utm_campaign, utm_content, utm_term, systems
from campaigns;
