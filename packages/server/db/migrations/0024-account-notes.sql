-- What operators write down about an account for each other. Its person never reads it. A note stays as it is, until the person is
-- forgotten: then the words go.
create table account_notes (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  text text not null check (length(text) between 1 and 2000),
  written_by integer not null references users,
  created_at timestamptz not null
);
create index account_notes_user on account_notes (user_id, id desc);
create trigger append_only before update on account_notes for each row
  when (new.text <> '(deleted)'
    or (old.id, old.user_id, old.written_by, old.created_at) is distinct from (new.id, new.user_id, new.written_by, new.created_at))
  execute function refuse_change();
create trigger no_delete before delete on account_notes for each row execute function refuse_change();
create trigger no_truncate before truncate on account_notes execute function refuse_change();

-- The history of an account reads what operators did about it from the audit log.
create index audit_entries_person on audit_entries
  ((substring(act from '^[A-Z]+ /api/v1/admin/(?:users|chat/conversations)/([0-9]+)')), id desc);
