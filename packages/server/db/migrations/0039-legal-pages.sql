-- The terms, the privacy policy and the imprint of the network. Each time one is published, it is a new version; none is ever changed.
create table legal_pages (
  kind text not null check (kind in ('terms', 'privacy', 'imprint')),
  version integer not null check (version > 0),
  -- As typed, in Markdown.
  text text not null check (char_length(text) between 1 and 40000),
  -- The Markdown as it was read when the page was published.
  tree jsonb not null,
  published_by integer not null references users,
  published_at timestamptz not null,
  primary key (kind, version)
);
create trigger append_only before update or delete on legal_pages for each row execute function refuse_change();
create trigger no_truncate before truncate on legal_pages execute function refuse_change();

-- Which version of which page an account has agreed to.
create table legal_consents (
  user_id integer not null references users,
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null,
  agreed_at timestamptz not null,
  primary key (user_id, kind, version),
  foreign key (kind, version) references legal_pages
);
create trigger append_only before update or delete on legal_consents for each row execute function refuse_change();
create trigger no_truncate before truncate on legal_consents execute function refuse_change();

-- What a sign-up by email has agreed to, until its address has proved itself.
alter table access_code_requests add column agreed_terms integer, add column agreed_privacy integer;
alter table confirmations add column agreed_terms integer, add column agreed_privacy integer;
