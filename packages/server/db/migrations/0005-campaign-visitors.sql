-- Which visitors see a campaign, by their country and their kind of device. Null is no such limit.
alter table campaigns
  -- Whether only visitors from these countries see it, or all but those.
  add column country_mode text check (country_mode in ('include', 'exclude')),
  -- Two letters each, of ISO 3166-1.
  add column countries text[]
    check (cardinality(countries) between 1 and 250 and array_to_string(countries, '') ~ '^([A-Z]{2})+$'),
  add column devices text[]
    check (cardinality(devices) between 1 and 4 and devices <@ array['phone', 'tablet', 'computer', 'other']),
  add check ((country_mode is null) = (countries is null));
