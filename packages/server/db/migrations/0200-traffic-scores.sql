-- The neighborhood of addresses under the day's key, which is destroyed a day later, as the visitor's name is. Rows from
-- before have none.
alter table delivery_events add column block bytea check (octet_length(block) = 8);

-- How suspicious the traffic of an ad unit was in a day up to `scored_until`: the latest answer for each unit.
create table unit_scores (
  unit_id integer primary key references ad_units,
  score integer not null check (score between 0 and 100),
  -- A list of {code, points, percent, count, of}.
  reasons jsonb not null,
  scored_from timestamptz not null,
  scored_until timestamptz not null
);

-- The network itself puts earnings on hold when the score is high. Then the hold keeps the score and its reasons.
alter table earning_holds alter column created_by drop not null;
alter table earning_holds add column evidence jsonb;
alter table earning_holds add check ((created_by is null) = (evidence is not null));
