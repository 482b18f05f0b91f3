-- What ad units earned from each campaign, after the network's fee, so that a publisher's report can be by advertiser.
alter table campaign_unit_share_sums add column net bigint;
update campaign_unit_share_sums as sums set net = shares.net
from (
  select date_trunc('day', window_start, 'UTC') as day, campaign_id, unit_id, asset, sum(settlement_shares.net) as net
  from settlements join settlement_shares using (campaign_id, window_start) group by 1, 2, 3, 4
) as shares
where sums.window_start = shares.day and sums.campaign_id = shares.campaign_id and sums.unit_id = shares.unit_id
  and sums.asset = shares.asset;
alter table campaign_unit_share_sums alter column net set not null, add check (net >= 0 and net <= gross);
drop index campaign_unit_share_sums_units;
create index campaign_unit_share_sums_units on campaign_unit_share_sums (unit_id, window_start) include (campaign_id, asset, gross, net);

-- What publishers may call the advertiser of a campaign: its public name, or else the domain that a reader sees on its ads. It names no
-- account: accounts with one name or one domain are not told apart. Only ads that readers could see count.
create view campaign_advertisers as
  select campaigns.id as campaign_id, coalesce('name:' || advertiser_name, 'domain:' || (
    select substring(lower(creative_link) from '^https?://(?:www\.)?([^/?#:]+)') from creatives
    where creatives.campaign_id = campaigns.id and (state = 'live' or (state = 'superseded' and decided_at is not null))
    order by state = 'live' desc, variant_id, creatives.id desc limit 1), 'unknown') as advertiser
  from campaigns left join account_names on account_names.id = campaigns.user_id;
