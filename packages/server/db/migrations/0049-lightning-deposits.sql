-- What the process that runs the node last said about it.
alter table lightning_node
  -- The network's money in channels, in whole satoshis; written in the transaction of the snapshot that it belongs to.
  add column holdings bigint not null default 0 check (holdings >= 0),
  add column height integer,
  add column connected_peers integer not null default 0,
  add column usable_channels integer not null default 0,
  -- Why the node does not run; null while it runs.
  add column stopped text,
  add column seen_at timestamptz;

create or replace function is_ledger_account(owner text, owner_id integer, asset text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner in ('user', 'campaign', 'ad_unit', 'order', 'network') and asset in ('BTC', 'USD')
    and kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside', 'lightning', 'costs', 'settling')
    and (owner = 'network') = (owner_id = 0) and (kind not in ('settling', 'lightning') or owner = 'network')
    and (kind <> 'lightning' or asset = 'BTC');
end $$;

-- The network's account for what came in by Lightning is negative by what is in channels, as the one for the chains is.
create or replace function may_owe(owner text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner = 'network' and kind in ('outside', 'lightning', 'promotion', 'costs');
end $$;

-- An account asks for money by Lightning. Its row names the invoice, and says what was credited for it.
create table lightning_deposits (
  -- Numbered together with the deposits on chains, so that a number names one deposit.
  id bigint primary key default nextval('deposits_id_seq'),
  user_id integer not null references users,
  -- The campaign that gets the money, from the account, once it is credited.
  campaign_id integer references campaigns,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  -- Null until the process with the node has made the invoice.
  payment_hash text unique references lightning_invoices,
  -- What was received, rounded down to whole satoshis; 0 until then.
  credited bigint not null default 0 check (credited >= 0),
  credited_at timestamptz,
  is_forwarded boolean not null default true,
  check ((credited > 0) = (credited_at is not null)),
  check (credited = 0 or payment_hash is not null)
);
create index lightning_deposits_user on lightning_deposits (user_id, id);
create index lightning_deposits_new on lightning_deposits (id) where payment_hash is null;
create index lightning_deposits_unforwarded on lightning_deposits (id) where not is_forwarded;

-- With the deposits by Lightning that were credited.
create or replace view shared_deposits as
select deposits.id, deposits.user_id, deposits.address, depositable_type, depositable_id, asset, amount, worth, credited,
  transaction_id, is_gone, is_too_small, steps, seen_at, credited_at
from deposits left join deposit_addresses on deposit_addresses.id = address_id
union all
select id, user_id, 'Lightning', case when campaign_id is null then 'user' else 'campaign' end,
  coalesce(campaign_id, user_id), 'BTC', amount, null, credited, payment_hash, false, false, 1, credited_at, credited_at
from lightning_deposits where credited > 0;
