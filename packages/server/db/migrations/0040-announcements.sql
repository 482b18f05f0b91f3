-- What the operator tells everybody, and who does not want to see it any more.

create table announcements (
  id integer generated always as identity primary key,
  header text not null check (length(header) between 1 and 120),
  content text not null check (length(content) between 1 and 500),
  link text,
  link_text text check (length(link_text) between 1 and 60),
  type text not null check (type in ('default', 'warning', 'alarm')),
  starts_at timestamptz not null,
  -- Null: until it is ended.
  ends_at timestamptz check (ends_at >= starts_at),
  created_by integer not null references users,
  created_at timestamptz not null,
  check ((link is null) = (link_text is null)),
  -- One stands at a time. One that was ended before it began covers no time and is in nobody's way.
  constraint announcements_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);
create index announcements_start on announcements (starts_at desc, id desc);

create table announcement_dismissals (
  announcement_id integer not null references announcements,
  -- An account, else the SHA-256 of an anonymous browser's cookie.
  user_id integer references users,
  visitor_hash bytea check (octet_length(visitor_hash) = 32),
  dismissed_at timestamptz not null,
  check ((user_id is null) <> (visitor_hash is null)),
  unique (announcement_id, user_id),
  unique (announcement_id, visitor_hash)
);
