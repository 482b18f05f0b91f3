-- Signing in on other sites. Codes and tokens are 256 random bits; only their SHA-256 is kept.
create table hand_offs (
  code_hash bytea primary key,
  user_id integer not null references users,
  session_id_hash bytea not null references sessions on delete cascade,
  origin text not null,
  -- SHA-256 of what only the widget that asked knows.
  challenge bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index hand_offs_age on hand_offs (expires_at);
create index hand_offs_user on hand_offs (user_id);
create index hand_offs_session on hand_offs (session_id_hash);

create table widget_sessions (
  token_hash bytea primary key,
  user_id integer not null references users,
  -- The session that agreed: when it ends, so does this.
  session_id_hash bytea not null references sessions on delete cascade,
  origin text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index widget_sessions_age on widget_sessions (expires_at);
create index widget_sessions_user on widget_sessions (user_id);
create index widget_sessions_session on widget_sessions (session_id_hash);
