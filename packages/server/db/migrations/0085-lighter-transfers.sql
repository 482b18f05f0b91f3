-- A transfer updates two accounts. Each constraint and each condition of a trigger is read from its text anew by every
-- statement that writes to the table, so there are fewer of them now, and short ones. They say the same.

create function is_ledger_account(owner text, owner_id integer, asset text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner in ('user', 'campaign', 'ad_unit', 'order', 'network') and asset in ('BTC', 'USD')
    and kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside', 'costs')
    and (owner = 'network') = (owner_id = 0);
end $$;
-- The outside world, what the network gives away and what it pays to miners; everyone else stays at or above zero.
create function may_owe(owner text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner = 'network' and kind in ('outside', 'promotion', 'costs');
end $$;
alter table ledger_accounts
  drop constraint ledger_accounts_owner_check,
  drop constraint ledger_accounts_asset_check,
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check,
  drop constraint ledger_accounts_check1,
  add constraint ledger_accounts_name check (is_ledger_account(owner, owner_id, asset, kind)),
  add constraint ledger_accounts_balance check (balance >= 0 or may_owe(owner, kind));

drop trigger inventory on ledger_accounts;
drop trigger inventory_held on ledger_accounts;
drop trigger inventory_promotion on ledger_accounts;
-- What a campaign may spend is all its money, held or not.
create function notify_funds() returns trigger language plpgsql as $$
begin
  if new.kind in ('available', 'promotion') and old.balance <> new.balance
    or new.kind = 'held' and (old.balance > 0) <> (new.balance > 0)
  then perform pg_notify('inventory', 'campaign ' || new.owner_id);
  end if;
  return null;
end $$;
create trigger inventory after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign') execute function notify_funds();

-- As before, with fewer statements: accounts are found by their names once and locked by their ids, and a key is looked
-- up only when it could not be taken.
create or replace function move_money(
  wanted_key text, wanted_hash bytea, wanted_kind text, wanted_asset text, wanted_amount bigint,
  from_owner text, from_owner_id integer, from_kind text, to_owner text, to_owner_id integer, to_kind text,
  from_may_owe boolean, wanted_reason text, moment timestamptz, out transfer_id bigint, out problem text)
language plpgsql as $$
declare
  most constant bigint := 9223372036854775807;
  payer integer;
  payee integer;
  payer_balance bigint;
  payer_entries bigint;
  payee_balance bigint;
  payee_entries bigint;
  is_paid_for boolean;
  has_room boolean;
  known_hash bytea;
begin
  loop
    select id into payer from ledger_accounts
    where owner = from_owner and owner_id = from_owner_id and asset = wanted_asset and kind = from_kind;
    select id into payee from ledger_accounts
    where owner = to_owner and owner_id = to_owner_id and asset = wanted_asset and kind = to_kind;
    exit when payer is not null and payee is not null;
    -- Missing accounts come first: whoever waits for another's new account holds no lock yet that the other may want.
    insert into ledger_accounts (owner, owner_id, asset, kind)
    select owner, owner_id, wanted_asset, kind
    from (values (from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))
      as missing (owner, owner_id, kind)
    order by owner, owner_id, kind
    on conflict do nothing;
  end loop;
  -- In the order of their ids, as everybody does.
  if payer < payee then
    select balance, entries into payer_balance, payer_entries
    from ledger_accounts where id = payer for no key update;
  end if;
  select balance, entries into payee_balance, payee_entries
  from ledger_accounts where id = payee for no key update;
  if payer > payee then
    select balance, entries into payer_balance, payer_entries
    from ledger_accounts where id = payer for no key update;
  end if;
  is_paid_for := from_may_owe or payer_balance >= wanted_amount;
  has_room := payer_balance >= wanted_amount - most and payee_balance <= most - wanted_amount;
  if is_paid_for and has_room then
    -- Before anything else is written: a request between other accounts may have taken the key.
    insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, reason, at)
    values (wanted_key, wanted_hash, wanted_kind, wanted_asset, wanted_amount, payer, payee, wanted_reason, moment)
    on conflict (key) do nothing
    returning id into transfer_id;
  end if;
  if transfer_id is null then
    -- A repeated request is given its transfer, whatever the accounts have by now.
    select id, request_hash into transfer_id, known_hash from ledger_transfers where key = wanted_key;
    if found and known_hash = wanted_hash then return; end if;
    if not found and not is_paid_for then problem := 'insufficient_funds'; return; end if;
    if not found and not has_room then
      raise exception 'Of the accounts % and % one cannot hold the amount %', payer, payee, wanted_amount;
    end if;
    transfer_id := null;
    problem := 'idempotency_key_reused';
    return;
  end if;
  update ledger_accounts set entries = entries + 1,
    balance = balance + case id when payer then -wanted_amount else wanted_amount end
  where id in (payer, payee);
  insert into ledger_entries (account, sequence, transfer, amount, balance)
  values (payer, payer_entries + 1, transfer_id, -wanted_amount, payer_balance - wanted_amount),
    (payee, payee_entries + 1, transfer_id, wanted_amount, payee_balance + wanted_amount);
end $$;
