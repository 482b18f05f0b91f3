alter table lightning_node
  -- How often each part of the work around the node has failed since the node started, by the part's name.
  add column failures jsonb not null default '{}';
alter table lightning_node
  -- When the channels were last written.
  add column channels_at timestamptz;

-- The channels as the process with the node last saw them, for the processes that answer operators. Amounts are whole satoshis.
create table lightning_channels (
  id text primary key,
  peer text not null,
  capacity bigint not null check (capacity > 0),
  -- What can be paid through the channel in all, without the reserve of the side that pays.
  outbound bigint not null check (outbound >= 0),
  inbound bigint not null check (inbound >= 0),
  -- What can be in the channel as one payment, which is often a part of that.
  largest_outbound bigint not null check (largest_outbound >= 0),
  largest_inbound bigint not null check (largest_inbound >= 0),
  outgoing bigint not null check (outgoing >= 0),
  incoming bigint not null check (incoming >= 0),
  -- Payments in flight, in both directions.
  in_flight integer not null check (in_flight >= 0),
  state text not null check (state in ('pending', 'open', 'closing', 'closed')),
  -- Since when the peer is not connected; null while it is.
  disconnected_at timestamptz,
  changed_at timestamptz not null
);
create index lightning_payments_settled on lightning_payments (decided_at) where state = 'settled';
create index lightning_payments_in_flight on lightning_payments (created_at) where state = 'in_flight';
