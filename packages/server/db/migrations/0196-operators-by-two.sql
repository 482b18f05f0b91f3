-- Where there are several operators one asks for another one, and a second confirms.
alter table users
  add column operator_asked_by integer references users check (operator_asked_by <> id),
  add column operator_asked_at timestamptz,
  -- The last time that somebody took the role away.
  add column operator_removed_at timestamptz,
  add check (num_nulls(operator_asked_by, operator_asked_at) in (0, 2));
