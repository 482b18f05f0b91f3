-- What an account may have sent in 24 hours counts again when a withdrawal is signed.
alter table withdrawals
  drop constraint withdrawals_waits_for_check,
  add constraint withdrawals_waits_for_check check (waits_for in ('coins', 'gas', 'signer', 'limit'));
