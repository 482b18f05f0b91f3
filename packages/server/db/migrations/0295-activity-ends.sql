-- What settlement asks of a campaign: whether it was active in a window, however often it was before.
create index campaign_activity_ended on campaign_activity (campaign_id, ended_at);
