-- Hashes of checkpoints of the public log: the next payout in bitcoin may anchor the last one. Those of the days before
-- are kept, also under an earlier name of the log, so that a payout that a crash or a backup forgot is recognized.
create table anchor_offers (
  epoch smallint not null check (epoch > 0),
  size bigint not null check (size >= 0),
  hash bytea not null unique check (octet_length(hash) = 32),
  offered_at timestamptz not null,
  primary key (epoch, size)
);

-- Payouts that carry such a hash in an output without value.
create table payout_anchors (
  payout_id integer primary key references payouts,
  hash bytea not null check (octet_length(hash) = 32),
  -- The checkpoint; null where a restored database does not have it.
  epoch smallint,
  size bigint,
  -- In UTC. One payout a day carries an anchor, with those that take its place.
  day date not null,
  -- The node did not take the transaction, so that it was signed again without an anchor.
  is_refused boolean not null default false,
  -- The block that it is in now; null while it waits for one.
  block_hash text,
  block_height integer,
  check ((epoch is null) = (size is null)),
  check ((block_hash is null) = (block_height is null))
);
create index payout_anchors_day on payout_anchors (day);
create index payout_anchors_hash on payout_anchors (hash);
