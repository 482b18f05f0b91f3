-- The public log: an append-only Merkle tree (RFC 6962) that has an entry for each charge, so that a bill can be held
-- against what everybody is shown.

-- The key that signs, and those that salts and visitors' tags are made with: random, and only ever here.
create table public_log_keys (
  id smallint primary key check (id > 0),
  -- Ed25519.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  -- The secrets (AES-256-GCM) under a key that is made from the server's secret, and which key that was.
  sealed bytea not null,
  sealed_by bytea not null check (octet_length(sealed_by) = 4),
  created_at timestamptz not null
);
create trigger no_delete before delete on public_log_keys for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_keys execute function refuse_change();

-- A log never signs two histories under one name: after a restore, which may have forgotten what was shown, and with
-- another key it goes on under another one.
create table public_log_epochs (
  number smallint primary key check (number > 0),
  origin text not null unique,
  key_id smallint not null references public_log_keys,
  -- Entries that were there when it began.
  from_size bigint not null check (from_size >= 0),
  -- The last restore that it knows of.
  restore_id bigint not null,
  cause text not null check (cause in ('first', 'restore', 'new_key')),
  began_at timestamptz not null
);
create trigger append_only before update or delete on public_log_epochs for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_epochs execute function refuse_change();

-- The right edge of the tree, from which it grows. Whoever appends locks this row.
create table public_log_head (
  one boolean primary key default true check (one),
  size bigint not null check (size >= 0),
  -- The roots of its complete subtrees, largest first, 32 bytes each.
  peaks bytea not null check (octet_length(peaks) % 32 = 0),
  -- Charges of windows that begin then or later are in the log.
  charges_since timestamptz not null
);

-- Entries that were appended at once, each with its length before it (16 bits).
create table public_log_batches (
  first_index bigint primary key check (first_index >= 0),
  count integer not null check (count > 0),
  entries bytea not null
);
create trigger append_only before update or delete on public_log_batches for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_batches execute function refuse_change();

-- The roots of complete subtrees of 2^level entries, of every eighth level above the entries themselves.
create table public_log_nodes (
  level smallint not null check (level > 0 and level % 8 = 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);
create trigger append_only before update or delete on public_log_nodes for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_nodes execute function refuse_change();

-- What was signed.
create table public_log_checkpoints (
  epoch smallint not null references public_log_epochs,
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  at timestamptz not null,
  -- The signed note.
  note text not null,
  primary key (epoch, size)
);
create index public_log_checkpoints_at on public_log_checkpoints (at);
create trigger append_only before update or delete on public_log_checkpoints for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_checkpoints execute function refuse_change();

-- What is kept of a charge's entry for ever. The rest follows from the settlement and the keys.
create table public_log_charges (
  entry bigint primary key references settlements (entry),
  log_index bigint not null unique check (log_index >= 0),
  -- The root of its billable views; null where the event log no longer had them, or there were none.
  views_root bytea check (octet_length(views_root) = 32),
  -- How many views the event log had, where that is not what was charged for.
  views_found bigint check (views_found >= 0),
  -- How many were rejected for which reason: the reason's number and the count (LEB128), one after the other.
  rejected bytea not null,
  check (views_found is null or views_root is not null)
);
create trigger append_only before update or delete on public_log_charges for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_charges execute function refuse_change();

-- The digest of each campaign's last charge, on which the next one builds.
create table public_log_chains (
  campaign_id integer primary key references campaigns,
  digest bytea not null check (octet_length(digest) = 32),
  entry bigint not null references public_log_charges
);

-- What else everybody is shown: written in the transaction of what it is about, and in the log with the next checkpoint.
create table public_log_notices (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('fee', 'exclusion')),
  unit_id integer,
  is_excluded boolean,
  setting_change_id integer references setting_changes,
  log_index bigint unique,
  check ((kind = 'exclusion') = (unit_id is not null and is_excluded is not null)),
  check ((kind = 'fee') = (setting_change_id is not null))
);
create index public_log_notices_waiting on public_log_notices (id) where log_index is null;
create trigger no_delete before delete on public_log_notices for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_notices execute function refuse_change();

create function notice_exclusion() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, unit_id, is_excluded)
  values ('exclusion', coalesce(new.unit_id, old.unit_id), tg_op = 'INSERT');
  return null;
end $$;
create trigger public_log after insert or delete on excluded_units for each row execute function notice_exclusion();

create function notice_fee() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, setting_change_id) values ('fee', new.id);
  return null;
end $$;
create trigger public_log after insert on setting_changes for each row
  when (new.name in ('fee_basis_points', 'premium_fee_basis_points')) execute function notice_fee();

-- Those that are in force.
insert into public_log_notices (kind, unit_id, is_excluded) select 'exclusion', unit_id, true from excluded_units order by unit_id;
