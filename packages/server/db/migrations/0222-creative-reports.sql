-- What readers report about ads. Nothing is stored about the reader.

create table creative_reports (
  id integer generated always as identity primary key,
  creative_id integer not null references creatives,
  unit_id integer not null references ad_units,
  reason text not null check (
    reason in ('scam_or_malware', 'adult_or_violent', 'misleading', 'illegal', 'broken_link', 'other')
  ),
  note text check (length(note) between 1 and 1000),
  -- A keyed hash of the network and the creative, so that one network counts once; forgotten after a day.
  network_hash bytea check (octet_length(network_hash) = 16),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'reject')),
  decided_by integer references users,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
create unique index creative_reports_network on creative_reports (creative_id, network_hash)
  where network_hash is not null;
create index creative_reports_waiting on creative_reports (creative_id, id) where decision is null;
create index creative_reports_unforgotten on creative_reports (created_at) where network_hash is not null;
