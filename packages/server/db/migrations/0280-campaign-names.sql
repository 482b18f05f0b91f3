-- What an advertiser calls a campaign on its own pages. Null: the headline of its creative is shown.
alter table campaigns add column name text check (length(name) between 1 and 80);

create view campaign_titles as
  select campaigns.id, coalesce(name, (
    select link_text from creatives where creatives.campaign_id = campaigns.id
    order by state = 'live' desc, creatives.id desc limit 1), '') as title
  from campaigns;
