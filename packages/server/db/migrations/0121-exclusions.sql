-- What an operator takes out of the network for its traffic, until they let it in again.
create table excluded_units (
  unit_id integer primary key references ad_units,
  excluded_by integer not null references users,
  excluded_at timestamptz not null
);
create trigger inventory after insert or update or delete on excluded_units for each row execute function notify_inventory('unit', 'unit_id');

-- A visitor is known by the keyed hash of a day: the exclusion is forgotten with the day's key.
create table excluded_visitors (
  day date not null,
  visitor bytea not null check (octet_length(visitor) = 8),
  excluded_by integer not null references users,
  excluded_at timestamptz not null,
  primary key (visitor, day)
);
