-- When an account was Premium, and who at the network it may turn to. A window is charged by what held at its beginning, so
-- what has ended stays.
create table premium_periods (
  user_id integer not null references users,
  since timestamptz not null,
  until timestamptz check (until >= since),
  contact text not null check (length(contact) between 2 and 100),
  primary key (user_id, since)
);
create unique index premium_periods_open on premium_periods (user_id) where until is null;
