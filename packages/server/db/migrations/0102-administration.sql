-- What operators do, for ever: an entry before each act and its outcome after it. An entry without an outcome was cut short.

create table audit_entries (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- Null for the command line.
  user_id integer references users,
  -- The call's method and path, or the command.
  act text not null,
  summary text not null,
  -- What was given; texts of the chat are left out.
  input jsonb not null
);
create index audit_entries_user on audit_entries (user_id, id desc);

create table audit_outcomes (
  entry_id integer primary key references audit_entries,
  at timestamptz not null,
  status integer not null,
  -- Of an act that was refused.
  code text
);
create trigger append_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger append_only before update or delete on audit_outcomes for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_entries execute function refuse_change();
create trigger no_truncate before truncate on audit_outcomes execute function refuse_change();

-- A verified site waits until an operator has looked at it; it earns meanwhile.
alter table sites
  add column reviewed_at timestamptz,
  add column reviewed_by integer references users,
  add column rejected_reason text;
create index sites_review on sites (verified_at, id) where state = 'verified' and reviewed_at is null;
