-- Where a payout stands in the chain; null while it is in no block of it.
alter table payouts add column block_height integer;
-- Whose key spends an input: 0 an address for deposits, 1 what came back from a payout.
alter table payout_inputs add column branch smallint not null check (branch in (0, 1));
alter table payout_inputs add column address_index integer not null;
