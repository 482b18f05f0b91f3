-- Where the rest of a payout came back to: an address of the network's own, which nobody withdraws to.
alter table payouts add column change_address text;
create index payouts_change_address on payouts (change_address) where change_address is not null;
