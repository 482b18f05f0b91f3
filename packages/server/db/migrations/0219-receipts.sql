-- Receipts: signed promises that a reported view gets into the public log. Their keys are random, and no key of the log
-- itself, so that a delivery process never holds that one.
create table receipt_keys (
  id smallint primary key check (id > 0),
  -- Ed25519.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  -- The secrets (AES-256-GCM) under a key that is made from the server's secret, and which key that was.
  sealed bytea not null,
  sealed_by bytea not null check (octet_length(sealed_by) = 4),
  created_at timestamptz not null
);
create trigger no_delete before delete on receipt_keys for each row execute function refuse_change();
create trigger no_truncate before truncate on receipt_keys execute function refuse_change();

-- The log commits to each key, so that the network cannot show one person another key than everyone else.
alter table public_log_notices
  add column receipt_key bytea check (octet_length(receipt_key) = 32),
  drop constraint public_log_notices_kind_check,
  add constraint public_log_notices_kind_check check (kind in ('fee', 'exclusion', 'receipt_key')),
  add check ((kind = 'receipt_key') = (receipt_key is not null));

create function notice_receipt_key() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, receipt_key) values ('receipt_key', new.public_key);
  return null;
end $$;
create trigger public_log after insert on receipt_keys for each row execute function notice_receipt_key();
