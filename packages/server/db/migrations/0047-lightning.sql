-- The state of the embedded Lightning node. One row; its monitors, updates, invoices and payments are written in the same transaction.
create table lightning_node (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  -- Raised by every start. A process that started earlier can no longer write, so two processes never run one node.
  generation bigint not null,
  -- LDK's snapshot of its channels; null until the first one.
  manager bytea
);

-- What proves the balance of each channel, and punishes a peer that publishes an old one.
create table lightning_monitors (
  funding text primary key,
  monitor bytea not null,
  archived_at timestamptz
);

-- Changes of a monitor since it was last written as a whole. LDK numbers them with 64 bits without a sign.
create table lightning_monitor_updates (
  funding text not null references lightning_monitors,
  update_id numeric(20) not null,
  content bytea not null,
  primary key (funding, update_id)
);

create table lightning_invoices (
  payment_hash text primary key,
  invoice text not null,
  amount bigint not null check (amount > 0),
  description text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A thousandth of a satoshi is Lightning's unit; a payer may pay more than the amount.
  received_msat bigint check (received_msat > 0),
  settled_at timestamptz,
  check ((received_msat is null) = (settled_at is null))
);

create table lightning_payments (
  payment_id text primary key,
  -- The payment ID as LDK knows it: its SHA-256.
  payment_key text not null unique,
  payment_hash text not null,
  invoice text not null,
  amount bigint not null check (amount > 0),
  maximum_fee bigint not null check (maximum_fee >= 0),
  state text not null check (state in ('in_flight', 'settled', 'failed')),
  preimage text,
  fee_msat bigint check (fee_msat >= 0),
  failure text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'settled') = (preimage is not null and fee_msat is not null)),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'in_flight') = (decided_at is null))
);
-- An invoice is paid once: two payments of one hash could both be lost.
create unique index lightning_payments_hash on lightning_payments (payment_hash) where state <> 'failed';

-- Outputs of closed channels that only the node's keys can spend.
create table lightning_outputs (
  id integer primary key generated always as identity,
  descriptor bytea not null unique,
  created_at timestamptz not null
);
