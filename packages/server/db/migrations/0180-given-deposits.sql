-- What an operator gives of payments to nobody: a large one waits until another operator gives the same.
alter table deposits
  add column given_to integer references users,
  -- Units of 1e-8 USD, for the chain's own coin.
  add column given_worth bigint check (given_worth > 0),
  add column given_by integer references users check (given_by <> given_to),
  add column given_at timestamptz,
  add column given_approved_by integer references users check (given_approved_by not in (given_by, given_to)),
  add check (num_nulls(given_to, given_by, given_at) in (0, 3));
create index deposits_given on deposits (given_by, given_at) where given_by is not null;
