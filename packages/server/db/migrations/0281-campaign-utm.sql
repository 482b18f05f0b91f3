-- What is added to the link of a campaign's ads for the analytics of its advertiser. Values may have macros; null adds nothing.
alter table campaigns
  add column utm_source text check (length(utm_source) between 1 and 100),
  add column utm_medium text check (length(utm_medium) between 1 and 100),
  add column utm_campaign text check (length(utm_campaign) between 1 and 100),
  add column utm_content text check (length(utm_content) between 1 and 100),
  add column utm_term text check (length(utm_term) between 1 and 100);
