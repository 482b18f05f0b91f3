-- Where the links of pending and live creatives lead. A job looks about once a day, so that a page is not exchanged for
-- another one after its review. A page is its final address, title, first text, a sketch of its words, and where it leads.
create table landing_pages (
  creative_id integer primary key references creatives,
  -- When it is fetched next, or until when it belongs to the process that fetches it.
  check_at timestamptz not null,
  -- What was there when the creative was approved. Null: not known, so the next page that is read becomes it.
  approved jsonb,
  -- What was there when it was last read.
  found jsonb,
  -- Why it could not be read, since when and how often in a row.
  problem text,
  failing_since timestamptz,
  failures integer not null default 0,
  check ((failures > 0) = (problem is not null) and (failures > 0) = (failing_since is not null))
);
create index landing_pages_check on landing_pages (check_at);
create index landing_pages_failing on landing_pages (failing_since) where failing_since is not null;

-- Live creatives whose page was exchanged, which stopped their campaigns.
create table landing_swaps (
  creative_id integer primary key references creatives,
  at timestamptz not null,
  reasons text[] not null check (
    cardinality(reasons) > 0 and reasons <@ array['host', 'agent', 'refresh', 'script', 'frame', 'text']
  ),
  approved jsonb not null,
  found jsonb not null
);
create trigger append_only before update or delete on landing_swaps for each row execute function refuse_change();

-- Spread over a day, so that they are not all fetched at once.
insert into landing_pages (creative_id, check_at)
select id, now() + random() * interval '1 day' from creatives where state in ('pending', 'live');
