-- The machines whose clocks were found to be more than a tenth of a second from the database's.
create table machine_clocks (
  machine text primary key check (length(machine) <= 253),
  -- Negative where it is behind.
  ahead_ms bigint not null,
  -- By the database's clock.
  at timestamptz not null
);
