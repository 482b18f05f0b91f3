-- Seals of the books that a process with another SECRET made, before such a process was refused, and that an operator has accepted.
create table accepted_seals (
  seal bigint primary key references book_seals,
  reason text not null check (char_length(reason) between 1 and 500),
  accepted_at timestamptz not null,
  -- HMAC-SHA-256 of all that with a key made from the server's secret: a row that somebody else adds accepts nothing.
  mac bytea not null check (octet_length(mac) = 32)
);
create trigger append_only before update or delete on accepted_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on accepted_seals execute function refuse_change();

alter table public_log_notices
  add column accepted_seal bigint references accepted_seals,
  -- SHA-256 of the seal's digest and its MAC, as in the entry of the seal itself.
  add column seal_hash bytea check (octet_length(seal_hash) = 32),
  drop constraint public_log_notices_kind_check,
  add constraint public_log_notices_kind_check
    check (kind in ('fee', 'exclusion', 'receipt_key', 'retention', 'accepted_seal')),
  add check ((kind = 'accepted_seal') = (accepted_seal is not null and seal_hash is not null));

create function notice_accepted_seal() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, accepted_seal, seal_hash)
  select 'accepted_seal', new.seal, sha256(digest || mac) from book_seals where number = new.seal;
  return null;
end $$;
create trigger public_log after insert on accepted_seals for each row execute function notice_accepted_seal();
