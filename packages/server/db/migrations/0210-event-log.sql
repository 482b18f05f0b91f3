-- What was reported, in the order in which it was written down. A row of event_log_heads is locked by whoever appends to
-- its partition until that is committed, so that positions become visible in their order and no reader misses one.

create table event_log_heads (
  partition smallint primary key check (partition >= 0),
  -- The last one given; 0 before the first.
  position bigint not null check (position >= 0),
  -- Of that position: it never goes back.
  at timestamptz not null
) with (fillfactor = 50);

insert into event_log_heads (partition, position, at)
select partition, 0, '1970-01-01 00:00:00+00' from generate_series(0, 15) as partition;

-- A day is a table of its own, made with its first batch, and is dropped as one.
create table event_log_batches (
  partition smallint not null,
  position bigint not null,
  at timestamptz not null,
  body bytea not null,
  primary key (partition, position, at)
) partition by range (at);

-- Records do not compress well enough to pay for it.
alter table event_log_batches alter column body set storage external;
