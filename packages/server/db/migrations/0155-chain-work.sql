-- What was credited stays credited until a chain with more work has left its block, whatever a node that is behind says.

-- The work in the chain that was read last, as a decimal number; on Ethereum its height stands in for it.
alter table chains add column work text;
-- The height at which the chain was first read: a new wallet of the node is searched from there.
alter table chains add column first_height integer;
-- The node's wallet still has to be searched for payments from this block on; null when it has been.
alter table chains add column scan_from integer;
update chains set first_height =
  least(read_height, (select min(block_height) from deposits where deposits.chain = chains.name))
where read_height is not null;

-- A sequence of four bytes runs out where a statement that is repeated takes a number each time.
alter table deposits alter column id type bigint;
alter sequence deposits_id_seq as bigint;

-- The block for which the money was given: while the payment is in that one, no setting takes it back.
alter table deposits add column credited_block text;
update deposits set credited_block = block_hash where credited > 0;
-- A payment that is mined again may be smaller than what was given for it: the rest is owed until it is taken back.
alter table deposits drop constraint deposits_check;
alter table deposits add constraint deposits_credited_check check (credited >= 0);
-- The same transaction may pay another address when it is mined again: that is another deposit.
alter table deposits drop constraint deposits_chain_transaction_id_output_key;
alter table deposits add unique (chain, transaction_id, output, address, token_code);
