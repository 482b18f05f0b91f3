-- A transfer spends most of its time in what PostgreSQL does around each statement: reading constraints from their text,
-- looking at triggers, indexes and foreign keys. This takes away what says nothing new; what is refused stays the same.

-- What an account is called and how far it may fall is decided when it is made and never changes: a column and two
-- triggers that no transfer meets say so, and the check that every transfer meets is short.
alter table ledger_accounts add column least bigint not null default 0;
comment on column ledger_accounts.least is 'The balance never goes below it.';
update ledger_accounts set least = -9223372036854775807 where may_owe(owner, kind);
alter table ledger_accounts
  drop constraint ledger_accounts_name,
  drop constraint ledger_accounts_balance,
  add constraint ledger_accounts_balance check (balance >= least);

create function begin_ledger_account() returns trigger language plpgsql as $$
begin
  if is_ledger_account(new.owner, new.owner_id, new.asset, new.kind) is not true then
    raise exception 'There is no account % %, %, %', new.owner, new.owner_id, new.asset, new.kind
      using errcode = 'check_violation', constraint = 'ledger_accounts_name', table = 'ledger_accounts';
  end if;
  new.least := case when may_owe(new.owner, new.kind) then -9223372036854775807 else 0 end;
  return new;
end $$;
create trigger begins before insert on ledger_accounts for each row execute function begin_ledger_account();
create trigger keeps_name after update of id, owner, owner_id, asset, kind, least on ledger_accounts
  for each row execute function refuse_change();

-- The same checks, each table's in one.
alter table ledger_transfers
  drop constraint ledger_transfers_amount_check,
  drop constraint ledger_transfers_check,
  add constraint ledger_transfers_check check (amount > 0 and from_account <> to_account);
alter table ledger_entries
  drop constraint ledger_entries_sequence_check,
  drop constraint ledger_entries_amount_check,
  add constraint ledger_entries_check check (sequence > 0 and amount <> 0);

-- An account's transfers are found by its entries.
drop index ledger_transfers_from;
drop index ledger_transfers_to;

-- As before, with fewer statements: an account is locked by being changed, and only a request that is refused, which is
-- rare, puts back what it took. Gives the transfer's id or the word for why nothing was written, as one text: a row of
-- several columns is kept aside and read back before it is given.
drop function move_money;
create function move_money(
  wanted_key text, wanted_hash bytea, wanted_kind text, wanted_asset text, wanted_amount bigint,
  from_owner text, from_owner_id integer, from_kind text, to_owner text, to_owner_id integer, to_kind text,
  wanted_reason text, moment timestamptz) returns text
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
      insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, reason, at)
      values (wanted_key, wanted_hash, wanted_kind, wanted_asset, wanted_amount, payer, payee, wanted_reason, moment)
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
