-- What a transfer is about, such as an order or a window of a campaign, so that nobody has to read it out of the keys that
-- another part chose.

alter table ledger_transfers add column subject_type text, add column subject_id text,
  add check ((subject_type is null) = (subject_id is null));

-- The keys say it of what was moved before.
alter table ledger_transfers disable trigger append_only;
update ledger_transfers set subject_type = found.type, subject_id = found.id
from (
  select id as transfer, (case
    when key ~ '^settlement:\d+:' then array['settlement', split_part(key, ':', 2) || '-' || floor(extract(epoch from
      substring(key from '^settlement:\d+:(.*Z):[^:]+$')::timestamptz))]
    when key ~ '^order:\d+:release:\d+' then array['order_release', split_part(key, ':', 2) || '-' || split_part(key, ':', 4)]
    when key ~ '^order:\d+(:|$)' then array['order', split_part(key, ':', 2)]
    when key ~ '^deposit:\d+:' then array['deposit', split_part(key, ':', 2)]
    when key ~ '^withdrawal:\d+:' then array['withdrawal', split_part(key, ':', 2)]
    when key ~ '^payout:\d+:' then array['payout', split_part(key, ':', 2)]
    when key ~ '^coupon:\d+$' then array['coupon', split_part(key, ':', 2)]
    when key ~ '^(funding|archive):\d+:' then array['campaign', split_part(key, ':', 2)]
  end) as subject from ledger_transfers) as read
cross join lateral (select subject[1] as type, subject[2] as id) as found
where read.transfer = ledger_transfers.id and found.type is not null;
alter table ledger_transfers enable trigger append_only;
create index ledger_transfers_subject on ledger_transfers (subject_type, subject_id) where subject_type is not null;

-- As before, and the subject is written with the rest.
drop function move_money;
create function move_money(
  wanted_key text, wanted_hash bytea, wanted_kind text, wanted_asset text, wanted_amount bigint,
  from_owner text, from_owner_id integer, from_kind text, to_owner text, to_owner_id integer, to_kind text,
  wanted_reason text, moment timestamptz, wanted_subject_type text, wanted_subject_id text) returns text
language plpgsql as $$
declare
  most constant bigint := 9223372036854775807;
  transfer_id bigint;
  payer integer;
  payee integer;
  payer_balance bigint;
  payer_entries bigint;
  payee_balance bigint;
  payee_entries bigint;
  known_hash bytea;
  is_paid_for boolean;
  may_fall boolean;
begin
  loop
    select debtor.id, creditor.id into payer, payee from ledger_accounts debtor, ledger_accounts creditor
    where debtor.owner = from_owner and debtor.owner_id = from_owner_id
      and debtor.asset = wanted_asset and debtor.kind = from_kind
      and creditor.owner = to_owner and creditor.owner_id = to_owner_id
      and creditor.asset = wanted_asset and creditor.kind = to_kind;
    exit when found;
    -- Missing accounts come first: whoever waits for another's new account holds no lock yet that the other may want.
    insert into ledger_accounts (owner, owner_id, asset, kind)
    select owner, owner_id, wanted_asset, kind
    from (values (from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))
      as missing (owner, owner_id, kind)
    order by owner, owner_id, kind
    on conflict do nothing;
  end loop;
  loop
    payer_balance := null;
    payee_balance := null;
    -- In the order of their ids, as everybody does.
    if payer < payee then
      update ledger_accounts set balance = balance - wanted_amount, entries = entries + 1
      where id = payer and balance >= least + wanted_amount
      returning balance, entries into payer_balance, payer_entries;
    end if;
    if payer > payee or payer_balance is not null then
      update ledger_accounts set balance = balance + wanted_amount, entries = entries + 1
      where id = payee and balance <= most - wanted_amount
      returning balance, entries into payee_balance, payee_entries;
    end if;
    if payer > payee and payee_balance is not null then
      update ledger_accounts set balance = balance - wanted_amount, entries = entries + 1
      where id = payer and balance >= least + wanted_amount
      returning balance, entries into payer_balance, payer_entries;
    end if;
    if payer_balance is not null and payee_balance is not null then
      insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, reason, at,
        subject_type, subject_id)
      values (wanted_key, wanted_hash, wanted_kind, wanted_asset, wanted_amount, payer, payee, wanted_reason, moment,
        wanted_subject_type, wanted_subject_id)
      on conflict (key) do nothing
      returning id into transfer_id;
      if transfer_id is not null then
        insert into ledger_entries (account, sequence, transfer, amount, balance)
        values (payer, payer_entries, transfer_id, -wanted_amount, payer_balance),
          (payee, payee_entries, transfer_id, wanted_amount, payee_balance);
        return transfer_id;
      end if;
    end if;
    update ledger_accounts set entries = entries - 1,
      balance = balance + case id when payer then wanted_amount else -wanted_amount end
    where id = payer and payer_balance is not null or id = payee and payee_balance is not null;
    -- Whoever changes them now is waited for: it may be the same request, or the money for this one.
    perform from ledger_accounts where id in (payer, payee) order by id for no key update;
    -- A repeated request is given its transfer, whatever the accounts have by now.
    select id, request_hash into transfer_id, known_hash from ledger_transfers where key = wanted_key;
    if found then
      return case known_hash when wanted_hash then transfer_id::text else 'idempotency_key_reused' end;
    end if;
    select balance >= wanted_amount, least < 0 into is_paid_for, may_fall from ledger_accounts where id = payer;
    if not is_paid_for and not may_fall then
      return 'insufficient_funds';
    end if;
    if exists (select from ledger_accounts where
      id = payer and balance < least + wanted_amount or id = payee and balance > most - wanted_amount)
    then
      raise exception 'Of the accounts % and % one cannot hold the amount %', payer, payee, wanted_amount;
    end if;
  end loop;
end $$;

drop function write_transfers;
create function write_transfers(
  keys text[], request_hashes bytea[], kinds text[], assets text[], amounts bigint[],
  from_accounts integer[], to_accounts integer[], reasons text[], moments timestamptz[],
  subject_types text[], subject_ids text[],
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
        (key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id)
      select key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id
      from unnest(keys, request_hashes, kinds, assets, amounts, from_accounts, to_accounts, reasons, moments,
          subject_types, subject_ids)
        with ordinality
        as new (key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id,
          place)
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
