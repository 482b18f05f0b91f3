-- What the operator decides about payments that are nobody's.

-- What a payment in the chain's own coin is worth on the account that it was given to, in units of 1e-8 of its asset.
alter table deposits add column worth bigint check (worth > 0);
-- It belongs to no account: money of the network's own, or not worth anything.
alter table deposits add column put_away_at timestamptz;
alter table deposits add column put_away_reason text;
alter table deposits add check ((put_away_at is null) = (put_away_reason is null));
create index deposits_queued on deposits (id) where user_id is null and put_away_at is null and not is_gone;

-- Addresses that may have been given out after a backup that was restored: they are watched, and nobody's.
alter table deposit_addresses alter column user_id drop not null;
alter table deposit_addresses drop constraint deposit_addresses_depositable_type_check;
alter table deposit_addresses add constraint deposit_addresses_depositable_type_check
  check (depositable_type in ('user', 'campaign', 'nobody'));
alter table deposit_addresses add check ((depositable_type = 'nobody') = (user_id is null));
