-- What was a column for each of two chains becomes a row for each chain, and the code says which chains there are. A
-- restore runs this file too, into the tables of its backup's time, so it can run twice.
alter table chains drop constraint if exists chains_name_check;

create table if not exists chain_searches (
  restore_id integer not null references restores,
  chain text not null references chains,
  -- Up to here the chain had been read: from there on it is searched for payouts that the backup does not have.
  read_hash text,
  read_height integer,
  -- The first index of the key that may have been given out since the backup.
  first_index integer not null,
  -- When all of it had been searched.
  checked_at timestamptz,
  primary key (restore_id, chain)
);

do $$
begin
  if exists (select from information_schema.columns where table_name = 'restores' and column_name = 'bitcoin_hash') then
    execute 'insert into chain_searches (restore_id, chain, read_hash, first_index, checked_at)
      select id, ''bitcoin'', bitcoin_hash, 0, bitcoin_checked_at from restores';
    execute 'insert into chain_searches (restore_id, chain, read_height, first_index, checked_at)
      select id, ''ethereum'', ethereum_height, ethereum_from, ethereum_checked_at from restores';
  end if;
end $$;

alter table restores
  drop column if exists bitcoin_hash,
  drop column if exists ethereum_height,
  drop column if exists ethereum_from,
  drop column if exists bitcoin_checked_at,
  drop column if exists ethereum_checked_at;
