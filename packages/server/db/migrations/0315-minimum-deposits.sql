-- Deposits below a minimum are not credited: a coin can cost more to spend than it holds.
alter table deposits
  -- The minimum when the payment was first seen; null for payments from before there was one, and on chains without one.
  add column minimum bigint check (minimum > 0),
  -- Whether the payment was below that minimum. This is decided once, by each output alone.
  add column is_too_small boolean not null default false,
  add constraint deposits_too_small_check check (not is_too_small or credited = 0);
