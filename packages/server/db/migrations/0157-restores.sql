-- Backups that were read back. A restore runs this file too, into the tables of its backup's time: it stands alone.
create table if not exists restores (
  id integer generated always as identity primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null,
  -- Where each chain had been read to: from there on it is searched for payouts that the backup does not have.
  bitcoin_hash text,
  ethereum_height integer,
  -- The first index of the key that may have been given out since the backup, and how many are watched for that.
  ethereum_from integer not null,
  gap integer not null,
  -- When the whole chain had been searched.
  bitcoin_checked_at timestamptz,
  ethereum_checked_at timestamptz,
  -- Until an operator says that all is well nothing is paid out.
  released_at timestamptz,
  released_by integer
);
