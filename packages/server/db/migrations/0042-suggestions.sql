-- The built-in suggestions board.

create table suggestions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 2000),
  state text not null default 'open' check (state in ('open', 'planned', 'done', 'declined')),
  -- What the operator says to it.
  reply text check (length(reply) between 1 and 500),
  is_hidden boolean not null default false,
  -- Always the number of its votes; kept here to sort by.
  votes_count integer not null default 0 check (votes_count >= 0),
  moderated_by integer references users,
  moderated_at timestamptz,
  created_at timestamptz not null
);
create index suggestions_votes on suggestions (votes_count desc, id desc);

create table suggestion_votes (
  suggestion_id integer not null references suggestions,
  user_id integer not null references users,
  created_at timestamptz not null,
  primary key (suggestion_id, user_id)
);
