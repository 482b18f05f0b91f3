-- Transactions of ours that pay nobody: coin for gas to a deposit address, and the tokens from there to the paying account.
alter table payouts add column purpose text not null default 'withdrawals'
  check (purpose in ('withdrawals', 'gas', 'sweep'));
alter table payouts add column address_id integer references deposit_addresses;
alter table payouts add column swept_token text check (swept_token in ('USDT', 'USDC'));
-- Units of 1e-8 of the token, or wei of the coin.
alter table payouts add column moved bigint check (moved > 0);
-- A sweep moves all that came up to this block.
alter table payouts add column up_to integer;
-- Wei that its block took for it.
alter table payouts add column gas_paid bigint check (gas_paid >= 0);
alter table payouts add check ((purpose = 'withdrawals') = (address_id is null));
alter table payouts add check ((purpose = 'withdrawals') = (moved is null));
alter table payouts add check ((purpose = 'sweep') = (swept_token is not null));
alter table payouts add check ((purpose = 'sweep') = (up_to is not null));
create index payouts_address on payouts (address_id) where address_id is not null;

-- It is on the paying account by now, or its operator has taken it elsewhere.
alter table deposits add column is_swept boolean not null default false;
create index deposits_unswept on deposits (address_id, token_code) where chain = 'ethereum' and not is_swept;
