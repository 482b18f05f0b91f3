-- Reports that an account shares with everyone who has the link. A link that is revoked is deleted.
create table report_links (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null check (length(name) between 1 and 60),
  -- What was chosen on the page of the report, as packages/api/report-links/schema.ts says.
  view jsonb not null,
  -- SHA-256 of the token; the token itself is shown once and never kept.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_opened_at timestamptz
);
create index report_links_user on report_links (user_id, id desc);

-- Reports that an account gets by email: after each week on Monday, or after each month on its first day.
create table report_mails (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null check (length(name) between 1 and 60),
  view jsonb not null,
  every text not null check (every in ('week', 'month')),
  created_at timestamptz not null,
  -- When the next email is due, at 08:00 UTC. It moves on in the transaction that writes the email.
  due_at timestamptz not null
);
create index report_mails_user on report_mails (user_id, id desc);
create index report_mails_due on report_mails (due_at);
