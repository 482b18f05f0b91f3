-- One transfer in one call: what lock_for_transfers and write_transfers do for a batch, without a way back to the server
-- in between. Gives the transfer's id, or in words why nothing was written.
create function move_money(
  wanted_key text, wanted_hash bytea, wanted_kind text, wanted_asset text, wanted_amount bigint,
  from_owner text, from_owner_id integer, from_kind text, to_owner text, to_owner_id integer, to_kind text,
  from_may_owe boolean, wanted_reason text, moment timestamptz, out transfer_id bigint, out problem text)
language plpgsql as $$
declare
  account record;
  payer record;
  payee record;
  known record;
begin
  -- Missing accounts come first: whoever waits for another's new account holds no lock yet that the other may want.
  if (select count(*) from ledger_accounts
    where asset = wanted_asset and (owner, owner_id, kind) in
      ((from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))) < 2
  then
    insert into ledger_accounts (owner, owner_id, asset, kind)
    select owner, owner_id, wanted_asset, kind
    from (values (from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))
      as missing (owner, owner_id, kind)
    order by owner, owner_id, kind
    on conflict do nothing;
  end if;
  -- In the order of their ids, as everybody does.
  for account in
    select id, owner, owner_id, kind, balance, entries from ledger_accounts
    where asset = wanted_asset and (owner, owner_id, kind) in
      ((from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))
    order by id for no key update
  loop
    if (account.owner, account.owner_id, account.kind) = (from_owner, from_owner_id, from_kind)
    then payer := account;
    else payee := account;
    end if;
  end loop;
  select id, request_hash into known from ledger_transfers where key = wanted_key;
  if found then
    if known.request_hash = wanted_hash then transfer_id := known.id;
    else problem := 'idempotency_key_reused'; end if;
    return;
  end if;
  if payer.balance < wanted_amount and not from_may_owe then
    problem := 'insufficient_funds';
    return;
  end if;
  if payer.balance < wanted_amount - 9223372036854775807 or payee.balance > 9223372036854775807 - wanted_amount then
    raise exception 'Of the accounts % and % one cannot hold the amount %', payer.id, payee.id, wanted_amount;
  end if;
  -- Before anything else is written: a request between other accounts may have taken the key meanwhile.
  insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, reason, at)
  values (wanted_key, wanted_hash, wanted_kind, wanted_asset, wanted_amount, payer.id, payee.id, wanted_reason, moment)
  on conflict (key) do nothing
  returning id into transfer_id;
  if transfer_id is null then
    problem := 'idempotency_key_reused';
    return;
  end if;
  update ledger_accounts set entries = entries + 1,
    balance = balance + case id when payer.id then -wanted_amount else wanted_amount end
  where id in (payer.id, payee.id);
  insert into ledger_entries (account, sequence, transfer, amount, balance)
  values (payer.id, payer.entries + 1, transfer_id, -wanted_amount, payer.balance - wanted_amount),
    (payee.id, payee.entries + 1, transfer_id, wanted_amount, payee.balance + wanted_amount);
end $$;
