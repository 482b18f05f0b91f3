-- Tokens wait for the chain's own coin too, which pays for their gas.
alter table withdrawals
  drop constraint withdrawals_waits_for_check,
  add constraint withdrawals_waits_for_check check (waits_for in ('coins', 'gas', 'signer'));
