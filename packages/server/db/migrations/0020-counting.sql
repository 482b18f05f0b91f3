-- What counting needs to be exact over midnight, over several processes and over clocks that differ.

-- A visitor is new to a campaign again 24 hours after the campaign was charged, not at midnight.
alter table campaign_visitors add column charged_at timestamptz not null default now();
alter table campaign_visitors alter column charged_at drop default;

-- How often a visitor reported something in a minute, shared by all processes. Unlogged: a crash of the database begins
-- the minute anew, which is cheaper than writing every view twice.
create unlogged table visitor_rates (
  -- Minutes since 1970.
  minute integer not null,
  visitor bytea not null check (octet_length(visitor) = 8),
  kind text not null,
  count integer not null check (count > 0),
  primary key (minute, visitor, kind)
);

-- Windows up to here are being settled or have been: nothing is counted into them any more, whatever a clock says.
create table counting_closed (
  one boolean primary key default true check (one),
  closed_until timestamptz not null
);

-- Events of decisions before this day have been dropped; their counters stay, and can no longer be rebuilt.
create table event_retention (
  one boolean primary key default true check (one),
  kept_from date not null
);
