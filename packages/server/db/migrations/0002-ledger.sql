-- Double entry. Amounts are integers in units of 1e-8 of the asset. Transfers, entries and the ends of holds are
-- append-only; a mistake is corrected by another transfer.

create table ledger_accounts (
  id integer generated always as identity primary key,
  owner text not null check (owner in ('user', 'campaign', 'ad_unit', 'order', 'network')),
  owner_id integer not null,
  asset text not null check (asset in ('BTC', 'USD')),
  kind text not null check (kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside')),
  balance bigint not null default 0,
  entries bigint not null default 0,
  unique (owner, owner_id, asset, kind),
  check ((owner = 'network') = (owner_id = 0)),
  -- Only the network's account of the outside world may go below zero: its negative is what came in.
  check (balance >= 0 or (owner = 'network' and kind in ('outside', 'promotion')))
-- Room on each page: the new version of a busy account stays beside the old one, and no index is touched.
) with (fillfactor = 60);

create table ledger_transfers (
  id bigint generated always as identity primary key,
  key text not null unique,
  request_hash bytea not null,
  kind text not null,
  asset text not null,
  amount bigint not null check (amount > 0),
  from_account integer not null references ledger_accounts,
  to_account integer not null references ledger_accounts,
  reason text,
  at timestamptz not null,
  check (from_account <> to_account)
);
create index ledger_transfers_from on ledger_transfers (from_account, id desc);
create index ledger_transfers_to on ledger_transfers (to_account, id desc);

create table ledger_entries (
  account integer not null references ledger_accounts,
  sequence bigint not null check (sequence > 0),
  transfer bigint not null references ledger_transfers,
  amount bigint not null check (amount <> 0),
  balance bigint not null,
  primary key (account, sequence)
);
create index ledger_entries_transfer on ledger_entries (transfer);

-- Money set aside on the owner's `held` account until it is posted to someone or given back.
create table ledger_holds (
  id bigint generated always as identity primary key,
  key text not null unique,
  request_hash bytea not null,
  from_account integer not null references ledger_accounts,
  held_account integer not null references ledger_accounts,
  amount bigint not null check (amount > 0),
  posted bigint not null default 0 check (posted >= 0),
  state text not null default 'open' check (state in ('open', 'posted', 'voided', 'expired')),
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  check (posted <= amount),
  check ((state = 'open') = (ended_at is null))
);
create index ledger_holds_open on ledger_holds (held_account) where state = 'open';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_transfers execute function refuse_change();
create trigger no_truncate before truncate on ledger_entries execute function refuse_change();

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'hold % has ended already', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_accounts execute function refuse_change();
create trigger no_delete before delete on ledger_holds for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_holds execute function refuse_change();
create trigger ends_once before update on ledger_holds for each row execute function refuse_second_end();

-- Two functions, because a transfer is then two calls with plans that are kept, while its accounts are locked.

-- Makes the accounts that are missing, then locks all in the order of their ids, then looks the keys up: each in a
-- statement of its own, so that each sees what was committed while the one before it waited. Missing accounts come
-- first: whoever waits for another's new account holds no lock yet that the other may want.
create function lock_for_transfers(owners text[], owner_ids integer[], assets text[], kinds text[], keys text[])
returns table (account integer, owner text, owner_id integer, asset text, kind text, balance bigint, entries bigint,
  transfer bigint, key text, amount bigint, request_hash bytea)
language plpgsql as $$
#variable_conflict use_column
begin
  insert into ledger_accounts (owner, owner_id, asset, kind)
  select owner, owner_id, asset, kind
  from unnest(owners, owner_ids, assets, kinds) as wanted (owner, owner_id, asset, kind)
  where not exists (
    select from ledger_accounts known
    where known.owner = wanted.owner and known.owner_id = wanted.owner_id
      and known.asset = wanted.asset and known.kind = wanted.kind)
  order by owner, owner_id, asset, kind
  on conflict do nothing;
  return query
    select id, owner, owner_id, asset, kind, balance, entries, null::bigint, null::text, null::bigint, null::bytea
    from ledger_accounts
    join unnest(owners, owner_ids, assets, kinds) as wanted (owner, owner_id, asset, kind)
      using (owner, owner_id, asset, kind)
    order by id
    for no key update of ledger_accounts;
  return query
    select null::integer, null::text, null::integer, null::text, null::text, null::bigint, null::bigint,
      id, key, amount, request_hash
    from ledger_transfers
    where key = any (keys);
end $$;

-- Writes transfers with their entries, and the balances after them. Two entries belong to each transfer, by its key.
-- Gives no row and writes nothing when a request between other accounts has taken one of the keys meanwhile.
create function write_transfers(
  keys text[], request_hashes bytea[], kinds text[], assets text[], amounts bigint[],
  from_accounts integer[], to_accounts integer[], reasons text[], moments timestamptz[],
  entry_keys text[], entry_accounts integer[], entry_sequences bigint[], entry_amounts bigint[], entry_balances bigint[],
  accounts integer[], balances bigint[], entry_counts bigint[])
returns table (id bigint, key text)
language plpgsql as $$
#variable_conflict use_column
declare
  broken text;
begin
  update ledger_accounts set balance = new.balance, entries = new.entries
  from unnest(accounts, balances, entry_counts) as new (id, balance, entries)
  where ledger_accounts.id = new.id;
  return query
    with written as (
      insert into ledger_transfers
        (key, request_hash, kind, asset, amount, from_account, to_account, reason, at)
      select key, request_hash, kind, asset, amount, from_account, to_account, reason, at
      from unnest(keys, request_hashes, kinds, assets, amounts, from_accounts, to_accounts, reasons, moments)
        with ordinality
        as new (key, request_hash, kind, asset, amount, from_account, to_account, reason, at, place)
      order by place
      returning id, key
    ), chained as (
      insert into ledger_entries (account, sequence, transfer, amount, balance)
      select account, sequence, written.id, amount, balance
      from unnest(entry_keys, entry_accounts, entry_sequences, entry_amounts, entry_balances)
        as new (key, account, sequence, amount, balance)
      join written using (key)
    )
    select id, key from written;
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'ledger_transfers_key_key' then raise; end if;
end $$;
