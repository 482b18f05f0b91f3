-- Which part of the network had a process whose clock is wrong, by how much and when: the last one of each.
create table wrong_clocks (
  part text primary key check (part in ('settlement', 'ads')),
  difference_ms bigint not null,
  -- By the database's clock.
  at timestamptz not null
);
