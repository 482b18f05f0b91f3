-- The network has an account through which a settlement pays ad units: all campaigns of a group into it, and one transfer out
-- of it to each unit. It is empty after every transaction.
create or replace function is_ledger_account(owner text, owner_id integer, asset text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner in ('user', 'campaign', 'ad_unit', 'order', 'network') and asset in ('BTC', 'USD')
    and kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside', 'costs', 'settling')
    and (owner = 'network') = (owner_id = 0) and (kind <> 'settling' or owner = 'network');
end $$;
