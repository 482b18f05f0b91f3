-- From where the verdicts of the event log can be given again, to be compared with those that are stored: for each day the
-- position before the first batch that was counted on it, with the rules that were in force there.
create table event_log_starts (
  partition smallint not null,
  -- The day, in UTC, of the batches that come next.
  day date not null,
  -- Which judge counted: another version of it may give other verdicts.
  judge smallint not null,
  position bigint not null check (position >= 0),
  -- Of that position.
  at timestamptz not null,
  -- As records, as in counter_partitions.
  rules bytea not null,
  -- Whether whoever counted from there on remembered nothing from before, since there was nothing.
  is_first boolean not null,
  primary key (partition, day, judge)
);
