-- Up to where the last verification that found nothing has computed everything, so that the next one can go on from there.
create table proven_points (
  one boolean primary key default true check (one),
  document text not null,
  -- The digest of each campaign's last charge in the public log: 4 bytes of its number and 32 of the digest.
  chains bytea not null,
  -- With a key from SECRET: whoever can write to the database cannot make one.
  mac bytea not null check (octet_length(mac) = 32)
);
alter table proven_points alter column chains set storage external;
