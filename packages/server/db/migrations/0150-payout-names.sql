-- A withdrawal has a name that no other ever has, not even when a backup gives its number to another: the signer keeps
-- what it has signed for each name.
alter table withdrawals add column name uuid not null default gen_random_uuid();
alter table withdrawals add constraint withdrawals_name_key unique (name);
-- What an operator's passkey answered when it allowed a large payout; the signer checks it anew.
alter table withdrawals add column approval jsonb;
-- The newest transaction that was signed for it and can never be mined any more.
alter table withdrawals add column instead_of text;
