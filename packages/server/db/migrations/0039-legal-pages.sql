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
