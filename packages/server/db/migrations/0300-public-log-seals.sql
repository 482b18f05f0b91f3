-- The public log names each seal of the books, so that whoever can write to the database cannot remove seals, or let the
-- server seal changed books again, without `mille verify` and everyone who keeps a copy of the log seeing it.
create table public_log_seals (
  id bigint generated always as identity primary key,
  -- The number of the seal. A second row with a number says that a seal was removed and made again.
  seal bigint not null check (seal > 0),
  -- SHA-256 of the seal's digest and its MAC: without the MAC, what a small seal contains could be guessed.
  hash bytea not null check (octet_length(hash) = 32),
  -- Null until it is in the log.
  log_index bigint unique check (log_index >= 0)
);
create index public_log_seals_waiting on public_log_seals (id) where log_index is null;
create trigger no_delete before delete on public_log_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_seals execute function refuse_change();

-- A trigger, so that a process of the version before, which may still run, cannot make a seal that is never logged.
create function log_seal() returns trigger language plpgsql as $$
begin
  insert into public_log_seals (seal, hash) values (new.number, sha256(new.digest || new.mac));
  return null;
end $$;
create trigger public_log after insert on book_seals for each row execute function log_seal();

-- Those that were made before.
insert into public_log_seals (seal, hash) select number, sha256(digest || mac) from book_seals order by number;
