-- What the operator set while the network runs; before the first row the environment's value counts. The rows stay: what
-- counted at any moment can be told.
create table setting_changes (
  id integer generated always as identity primary key,
  name text not null,
  value bigint not null,
  -- Fees change with a settlement window, never within one.
  valid_from timestamptz not null,
  changed_by integer not null references users,
  changed_at timestamptz not null
);
create index setting_changes_name on setting_changes (name, valid_from desc, id desc);
create trigger append_only before update or delete on setting_changes for each row execute function refuse_change();
create trigger no_truncate before truncate on setting_changes execute function refuse_change();
