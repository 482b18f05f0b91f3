-- The share of its daily budget that one site may take of a campaign, in whole percent. Null is no limit. It is in the terms, so that
-- the share that the draw obeyed is known for each settlement period.
alter table campaign_terms add column site_share_percent smallint check (site_share_percent between 1 and 100);

create or replace view shared_campaign_terms as
select id, campaign_id, valid_from, traffic_type, daily_budget, max_cpm, total_budget, changed_at, hours, time_zone, site_share_percent
from campaign_terms;
