-- Acts on money, roles, limits, settings and keys, of which every operator gets a mail. What was done before is not mailed.
create table act_notices (
  entry_id integer primary key references audit_entries,
  -- Null while it is to be mailed.
  mailed_at timestamptz
);
create index act_notices_waiting on act_notices (entry_id) where mailed_at is null;
