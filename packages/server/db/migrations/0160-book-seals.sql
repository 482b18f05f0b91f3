-- Every minute, what was added to the books is sealed: a digest of the new rows is chained to the digest before it.
-- Whoever changes, removes or slips in a row later breaks a seal that they cannot make again without the server's secret.

-- Rows are sealed by a number of their own; these tables had none.
alter table settlements add column entry bigint generated always as identity unique;
alter table settlement_shares add column entry bigint generated always as identity unique;
alter table publication_order_releases add column entry bigint generated always as identity unique;
alter table publication_order_events add column entry bigint generated always as identity unique;

create table book_seals (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  -- The digest of the seal before; 32 zero bytes for the first.
  previous bytea not null check (octet_length(previous) = 32),
  -- SHA-256 of `previous`, the moment, and each part's book, rows and digest.
  digest bytea not null check (octet_length(digest) = 32),
  -- HMAC-SHA-256 of the digest with a key made from the server's secret, and which key that was.
  mac bytea not null check (octet_length(mac) = 32),
  key_id bytea not null check (octet_length(key_id) = 4)
);
create table book_seal_parts (
  seal bigint not null references book_seals,
  -- The table that was sealed, and the columns that the digest is made of.
  book text not null,
  columns text[] not null,
  -- Which of its numbers are in the seal. Numbers that a rolled-back transaction burnt are in none.
  rows int8multirange not null,
  count integer not null check (count > 0),
  -- SHA-256 of the rows' sealed columns, in the order of their numbers.
  digest bytea not null check (octet_length(digest) = 32),
  primary key (book, seal)
);
-- Which rows of each table are sealed already: the sum of the parts, so that the next seal need not read them all.
create table book_progress (
  book text primary key,
  rows int8multirange not null
);
create trigger append_only before update or delete on book_seals for each row execute function refuse_change();
create trigger append_only before update or delete on book_seal_parts for each row execute function refuse_change();
create trigger no_truncate before truncate on book_seals execute function refuse_change();
create trigger no_truncate before truncate on book_seal_parts execute function refuse_change();
