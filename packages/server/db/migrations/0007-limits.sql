-- Counts of rate limits, shared by all processes; rows expire by their own time.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds; not bigint, which our driver reads as one and the limiter's library does not.
  expire double precision
);
create index rate_limits_expiry on rate_limits (expire);
