-- What pressing an ad does, in the advertiser's own words. Null: "Learn more" in the creative's language.

alter table creatives add column creative_action text check (creative_action <> '');
