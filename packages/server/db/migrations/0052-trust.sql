-- When an ad went live because its account is trusted, without a reviewer. Its `decided_by` is null until a reviewer has reviewed it afterwards.
alter table creatives add column trusted_at timestamptz;

-- Whether a reviewer is to review such an ad afterwards.
alter table creatives add column is_sampled boolean not null default false;
alter table creatives add check (not is_sampled or trusted_at is not null);

-- What waits for a reviewer: new ads, and those that are reviewed afterwards.
drop index creatives_queue;
create index creatives_queue on creatives (id) where state = 'pending' or (is_sampled and decided_by is null);

-- Ads that went live without a reviewer and were not chosen to be reviewed. They are, once a rejection ends their account's trust.
create index creatives_trusted on creatives (campaign_id) where trusted_at is not null and not is_sampled and decided_by is null;
