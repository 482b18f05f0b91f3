-- What the network itself takes out of its earnings goes the way of a withdrawal, which is then nobody's.
alter table withdrawals alter column user_id drop not null;
